/** The packed tarball: what it holds, that its front doors open, and that no other door does. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot, readText } from '../project.js';
import { type InstalledPackage, installPackage } from './installed-package.js';

const frontDoors = [
  'sluice',
  'sluice/kernel',
  'sluice/schemas',
  'sluice/reasoner',
  'sluice/reasoner/ollama',
] as const;

const deepDoors = [
  'sluice/dist/kernel/index.js',
  'sluice/dist/kernel/gate/gate.js',
  'sluice/dist/kernel/effects/dispatcher.js',
  'sluice/dist/kernel/effects/tool-run.js',
  'sluice/kernel/gate/gate.js',
  'sluice/kernel/effects/tool-run.js',
  'sluice/dist/hosts/index.js',
  'sluice/demo/main.js',
] as const;

let installed: InstalledPackage;
beforeAll(() => {
  installed = installPackage();
});
afterAll(() => installed?.remove());

/** The first block of code in the README that imports the package. */
function quickStart(): string {
  const blocks = [
    ...readText('README.md').matchAll(/```(?:ts|js|mjs|typescript|javascript)\n(.*?)```/gs),
  ];
  const block = blocks.map(([, text]) => text ?? '').find((text) => text.includes("from 'sluice"));
  if (block === undefined) throw new Error('README.md has no block that imports sluice');
  return block;
}

describe('the tarball', () => {
  test('holds the rooms of the product, the documents and the licence, and nothing else', () => {
    const papers =
      /^(package\.json|LICENSE|(README|CHANGELOG|SECURITY|docs\/.*)\.md|docs\/\w+\.svg)$/;
    const code = /^dist\/(schemas|kernel|reasoner|hosts)\/.*\.(js|d\.ts)$/;
    const odd = installed.files.filter((file) => !papers.test(file) && !code.test(file));
    expect(odd).toEqual([]);
    for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']) {
      expect(installed.files).toContain(file);
    }
  });

  test('runs no script when it is installed', () => {
    const { scripts } = JSON.parse(readText('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(hooks.filter((name) => Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('front doors', () => {
  test.each(frontDoors)('%s opens', (door) => {
    const script = `const m = await import('${door}');\nconsole.log(Object.keys(m).length > 0);\n`;
    const { stdout, stderr } = installed.runScript('door.mjs', script);
    expect(stderr).toBe('');
    expect(stdout).toBe('true\n');
  });

  test('one copy of the kernel stands behind all of them', () => {
    const script = `
      import { defineTool as a } from 'sluice';
      import { defineTool as b } from 'sluice/kernel';
      console.log(a === b);
    `;
    expect(installed.runScript('copies.mjs', script).stdout).toBe('true\n');
  });
});

describe('deep imports', () => {
  test.each(deepDoors)('%s is refused', (door) => {
    const script = `
      const code = await import('${door}').then(() => 'opened', (error) => error.code);
      console.log(code);
    `;
    expect(installed.runScript('deep.mjs', script).stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
  });

  test('`require` finds no other door either', () => {
    const script = `
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      try { require('sluice/dist/kernel/gate/gate.js'); console.log('opened'); }
      catch (error) { console.log(error.code); }
    `;
    expect(installed.runScript('require.mjs', script).stdout).toBe(
      'ERR_PACKAGE_PATH_NOT_EXPORTED\n',
    );
  });
});

describe('the quick start of the README', () => {
  test('compiles against the installed types and runs', () => {
    installed.write('quick-start.ts', quickStart());
    const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
    const types = ['--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types')];
    const compiled = installed.run(process.execPath, tsc, 'quick-start.ts', ...options, ...types);
    expect(compiled.stdout).toBe('');
    const { status, stdout, stderr } = installed.run(process.execPath, 'quick-start.js');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).not.toBe('');
  });
});

describe('the command', () => {
  test('`sluice --help` tells how it is used', () => {
    const { status, stdout } = installed.run('npx', '--no-install', 'sluice', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('run');
  });

  test('its version is that of the package', () => {
    const { version } = JSON.parse(readText('package.json')) as { readonly version: string };
    const { stdout } = installed.run('npx', '--no-install', 'sluice', '--version');
    expect(stdout.trim()).toBe(version);
  });
});
