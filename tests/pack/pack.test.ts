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
  'sluice/reasoner/ai-sdk',
  'sluice/ai-sdk',
  'sluice/openai-agents',
  'sluice/langchain',
  'sluice/conformance',
  'sluice/testing',
  'sluice/otel',
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
      /^(package\.json|LICENSE|(README|CHANGELOG|SECURITY|docs\/.*)\.md|docs\/\w+\.svg|docs\/vectors\/[\w-]+\.json|docs\/guides\/conformance\/[\w-]+\.mjs)$/;
    const code = /^dist\/(schemas|kernel|reasoner|hosts)\/.*\.(js|d\.ts)$/;
    const shipped =
      /^dist\/hosts\/shipped\/(shipped\.key\.pub|executors\/\w+\/(main\.mjs|manifest\.toml(\.sig)?))$/;
    const odd = installed.files.filter(
      (file) => !papers.test(file) && !code.test(file) && !shipped.test(file),
    );
    expect(odd).toEqual([]);
    for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md']) {
      expect(installed.files).toContain(file);
    }
  });

  test('holds the shipped executors, signed, and no source of them', () => {
    expect(installed.files.filter((file) => file.endsWith('/main.mjs'))).toHaveLength(10);
    expect(installed.files.filter((file) => file.includes('hosts/executors/'))).toEqual([]);
    expect(installed.files.filter((file) => /\.key$/.test(file))).toEqual([]);
    const set = 'node_modules/sluice/dist/hosts/shipped';
    const args = ['catalog', `${set}/executors`, '--keys', `${set}/shipped.key.pub`, '--json'];
    const { stdout, status } = installed.run('node_modules/.bin/sluice', ...args);
    expect(status).toBe(0);
    const { accepted, rejected } = JSON.parse(stdout) as Readonly<
      Record<string, readonly unknown[]>
    >;
    expect([accepted?.length, rejected]).toEqual([10, []]);
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

  test('none of them brings the AI SDK along, or needs it to open', () => {
    const script = `
      import { existsSync } from 'node:fs';
      console.log(existsSync('node_modules/sluice'), existsSync('node_modules/@ai-sdk'));
    `;
    expect(installed.runScript('ai-sdk.mjs', script).stdout).toBe('true false\n');
  });

  test('the hardened one says that it needs SES, which none of them brings along', () => {
    const script = `
      import('sluice/hardened').then(
        () => console.log('opened'),
        (error) => console.log(error.code),
      );
    `;
    expect(installed.runScript('hardened.mjs', script).stdout).toBe('realm_package_missing\n');
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
