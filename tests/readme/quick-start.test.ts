/** What README and the guide show is what happens: programs compile and run, output is real. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot, readText } from '../project.js';
import { type DocBlock, docBlocks } from './doc-blocks.js';
import { tryProgram } from './doc-program.js';

const readme = readText('README.md');
const readmeBlocks = docBlocks(readme);
const guideBlocks = docBlocks(readText('docs/guides/embed.md'));

function joined(blocks: readonly DocBlock[], lang: string, meta = ''): string {
  const texts = blocks.filter((block) => block.lang === lang && block.meta === meta);
  return texts.map(({ text }) => `${text}\n`).join('');
}

/** Lines that are shown and do not stand, in this order, among the real ones; `…` cuts a line. */
function missing(shown: string, real: readonly string[]): readonly string[] {
  let at = 0;
  return shown.split('\n').filter((line) => {
    const [start = '', rest] = line.split(' …', 2);
    const isIt = (other: string): boolean =>
      rest === undefined ? other === line : other.startsWith(start);
    const next = line === '' ? at : real.findIndex((other, i) => i >= at && isIt(other));
    if (next !== -1) at = next;
    return next === -1;
  });
}

describe('README', () => {
  test('its quick start compiles, runs and prints what it says', () => {
    const program = joined(readmeBlocks, 'ts');
    expect(program.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(12);
    const { diagnostics, stdout, stderr } = tryProgram('readme', program, 'run');
    expect(diagnostics).toEqual([]);
    expect(stderr).toBe('');
    expect(stdout).toBe(joined(readmeBlocks, 'text'));
  });

  test('its first screen has the two commands and the limits', () => {
    const lines = readme.split('\n');
    const top = lines.slice(0, 20).join('\n');
    expect(top).toContain('(docs/limits.md)');
    expect(top).toContain('npm ci && npm run demo');
    expect(top).toContain('npm ci && npm test');
    expect(lines.indexOf('## Quick start')).toBeLessThan(45);
  });

  test('the stories that it shows went just so', () => {
    const shown = readmeBlocks.find(({ text }) => text.includes('contacts-to-attacker'));
    const titles = shown?.text.match(/^ *\d+ {2}\S+$/gm) ?? [];
    const names = titles.map((title) => title.trim().split(/ +/)[1] ?? '');
    expect(names.length).toBeGreaterThan(1);
    const demo = join(projectRoot, 'dist/demo/main.js');
    const { stdout, status } = spawnSync(process.execPath, [demo, ...names], { encoding: 'utf8' });
    expect(status).toBe(0);
    const real = stdout.split('\n').map((line) => line.replace(/ ─+$/, ''));
    expect(missing(shown?.text ?? '', real)).toEqual([]);
  });
});

describe('the guide', () => {
  test('its program compiles, runs and prints what it says', () => {
    const { diagnostics, stdout, stderr } = tryProgram('guide', joined(guideBlocks, 'ts'), 'run');
    expect(diagnostics).toEqual([]);
    expect(stderr).toBe('');
    expect(stdout).toBe(joined(guideBlocks, 'text'));
  });

  test('what it only shows compiles', () => {
    const { diagnostics } = tryProgram('shown', joined(guideBlocks, 'ts', 'no-run'), 'compile');
    expect(diagnostics).toEqual([]);
  });

  test('its host module runs by the command, as it says', () => {
    const folder = join(projectRoot, 'dist/tests/readme/host');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const { meta, text } of guideBlocks.filter((block) => /\.\w+$/.test(block.meta))) {
      writeFileSync(join(folder, meta), text);
    }
    const main = join(projectRoot, 'dist/hosts/cli/main.js');
    const parts = joined(guideBlocks, 'console')
      .split(/^\$ sluice /m)
      .slice(1);
    expect(parts).toHaveLength(2);
    for (const part of parts) {
      const [command = '', ...shown] = part.trimEnd().split('\n');
      const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare,
      );
      const run = spawnSync(process.execPath, [main, ...args.map(String)], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(run).toMatchObject({ status: 0, stderr: '' });
      expect(missing(shown.join('\n'), run.stdout.split('\n'))).toEqual([]);
    }
  });
});
