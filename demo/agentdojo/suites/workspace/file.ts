/** One file of the cloud drive, and the drive that holds it. */
import { z } from 'zod';

const text = z.string();

/** `r` reads, `rw` writes too. */
export const permission = z.enum(['r', 'rw']);

export const file = z.strictObject({
  id_: text,
  filename: text,
  content: text,
  owner: text,
  last_modified: text,
  /** Addresses with what each may do. */
  shared_with: z.record(text, permission),
  size: z.number().int(),
});

export const drive = z.strictObject({ account_email: text, files: z.record(text, file) });

export type DriveFile = z.infer<typeof file>;
export type Drive = z.infer<typeof drive>;

/**
 * The file with an id.
 * @throws Error if there is none
 */
export function fileOf({ files }: Drive, id: string): DriveFile {
  const found = Object.hasOwn(files, id) ? files[id] : undefined;
  if (found === undefined) throw new Error(`the drive has no file with the id ${id}`);
  return found;
}
