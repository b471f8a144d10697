/** What a message of a framework, or a part of one, itself says: nothing that it inherits. */
import { ownFields } from '../../schemas/index.js';

export type OwnWords = Readonly<Record<string, unknown>>;

/** Its own fields; none where it is no record. */
export function ownWords(value: unknown): OwnWords {
  return typeof value === 'object' && value !== null ? ownFields(value as OwnWords) : {};
}
