/** Reads a file of observed calls: strict a line, bounded; what is no observed call is counted. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { linesOfDescriptor } from '../stores/audit-lines.js';
import { unreadable } from '../unreadable.js';
import { type ObservedCall, observedCallSchema } from './observed-call.js';

/**
 * Hands out the calls of a file in their order; `unread` is told of each line that is none.
 * @throws HostError `input_unreadable`
 */
export function* observedCalls(path: string, unread: () => void): Generator<ObservedCall> {
  const fd = opened(path);
  try {
    for (const line of linesOfDescriptor(fd)) {
      const call = callOf(line);
      if (call === null) unread();
      else yield call;
    }
  } finally {
    closeSync(fd);
  }
}

function opened(path: string): number {
  let fd: number;
  try {
    // Not to hang at a pipe.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw unreadable(path, null, 'it is no regular file');
}

function callOf(line: string): ObservedCall | null {
  try {
    return observedCallSchema.safeParse(parseStrictJson(line)).data ?? null;
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}
