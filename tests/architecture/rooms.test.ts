/**
 * Ambient authority is a compile error, in the rooms where they would do harm.
 */
import { describe, expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import type { Room } from '../project.js';
import { compileSeeds } from './compile-seeds.js';

const ambient: Readonly<Record<string, string>> = {
  fetch: "export const seed: unknown = fetch('http://localhost');",
  process: 'export const seed: unknown = process.env;',
  'global-process': 'export const seed: unknown = globalThis.process;',
  'set-timeout': 'export const seed: unknown = setTimeout(() => undefined, 1);',
  'set-immediate': 'export const seed: unknown = setImmediate(() => undefined);',
  'queue-microtask': 'export const seed: unknown = queueMicrotask(() => undefined);',
  console: "export const seed: unknown = console.log('x');",
  buffer: "export const seed: unknown = Buffer.from('x');",
  require: "export const seed: unknown = require('x');",
  performance: 'export const seed: unknown = performance.now();',
  'web-socket': "export const seed: unknown = new WebSocket('ws://localhost');",
  'node-fs': "import { readFileSync } from 'node:fs';\nexport const seed: unknown = readFileSync;",
  'bare-fs': "import { readFileSync } from 'fs';\nexport const seed: unknown = readFileSync;",
  'node-net': "import { connect } from 'node:net';\nexport const seed: unknown = connect;",
  'node-process': "import { env } from 'node:process';\nexport const seed: unknown = env;",
  'child-process': "import { exec } from 'node:child_process';\nexport const seed: unknown = exec;",
  'dynamic-fs': "export const seed: Promise<unknown> = import('node:fs');",
  'random-bytes':
    "import { randomBytes } from 'node:crypto';\nexport const seed: unknown = randomBytes;",
};

const control = 'export const seed: number = Math.max(1, 2);';

function uncompiled(room: Room, seeds: Readonly<Record<string, string>>): readonly string[] {
  const errors = compileSeeds(room, { ...seeds, 'seed-control': control });
  expect(errors.get('seed-control')).toEqual([]);
  return Object.keys(seeds).filter((name) => errors.get(name)?.length === 0);
}

describe('kernel', () => {
  verifies('INV-H9', 'no ambient authority compiles in the kernel', () => {
    expect(uncompiled('kernel', ambient)).toEqual([]);
  });

  test('what ambient.d.ts declares compiles', () => {
    const abort = 'export const seed: AbortSignal = new AbortController().signal;';
    const crypto =
      "import { createHash } from 'node:crypto';\nexport const seed: unknown = createHash;";
    const url = "export const seed: string = new URL('http://localhost').hostname;";
    const errors = compileSeeds('kernel', { abort, crypto, url });
    expect([...errors.values()].flat()).toEqual([]);
  });
});

describe('schemas', () => {
  test('no ambient authority compiles', () => {
    expect(uncompiled('schemas', ambient)).toEqual([]);
  });
});
