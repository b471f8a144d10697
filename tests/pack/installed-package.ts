/**
 * The package as a stranger gets it: built from a copy of the sources, packed, installed from the
 * tarball.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTree } from '../tree-copy.js';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InstalledPackage {
  /** Paths in the tarball, without the leading `package/`. */
  readonly files: readonly string[];
  /** Runs a program in the folder that has the package installed. */
  readonly run: (program: string, ...args: readonly string[]) => Outcome;
  /** Writes a file there and runs it with Node. */
  readonly runScript: (name: string, text: string) => Outcome;
  readonly write: (name: string, text: string) => void;
  readonly remove: () => void;
}

function runIn(cwd: string, program: string, args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function mustRun(cwd: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = runIn(cwd, program, args);
  if (status !== 0) throw new Error(`\`${program} ${args.join(' ')}\`: ${stdout}${stderr}`);
  return stdout;
}

/** Builds, packs and installs; `npm` prefers its cache to the network. */
export function installPackage(): InstalledPackage {
  const copy = copyTree();
  mustRun(copy.root, process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'hosts']);
  mustRun(copy.root, process.execPath, ['dist/hosts/shipping/main.js']);
  mustRun(copy.root, 'npm', ['pack', '--silent', '--ignore-scripts']);
  const tarball = readdirSync(copy.root).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack left no tarball');
  const listing = mustRun(copy.root, 'tar', ['-tzf', tarball]).trim().split('\n');
  // Beside nothing: packages of a folder above would be found, too.
  const home = mkdtempSync(join(tmpdir(), 'sluice-installed-'));
  writeFileSync(
    join(home, 'package.json'),
    '{ "name": "stranger", "private": true, "type": "module" }',
  );
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-progress'];
  mustRun(home, 'npm', ['install', join(copy.root, tarball), ...quiet]);
  const write = (name: string, text: string): void => writeFileSync(join(home, name), text);
  return {
    files: listing.map((file) => file.replace(/^package\//, '')),
    run: (program, ...args) => runIn(home, program, args),
    runScript: (name, text) => {
      write(name, text);
      return runIn(home, process.execPath, [name]);
    },
    write,
    remove: () => {
      copy.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
