/** Labels over a small vocabulary, so that two of them often share something. */
import type fc from 'fast-check';
import { type Draws, drawn } from '../../hosts/conformance/scene/draws.js';
import { type Label, makeLabel } from '../../schemas/index.js';

const SOURCES = ['user', 'host', 'host:file', 'planner', 'tool:a', 'tool:b', 'q_parse', 'client'];
const READERS = ['user:me@example.com', 'user:bob@example.com', 'cap:mail.send'];
const SUBJECTS = ['user', 'third_party', 'user:bob@example.com'];

/** Draws a label with one source at least. */
export function drawLabel(draws: Draws): Label {
  return makeLabel({
    sources: [draws.pick(SOURCES), ...draws.some(SOURCES, 20)],
    control: draws.some(SOURCES, 20),
    readers: draws.chance(30) ? 'anyone' : draws.some(READERS, 60),
    subjects: draws.some(SUBJECTS, 25),
  });
}

/** Draws what a selection or a sub-kernel adds to the control part. */
export function drawControl(draws: Draws): readonly string[] {
  return draws.some(SOURCES, 25).sort();
}

export const anyLabel: fc.Arbitrary<Label> = drawn(30, drawLabel);
