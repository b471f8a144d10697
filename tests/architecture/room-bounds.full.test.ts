/** What lies in a room that a room does not reference is a compile error, even as a type. */
import { expect, test } from 'vitest';
import type { Room } from '../project.js';
import { compileSeeds } from './compile-seeds.js';

function importing(file: string): string {
  return `import type * as other from '../${file}.js';\nexport type Seed = typeof other;`;
}

/** The imports that fail because the file lies in a room that this one does not reference. */
function outOfBounds(room: Room, files: readonly string[]): readonly string[] {
  const seeds = Object.fromEntries(files.map((file, i) => [`seed-${i}`, importing(file)]));
  const errors = compileSeeds(room, seeds);
  return files.filter((_, i) => errors.get(`seed-${i}`)?.includes('TS6307'));
}

const beyond: readonly (readonly [Room, readonly string[]])[] = [
  ['kernel', ['reasoner/index', 'hosts/index', 'demo/main']],
  ['schemas', ['kernel/index', 'reasoner/index']],
  ['reasoner', ['kernel/index', 'hosts/index']],
];

test.each(beyond)('%s cannot import %j', (room, files) => {
  expect(outOfBounds(room, files)).toEqual(files);
});
