/** Who rules, where nobody says it: the user of the operating system that runs the process. */
import { userInfo } from 'node:os';
import { HostError } from '../errors.js';

const NAME = /^[\w.@:+-]{1,128}$/;

/**
 * The name that a ruling carries: the one given, or the user's own.
 * @throws HostError `config_malformed` for a name that no ruling may carry
 */
export function approverName(given?: string): string {
  const name = given ?? ownName();
  if (NAME.test(name)) return name;
  const what = 'an approver has a name of 1 to 128 letters, digits or `_.@:+-`';
  throw new HostError('config_malformed', `${what}; give one, such as \`alice@example.com\``);
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name.
    return '';
  }
}
