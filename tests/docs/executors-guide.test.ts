/** What docs/guides/executors.md shows of the shipped executors is what they are and do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { executorNames } from '../../hosts/executors/bundle.js';
import { projectRoot, readText } from '../project.js';
import { bundled, put, scratchFolder } from '../unit/executors/executor-process.js';

const guide = readText('docs/guides/executors.md');

interface Declared {
  readonly effect: string;
  readonly egress?: boolean;
  readonly commit?: boolean;
  readonly capabilities: readonly string[];
}

/** The first four columns of the set, as the manifests have them. */
function expectedRows(): readonly string[] {
  return executorNames().map((name) => {
    const file = join(projectRoot, 'hosts/executors', name, 'manifest.toml');
    const { tool, input } = parse(readFileSync(file, 'utf8'));
    const { effect, egress, commit, capabilities } = tool as unknown as Declared;
    const words = [effect, egress === true ? 'egress' : '', commit === true ? 'commit' : ''];
    const { properties } = input as { readonly properties: object };
    const args = Object.keys(properties).map((key) => `\`${key}\``);
    const cells = [
      `\`${name}\``,
      words.filter((word) => word !== '').join(', '),
      capabilities.map((one) => `\`${one}\``).join(', '),
      args.length === 0 ? 'none' : args.join(', '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function block(name: string): string {
  const found = new RegExp(`\`\`\`json ${name}\\n(.*?)\`\`\``, 's').exec(guide);
  if (found?.[1] === undefined) throw new Error(`the guide has no block \`${name}\``);
  return found[1];
}

test('the set is that of the manifests', () => {
  const rows = guide.split('\n').filter((line) => /^\| `\w+` \| (read|write)/.test(line));
  const heads = rows.map((row) => `${row.split(' | ').slice(0, 4).join(' | ')} |`);
  expect([...heads].sort()).toEqual([...expectedRows()].sort());
});

test('the call that it shows is answered as it shows', async () => {
  const home = scratchFolder();
  put(home, 'notes/todo.txt', 'buy milk\n');
  const executors = await bundled('fs_read');
  const { ok, value } = await executors.call('fs_read', block('envelope').replace('/home/u', home));
  const shown = JSON.parse(block('answer').replace('/home/u', home)) as object;
  expect({ ok, value }).toEqual(shown);
});
