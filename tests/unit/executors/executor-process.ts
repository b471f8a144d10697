/**
 * Executors as a host starts them: the bundled file, an empty folder, PATH and LANG, one JSON
 * object in and one out.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { bundleExecutors } from '../../../hosts/executors/bundle.js';

export interface Envelope {
  readonly args: object;
  readonly scope?: Readonly<Record<string, readonly string[]>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly home?: string;
}

export interface Answered {
  readonly ok: boolean;
  /** Of an answer that is ok. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Of one that is not; empty where it is. */
  readonly error: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Makes a temporary folder, by its real path, that is gone after the tests of the file. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-executors-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file of a folder, and the folders on the way to it. */
export function put(folder: string, name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

export interface Started {
  readonly answer: Promise<Answered>;
  readonly kill: () => void;
}

export interface Executors {
  readonly folder: string;
  start(name: string, input: Envelope | string): Started;
  call(name: string, input: Envelope | string): Promise<Answered>;
}

/** What a manifest promises of each answer. */
interface Promised {
  readonly output: z.ZodType;
  readonly outputBytes: number;
}

/** Bundles some executors into a temporary folder. */
export async function bundled(...names: readonly string[]): Promise<Executors> {
  const folder = scratchFolder();
  await bundleExecutors(folder, names);
  const promised = new Map(names.map((name) => [name, promisedBy(join(folder, name))]));
  const start = (name: string, input: Envelope | string): Started => {
    const child = spawn(process.execPath, [join(folder, name, 'main.mjs')], {
      cwd: mkdtempSync(join(folder, 'cwd-')),
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
      stdio: 'pipe',
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    // One that ends before it has read everything closes the pipe: its answer is what counts.
    child.stdin.on('error', () => undefined);
    child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
    const answer = new Promise<Answered>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode) => {
        try {
          const stderr = Buffer.concat(err).toString('utf8');
          resolve(readAnswer(Buffer.concat(out), promised.get(name), { stderr, exitCode }));
        } catch (error) {
          reject(error);
        }
      });
    });
    answer.catch(() => undefined);
    return { answer, kill: () => child.kill('SIGKILL') };
  };
  return { folder, start, call: (name, input) => start(name, input).answer };
}

function promisedBy(folder: string): Promised {
  const { output, limits } = parse(readFileSync(join(folder, 'manifest.toml'), 'utf8'));
  return {
    output: z.fromJSONSchema(output as Parameters<typeof z.fromJSONSchema>[0]),
    outputBytes: Number((limits as { readonly output_bytes: number }).output_bytes),
  };
}

/** Every answer is one JSON object, and what it holds is what the manifest says. */
function readAnswer(
  out: Buffer,
  promised: Promised | undefined,
  ended: Pick<Answered, 'stderr' | 'exitCode'>,
): Answered {
  const text = out.toString('utf8');
  if (!text.startsWith('{')) throw new Error(`no JSON: ${text.slice(0, 200)} ${ended.stderr}`);
  const { ok, value = {}, error = '' } = JSON.parse(text) as Partial<Answered>;
  if (ok === true) promised?.output.parse(value);
  if (out.length > (promised?.outputBytes ?? 0))
    throw new Error(`${out.length} bytes are too many`);
  return { ok: ok === true, value, error, ...ended };
}
