/** Ids of calls: each names one call of its conversation, whatever a model or its server gave. */
import type { Message } from './conversation.js';

/** The longest id of a call that is kept, in UTF-16 code units. */
const MAX_ID = 256;

/** The ids that the calls of a conversation have already. */
export function takenIds(messages: readonly Message[]): Set<string> {
  const taken = new Set<string>();
  for (const message of messages) {
    if (message.role === 'assistant') for (const { id } of message.calls) taken.add(id);
  }
  return taken;
}

/** The given id where it is text and free, else the first free `call_<n>`; takes it. */
export function freeId(given: unknown, taken: Set<string>): string {
  const fits = typeof given === 'string' && given !== '' && given.length <= MAX_ID;
  const id = fits && !taken.has(given) ? given : firstFree(taken);
  taken.add(id);
  return id;
}

function firstFree(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}
