/**
 * Builds the kernel with a mistake in it: the sources are bundled with some lines replaced, and the
 * bundle is loaded beside the sound kernel, with which it shares nothing.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { KernelSubjectOptions, Subject } from '../../hosts/conformance/index.js';
import { projectRoot } from '../project.js';

/** A line that is replaced, once, in one file. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

type MakeSubject = (options: KernelSubjectOptions) => Subject;

/** The text of a file with its edits made. @throws Error unless each place is there exactly once */
function edited(file: string, text: string, edits: readonly Edit[]): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((left, { find, replace }) => {
      const parts = left.split(find);
      if (parts.length !== 2)
        throw new Error(`\`${find}\` is ${parts.length - 1} times in ${file}`);
      return parts.join(replace);
    }, text);
}

/** Makes subjects of a kernel in which some lines read otherwise. */
export async function breakKernel(edits: readonly Edit[]): Promise<MakeSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-broken-'));
  const outfile = join(folder, 'kernel.mjs');
  const done = new Set<string>();
  try {
    await build({
      entryPoints: [join(projectRoot, 'hosts/conformance/kernel-subject.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      mainFields: ['module', 'main'],
      logLevel: 'silent',
      banner: {
        js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
      },
      plugins: [
        {
          name: 'mistake',
          setup(on) {
            on.onLoad({ filter: /\.ts$/ }, ({ path }) => {
              const file = relative(projectRoot, path);
              if (edits.every((edit) => edit.file !== file)) return null;
              done.add(file);
              return { loader: 'ts', contents: edited(file, readFileSync(path, 'utf8'), edits) };
            });
          },
        },
      ],
    });
    const missed = edits.find(({ file }) => !done.has(file));
    if (missed !== undefined) throw new Error(`${missed.file} is no part of the kernel`);
    const { kernelSubject } = (await import(pathToFileURL(outfile).href)) as {
      kernelSubject: MakeSubject;
    };
    return kernelSubject;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
