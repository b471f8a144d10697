/** Renders docs/trusted-base.md: how much code is trusted, counted from the sources. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles, projectRoot, readText } from '../project.js';

const HEAD = `# The trusted base

Generated from the sources by \`npm run docs:generate\`; do not edit.

If this code is wrong, claims are wrong; [threat-model.md](threat-model.md) says why each part is in
the list. Counted are lines that are neither blank nor comment; those of Sluice are rounded up to
the next fifty, so that not every edit changes this page.
`;

/** Files outside of the two trusted rooms that a run rests on. */
const HOST_FILES = [
  'hosts/create-kernel.ts',
  'hosts/node/path-resolver.ts',
  'hosts/node/ports.ts',
  'hosts/shell/bash-parser.ts',
  'hosts/shell/shell-words.ts',
];

/** Folders that a run rests on where the policy lies in files, and a turn. */
const HOST_FOLDERS = [
  ...['hosts/json', 'hosts/policy', 'hosts/catalogue', 'hosts/keys'],
  ...['hosts/scratchpad', 'hosts/settings', 'hosts/turns'],
];

/** What is loaded of each package. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  zod: ['v4/classic', 'v4/core', 'v4/locales'],
  'fast-json-stable-stringify': ['index.js'],
  unbash: ['dist'],
  yaml: ['dist'],
  'jsonc-parser': ['lib/umd'],
  'smol-toml': ['dist'],
  libsql: ['index.js', 'auth.js', 'sqlite-error.js'],
};

/** Lines that are neither blank nor, as a whole, comment. */
function codeLines(text: string): number {
  let count = 0;
  let isComment = false;
  for (const line of text.split('\n')) {
    const code = line.trim();
    const opens = !isComment && code.startsWith('/*');
    if (!isComment && !opens && code !== '' && !code.startsWith('//')) count += 1;
    if (isComment || opens) isComment = !code.includes('*/');
  }
  return count;
}

function roundedUp(count: number): string {
  return (Math.ceil(count / 50) * 50).toLocaleString('en-US');
}

function sum(files: readonly string[]): number {
  return files.reduce((count, file) => count + codeLines(readText(file)), 0);
}

function folderRows(): readonly string[] {
  const rooms = ['schemas', 'kernel', ...HOST_FOLDERS];
  const files = rooms.flatMap((room) => listFiles(room, '.ts'));
  const folders = [...new Set(files.map((file) => dirname(file)))].sort();
  const rows = folders.map((folder) => {
    const inside = files.filter((file) => dirname(file) === folder);
    return `| \`${folder}/\` | ${inside.length} | ${roundedUp(sum(inside))} |`;
  });
  const hosts = HOST_FILES.map((file) => `| \`${file}\` | 1 | ${roundedUp(sum([file]))} |`);
  const total = sum([...files, ...HOST_FILES]);
  const count = files.length + HOST_FILES.length;
  return [...rows, ...hosts, `| **together** | ${count} | ${roundedUp(total)} |`];
}

function packageFiles(name: string, part: string): readonly string[] {
  const path = join('node_modules', name, part);
  if (part.endsWith('.js')) return existsSync(join(projectRoot, path)) ? [path] : [];
  return listFiles(path, '.js');
}

function packageRows(): readonly string[] {
  const { dependencies } = JSON.parse(readText('package.json'));
  return Object.entries(PACKAGES).map(([name, parts]) => {
    const files = parts.flatMap((part) => packageFiles(name, part));
    const lines = sum(files).toLocaleString('en-US');
    return `| ${name} ${dependencies[name]} | ${files.length} | ${lines} |`;
  });
}

/** The whole page as Markdown. */
export function trustedBasePage(): string {
  const own = ['| part | files | lines of code |', '|---|--:|--:|', ...folderRows()];
  const others = ['| package | files | lines of code |', '|---|--:|--:|', ...packageRows()];
  return `${HEAD}\n${own.join('\n')}\n\n## Packages\n\n${others.join('\n')}\n`;
}
