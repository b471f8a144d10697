/**
 * The package from its sources, each file made JavaScript by itself in a temporary folder: the
 * module graph that a compiled package has, without a compiler's minute. Programs that are written
 * beside it import it by name, in a process of their own.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot, type Room, sourceFiles } from '../project.js';

export interface Ended {
  /** The exit code; null where the process was ended. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TranspiledPackage {
  readonly root: string;
  /** Writes a program and runs it with arguments in a process of its own. */
  readonly run: (name: string, text: string, args?: readonly string[]) => Promise<Ended>;
  /** Runs a file of the package, by its path from the root of the sources, without its ending. */
  readonly runFile: (file: string, args: readonly string[]) => Promise<Ended>;
  readonly remove: () => void;
}

const TIMEOUT_MS = 540_000;

function runNode(root: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: TIMEOUT_MS, maxBuffer: 1 << 26 };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode, stdout, stderr });
    });
  });
}

/** Makes JavaScript of some rooms; `banner` goes before the code of each module. */
export async function transpilePackage(
  rooms: readonly Room[],
  { banner = '' }: { readonly banner?: string } = {},
): Promise<TranspiledPackage> {
  const root = mkdtempSync(join(tmpdir(), 'sluice-transpiled-'));
  const files = sourceFiles(rooms).filter((file) => !/[.](d|test)[.]ts$/.test(file));
  await build({
    absWorkingDir: projectRoot,
    entryPoints: files.map((file) => join(projectRoot, file)),
    outdir: join(root, 'dist'),
    outbase: projectRoot,
    format: 'esm',
    target: 'node20',
    banner: { js: banner },
    logLevel: 'silent',
  });
  cpSync(join(projectRoot, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'dir');
  return {
    root,
    run: (name, text, args = []) => {
      writeFileSync(join(root, name), text);
      return runNode(root, [name, ...args]);
    },
    runFile: (file, args) => runNode(root, [`dist/${file}.js`, ...args]),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
