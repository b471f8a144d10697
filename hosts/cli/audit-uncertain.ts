/** `sluice audit uncertain`: the calls of an audit file that may have happened. */
import type { UnsettledCall } from '../../schemas/index.js';
import { timeText } from '../answer/time-text.js';
import { visibleText } from '../answer/visible-text.js';
import { isHeld } from '../audit/held-store.js';
import { verifyFile } from './audit-verify.js';
import { EXIT_BROKEN_CHAIN, EXIT_UNCERTAIN } from './exit-codes.js';
import type { Paint, Screen } from './screen.js';
import { assertFile } from './text-input.js';

export interface UncertainFlags {
  readonly json?: true;
}

/** A call as the command lists it. */
interface Listed {
  readonly run: string;
  readonly call: string;
  readonly step: string;
  readonly tool: string;
  /** When it was admitted, as the clock of the run said. */
  readonly admitted: string;
  readonly state: 'uncertain' | 'running';
  readonly late: UnsettledCall['late'];
  /** The digest of the key with which the call may be made again; null where it may not. */
  readonly idempotency: string | null;
  readonly mayRetry: boolean;
}

/** Runs the command and returns its exit code. @throws HostError as `verifyFile` does */
export async function uncertainCommand(
  path: string,
  flags: UncertainFlags,
  screen: Screen,
): Promise<number> {
  assertFile(path);
  // Asked first: a writer that ends while the file is read has left what is read then.
  const isHeldBy = isHeld(path);
  const { ok, problemCount, problems, unsettled } = verifyFile(path);
  // A writer that is killed tears a line; that is no damage.
  const isWhole = ok || problems.every(({ kind }) => kind === 'torn');
  const calls = unsettled.map((call) => listed(call, isHeldBy !== false));
  const uncertain = calls.filter(({ state }) => state === 'uncertain');
  if (flags.json === true) {
    const running = calls.filter(({ state }) => state === 'running');
    const chain = { ok, problemCount, problems };
    await screen.printJson({ file: path, held: isHeldBy, uncertain, running, chain });
  } else await screen.print(`${linesOf(calls, screen.paint).join('\n')}\n`);
  if (isHeldBy === null) screen.note('this user cannot ask whether a process holds the file');
  if (!isWhole) screen.note('the chain does not hold: `sluice audit verify` says where');
  if (!isWhole) return EXIT_BROKEN_CHAIN;
  return uncertain.length === 0 ? 0 : EXIT_UNCERTAIN;
}

function listed(of: UnsettledCall, mayRun: boolean): Listed {
  const { run, call, step, tool, at, late, idempotency } = of;
  return {
    run,
    call,
    step,
    tool,
    admitted: timeText(at),
    // INV-T32: an open call of a live writer is running; everything else may have happened.
    state: of.state === 'open' && mayRun ? 'running' : 'uncertain',
    late,
    idempotency,
    mayRetry: idempotency !== null,
  };
}

function linesOf(calls: readonly Listed[], paint: Paint): readonly string[] {
  if (calls.length === 0) return ['every call that was admitted has ended or was resolved'];
  return calls.flatMap((call) => {
    const { state, step, tool, admitted, late } = call;
    const word = state === 'running' ? paint.green('running  ') : paint.red('uncertain');
    return [
      `${word}  ${visibleText(call.call)}  ${paint.bold(visibleText(tool))} in step ${visibleText(step)}, admitted ${admitted}`,
      ...(late === null ? [] : [`  the tool ${late} after the run had given up on it`]),
      adviceOn(call),
    ];
  });
}

/** What to do about a call: of one that still runs nobody can know yet. */
function adviceOn({ state, idempotency }: Listed): string {
  if (state === 'running') return '  a process has the file open: wait until it ends';
  if (idempotency === null) return '  look whether it happened before anybody makes it again';
  return `  may be made again with its idempotency key, whose digest is ${visibleText(idempotency)}`;
}
