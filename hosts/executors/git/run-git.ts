/**
 * Starts git with nothing of the machine's or the user's configuration, no prompt, no hook and
 * three transports. What a repository configures itself is looked at in plain-config.ts.
 */

import { hostEnvironment } from '../process/host-environment.js';
import { type Ended, runProgram } from '../process/run-program.js';

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 256 * 1024;

/** Said on the command line, so that it is stronger than what any repository says. */
const OVERRULED: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.askPass=',
  'core.alternateRefsCommand=true',
  'credential.helper=',
  'gc.auto=0',
  'maintenance.auto=false',
  'receive.autogc=false',
  'http.followRedirects=false',
  'protocol.ext.allow=never',
  'push.gpgSign=false',
  'push.pushOption=',
].flatMap((setting) => ['-c', setting]);

const ENVIRONMENT: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: 'https:ssh:file',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_SSH_COMMAND:
    'ssh -oBatchMode=yes -oClearAllForwardings=yes -oPermitLocalCommand=no -oStrictHostKeyChecking=yes',
  GIT_SSH_VARIANT: 'ssh',
  GIT_TERMINAL_PROMPT: '0',
};

/** The program that receives on a local remote: git again, its hooks off too. */
export const localReceivePack: string = `git ${OVERRULED.map(shellWord).join(' ')} receive-pack`;

/** Runs git with these arguments; no shell reads them. */
export function runGit(args: readonly string[]): Promise<Ended> {
  return runProgram({
    argv: ['git', ...OVERRULED, ...args],
    env: { ...hostEnvironment(), ...ENVIRONMENT },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_OUTPUT,
  });
}

/** These settings are written above: none holds a quote. */
function shellWord(text: string): string {
  return `'${text}'`;
}
