/** Tries a file of the kit again: vectors, or the example of a requirement that did not hold. */
import { createHash } from 'node:crypto';
import { visibleText } from '../answer/visible-text.js';
import {
  type Counterexample,
  type KitFile,
  parseKitFile,
  playVector,
  replay,
  requirementOf,
  type Subject,
  type Vector,
} from '../conformance/index.js';
import { HostError } from '../errors.js';
import type { ConformanceFlags } from './conformance-flags.js';
import { conformanceProgress } from './conformance-progress.js';
import { openSubject } from './conformance-subject.js';
import { EXIT_NOT_CONFORMING } from './exit-codes.js';
import type { Screen } from './screen.js';
import { readInput } from './text-input.js';

interface Replayed {
  readonly file: string;
  /** SHA-256 (hex) of its bytes. */
  readonly digest: string;
  readonly content: KitFile;
}

/** One vector or example that is other than it should be. */
interface Failed {
  readonly id: string;
  readonly why: string;
}

/** Reads a file of the kit. @throws HostError `input_unreadable`, `vectors_malformed`, `json_*` */
export function readReplay(file: string): Replayed {
  const bytes = readInput(file);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const content = parseKitFile(bytes.toString('utf8'));
  const { kind } = content;
  const id = kind === 'counterexample' ? content.counterexample.requirement : null;
  if (id !== null && requirementOf(id) === undefined)
    throw new HostError('vectors_malformed', 'the example is of no requirement that there is');
  return { file, digest, content };
}

/**
 * Tries it and returns the exit code.
 * @throws HostError `subject_unavailable`, `protocol_broken`
 */
export async function replayFile(
  { file, digest, content }: Replayed,
  { subject: command, json }: ConformanceFlags,
  screen: Screen,
): Promise<number> {
  const subject = await openSubject(command);
  try {
    const isVectors = content.kind === 'vectors';
    const count = isVectors ? content.vectors.length : 1;
    const failed = isVectors
      ? await failedVectors(subject, content.vectors)
      : await failedExample(subject, content.counterexample);
    const ids = failed.map(({ id }) => id);
    const what = { v: 1, kind: 'sluice-conformance-replay', subject: subject.name };
    const told = { ...what, file, digest, count, failed: ids, passed: ids.length === 0 };
    if (json === true) await screen.printJson(told);
    else await screen.print(text(failed, count, screen));
    return failed.length === 0 ? 0 : EXIT_NOT_CONFORMING;
  } finally {
    await subject.close?.();
  }
}

async function failedVectors(
  subject: Subject,
  vectors: readonly Vector[],
): Promise<readonly Failed[]> {
  const failed: Failed[] = [];
  const progress = conformanceProgress();
  for (const [i, vector] of vectors.entries()) {
    progress.line(`vector ${i + 1} of ${vectors.length}, ${failed.length} failed`);
    const why = await playVector(subject, vector);
    if (why !== null) failed.push({ id: vector.id, why });
  }
  progress.clear();
  return failed;
}

async function failedExample(
  subject: Subject,
  { requirement, example }: Counterexample,
): Promise<readonly Failed[]> {
  const why = await replay(subject, requirement, example);
  return why === null ? [] : [{ id: requirement, why }];
}

function text(failed: readonly Failed[], count: number, { paint }: Screen): string {
  const lines = failed.map(
    ({ id, why }) => `${paint.red('fail')}  ${visibleText(`${id}  ${why}`)}`,
  );
  const held = `${count - failed.length} of ${count} held`;
  return `${[...lines, failed.length === 0 ? paint.green(held) : held].join('\n')}\n`;
}
