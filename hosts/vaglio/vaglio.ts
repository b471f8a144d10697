/**
 * Vaglio on its own, for a host that has an executor of its own to guard: guard, then judge, then a
 * line in the log. Nothing runs here. What runs through a kernel passes the Gate, which holds both.
 */
import { homedir } from 'node:os';
import { type JudgeFunction, makeJudging, makeVaglio } from '../../kernel/index.js';
import {
  type Clock,
  type Json,
  ownFields,
  type ShellParser,
  sortedKeys,
  type VerdictLog,
} from '../../schemas/index.js';
import { assertKnownKeys } from '../config-check.js';
import { nodeClock } from '../node/ports.js';
import { bashParser } from '../shell/bash-parser.js';
import { judgeSettings } from './judge-settings.js';
import { openVaglioLog } from './log.js';

export interface OpenVaglioOptions {
  /**
   * A call that the rules score below it is refused. Default: `SLUICE_JUDGE_THRESHOLD`, or 0.30.
   */
  readonly threshold?: number;
  /** The user's home directory, for the guard. Default: the process's. */
  readonly home?: string | null;
  /** Where relative paths begin, for the guard. Default: the process's working directory. */
  readonly cwd?: string | null;
  /** Reads shell commands for the guard; null to ask about each. Default: as Bash. */
  readonly shell?: ShellParser | null;
  readonly clock?: Clock;
  /** Where verdicts are shown; null for nowhere. Default: `openVaglioLog()`. */
  readonly log?: VerdictLog | null;
}

const OPTIONS: readonly string[] = ['threshold', 'home', 'cwd', 'shell', 'clock', 'log'];

/**
 * Opens vaglio and returns `judge(intent, tool, args, context)`, which never throws.
 * @throws KernelFault `config_malformed` for an unknown option or a threshold that is no number
 * from 0 to 1
 */
export function openVaglio(options: OpenVaglioOptions = {}): JudgeFunction {
  assertKnownKeys(options, OPTIONS, 'options of `openVaglio`');
  const { clock = nodeClock, log = openVaglioLog(), threshold, ...means } = ownFields(options);
  const { home = homedir(), cwd = process.cwd(), shell = bashParser } = means;
  const judging = makeJudging({
    ...judgeSettings(),
    ...(threshold === undefined ? {} : { threshold }),
  });
  const judge = makeVaglio({ judging, home, cwd, shell, clock });
  if (log === null) return judge;
  return (intent, tool, args, context) => {
    const verdict = judge(intent, tool, args, context);
    tell(log, { verdict, intent, tool, argsKeys: keysOf(args), contextKeys: keysOf(context) });
    return verdict;
  };
}

function tell(log: VerdictLog, entry: Parameters<VerdictLog['write']>[0]): void {
  try {
    log.write(entry);
  } catch {
    return;
  }
}

/** Keys of whatever was given; none where it cannot be read. */
function keysOf(value: unknown): readonly string[] {
  try {
    return sortedKeys((value ?? null) as Json);
  } catch {
    return [];
  }
}
