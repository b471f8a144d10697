/** `sluice audit checkpoint`: signs what an audit file holds. */
import { AuditChain, appendCheckpoint } from '../../kernel/index.js';
import { keptCheckpoints } from '../audit/checkpoint-file.js';
import { signerOf } from '../keys/key-file.js';
import { openFileAudit } from '../stores/file-audit.js';
import type { Screen } from './screen.js';
import { assertFile } from './text-input.js';

export interface CheckpointFlags {
  readonly key: string;
  readonly out?: string;
  readonly json?: true;
}

/**
 * Runs the command and returns its exit code.
 * @throws HostError `input_unreadable`, `key_*`, `audit_*`
 */
export async function checkpointCommand(
  path: string,
  flags: CheckpointFlags,
  screen: Screen,
): Promise<number> {
  assertFile(path);
  const signer = signerOf(flags.key, 'audit');
  const file = openFileAudit(path);
  try {
    const { seq, hash } = file.head();
    const sink =
      flags.out === undefined
        ? file
        : keptCheckpoints(file, flags.out, (error) => {
            throw error;
          });
    if (seq > 0) await appendCheckpoint(new AuditChain(sink, { signer }), Date.now());
    const signed = { file: file.path, records: seq, head: hash, key: signer.key };
    if (flags.json === true) await screen.printJson(signed);
    else if (seq === 0) await screen.print('no record: there is nothing to sign\n');
    else await screen.print(`signed ${seq} records, head ${hash}\n`);
    return 0;
  } finally {
    await file.close();
  }
}
