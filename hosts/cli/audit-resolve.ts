/** `sluice audit resolve`: records whether a call happened that nobody knew of. */
import { userInfo } from 'node:os';
import { type Resolution, resolveCall } from '../audit/resolve-call.js';
import { HostError } from '../errors.js';
import type { Screen } from './screen.js';
import { assertFile } from './text-input.js';

export interface ResolveFlags {
  readonly happened?: true;
  readonly didNot?: true;
  readonly by?: string;
  readonly json?: true;
}

/**
 * Runs the command and returns its exit code.
 * @throws HostError `usage_malformed`, `input_unreadable`, and as `resolveCall` does
 */
export async function resolveCommand(
  { file, call }: { readonly file: string; readonly call: string },
  flags: ResolveFlags,
  screen: Screen,
): Promise<number> {
  const outcome = outcomeOf(flags);
  assertFile(file);
  const by = flags.by ?? userInfo().username;
  const { run, step, tool } = await resolveCall(file, { call, outcome, by });
  if (flags.json === true) await screen.printJson({ run, call, step, tool, outcome, by });
  else {
    const what = outcome === 'happened' ? 'happened' : 'did not happen';
    await screen.print(`recorded: call ${call} ${what}, says ${by}\n`);
  }
  return 0;
}

function outcomeOf({ happened, didNot }: ResolveFlags): Resolution['outcome'] {
  if ((happened === true) === (didNot === true))
    throw new HostError('usage_malformed', 'say one of `--happened` and `--did-not`');
  return happened === true ? 'happened' : 'did_not';
}
