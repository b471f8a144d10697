/**
 * Bundles the shipped executors: each becomes one file that holds its libraries too, so that one
 * digest covers all that will run. Beside it lies its manifest, whose digest is still empty.
 */

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { build, type Metafile } from 'esbuild';

const root = dirname(createRequire(import.meta.url).resolve('sluice/package.json'));
const sources = join(root, 'hosts', 'executors');
const builtIn: ReadonlySet<string> = new Set(builtinModules);

/** What libraries written for `require` need to reach the built-ins of Node. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url);`;

/** Names of the shipped executors, sorted: the folders that hold a manifest. */
export function executorNames(): readonly string[] {
  return readdirSync(sources)
    .filter((name) => existsSync(join(sources, name, 'manifest.toml')))
    .sort();
}

/**
 * Writes `<name>/main.mjs` and `<name>/manifest.toml` for each executor below `outFolder`; throws
 * an `Error` if a bundle would load anything but built-ins of Node when it runs.
 */
export async function bundleExecutors(
  outFolder: string,
  names: readonly string[] = executorNames(),
): Promise<void> {
  const folder = resolve(outFolder);
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: join(sources, name, 'main.ts'), out: `${name}/main` })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Where the packages really lie is no part of what is bundled: the bytes are the same anywhere.
    preserveSymlinks: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE },
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  for (const [file, { imports, inputs }] of Object.entries(metafile.outputs)) {
    assertSelfContained(file, imports);
    const text = outputFiles.find(({ path }) => path === join(root, file))?.text;
    if (text === undefined) throw new Error(`esbuild gave no text for \`${file}\``);
    mkdirSync(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text + licences(Object.keys(inputs)));
  }
  for (const name of names) {
    copyFileSync(join(sources, name, 'manifest.toml'), join(folder, name, 'manifest.toml'));
  }
}

function assertSelfContained(file: string, imports: Metafile['outputs'][string]['imports']): void {
  const loaded = imports.filter(({ external }) => external).map(({ path }) => path);
  const odd = loaded.find((path) => !path.startsWith('node:') && !builtIn.has(path));
  if (odd !== undefined) throw new Error(`\`${file}\` would load \`${odd}\`: bundle it`);
}

/** The licence texts of the bundled packages, as comments: most ask to go with their code. */
function licences(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const texts = [...folders].sort().map((folder) => {
    const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
    const text =
      file === undefined ? 'see its package' : readFileSync(join(root, folder, file), 'utf8');
    return `${folder.split(`node_modules${sep}`).at(-1)}\n${text.trim()}`;
  });
  const lines = texts.join('\n\n').split(/[\r\n\u2028\u2029]+/);
  return texts.length === 0 ? '' : `\n${lines.map((line) => `// ${line}`).join('\n')}\n`;
}

function packageFolder(input: string): string | undefined {
  const parts = input.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return undefined;
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join(sep);
}
