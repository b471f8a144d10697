/**
 * Which judge a host gets that names none: two environment variables, read when a kernel is built.
 * What they hold is refused unless it is exactly a kind or a number from 0 to 1; no variable
 * reaches the guard.
 */
import { type GateLayer, type JudgeOptions, KernelFault } from '../../kernel/index.js';
import { type Judge, ownFields } from '../../schemas/index.js';
import { assertKnownKeys } from '../config-check.js';
import { scrubText } from './scrub.js';

const DECIMAL = /^(?:0|1|[01]?\.[0-9]{1,17}|[01]\.)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `SLUICE_JUDGE_KIND` and `SLUICE_JUDGE_THRESHOLD` as options; what is not set is not there.
 * @throws KernelFault `config_malformed` for a value that is no kind or no number from 0 to 1
 */
export function judgeSettings(
  env: Environment = process.env,
): Pick<JudgeOptions, 'kind' | 'threshold'> {
  const { SLUICE_JUDGE_KIND: kind, SLUICE_JUDGE_THRESHOLD: threshold } = env as {
    readonly SLUICE_JUDGE_KIND?: string;
    readonly SLUICE_JUDGE_THRESHOLD?: string;
  };
  return {
    ...(kind === undefined ? {} : { kind: parseKind(kind) }),
    ...(threshold === undefined ? {} : { threshold: parseThreshold(threshold) }),
  };
}

/**
 * The options of a kernel's judge: what is given, else what is set; a model is told a scrubbed
 * intent. @throws KernelFault `config_malformed`
 */
export function judgeOptions(given: JudgeOptions = {}): JudgeOptions {
  const { port, ...own } = ownFields(given);
  assertKnownKeys(given, ['kind', 'threshold', 'llmThreshold', 'port'], '`judge`');
  const options = { ...judgeSettings(), ...own };
  return port === undefined ? options : { ...options, port: discreet(port) };
}

/** A judge that is told no path and no credential of the user's sentence (C36). */
function discreet(port: Judge): Judge {
  const { judgeModelEqualsPlanner: same } = port;
  return Object.freeze<Judge>({
    ...(same === undefined ? {} : { judgeModelEqualsPlanner: same }),
    judge: (request, call) => port.judge({ ...request, intent: scrubText(request.intent) }, call),
  });
}

/** Puts the judge in its place: after the rules, before the review. */
export function withJudge(layers: readonly GateLayer[], judge: GateLayer): readonly GateLayer[] {
  const after = layers.findIndex(({ stage }) => stage !== 'rules');
  const at = after === -1 ? layers.length : after;
  return [...layers.slice(0, at), judge, ...layers.slice(at)];
}

function parseKind(text: string): 'rule-based-v1' | 'llm-v1' {
  if (text === 'rule-based-v1' || text === 'llm-v1') return text;
  const kinds = '`rule-based-v1` nor `llm-v1`';
  throw new KernelFault('config_malformed', `\`SLUICE_JUDGE_KIND\` is neither ${kinds}`);
}

function parseThreshold(text: string): number {
  // An empty text would read as 0, which refuses nothing.
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  const message = '`SLUICE_JUDGE_THRESHOLD` is no number from 0 to 1';
  throw new KernelFault('config_malformed', message);
}
