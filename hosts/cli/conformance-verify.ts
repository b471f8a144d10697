/** `sluice conformance verify`: whether a signed report is as it was signed. */
import { isGenuineReport } from '../conformance/index.js';
import { verifierOf } from '../keys/key-file.js';
import { EXIT_NOT_GENUINE } from './exit-codes.js';
import type { Screen } from './screen.js';
import { readInput } from './text-input.js';

export interface ReportFlags {
  readonly key: string;
}

/**
 * Runs the command and returns its exit code.
 * @throws HostError `input_unreadable`, `report_malformed`, `key_*`, `json_*`
 */
export async function verifyReport(
  file: string,
  { key }: ReportFlags,
  screen: Screen,
): Promise<number> {
  const verifier = verifierOf(key, 'report');
  const isGenuine = isGenuineReport(readInput(file).toString('utf8'), verifier);
  await screen.print(isGenuine ? 'as it was signed\n' : 'not as it was signed with this key\n');
  return isGenuine ? 0 : EXIT_NOT_GENUINE;
}
