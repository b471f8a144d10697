/** What docs/guides/turns.md shows is what a turn is: its programs, its settings, its commands. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSettings } from '../../hosts/index.js';
import { turnKinds } from '../../reasoner/index.js';
import { codes, sizeBuckets, stepStatuses } from '../../schemas/index.js';
import { type OllamaServer, startOllamaServer } from '../fakes/ollama-server.js';
import { shippedOnce, toolReply, wordReply } from '../fakes/turn-world.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';
import { tryProgram } from '../readme/doc-program.js';
import { startCli } from '../unit/hosts/cli/cli-process.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const guide = readText('docs/guides/turns.md');
const blocks = docBlocks(guide);
const joined = (lang: string, meta = ''): string =>
  blocks
    .filter((block) => block.lang === lang && block.meta === meta)
    .map(({ text }) => `${text}\n`)
    .join('');

describe('a loop of one’s own', () => {
  test('its programs compile, run and print what they say', () => {
    const { diagnostics, stdout, stderr } = tryProgram('turns', joined('ts'), 'run');
    expect(diagnostics).toEqual([]);
    expect(stderr).toBe('');
    expect(stdout).toBe(joined('text'));
  });

  test('the models that it shows compile', () => {
    expect(tryProgram('models', joined('ts', 'no-run'), 'compile').diagnostics).toEqual([]);
  });
});

describe('the commands', () => {
  const [turn = '', show = ''] = blocks
    .filter(({ lang }) => lang === 'console')
    .map(({ text }) => text);
  let server: OllamaServer;
  let home = '';

  beforeAll(async () => {
    const [todo, copy] = ['~/notes/todo.md', '~/notes/copy.md'];
    const write = (path: string) => toolReply('fs_write', { path, content: '{{step1.text}}' });
    server = await startOllamaServer({
      models: [{ name: 'qwen3:8b' }],
      replies: [
        toolReply('fs_read', { path: todo }),
        write('~/notes/todo-copy.md'),
        write(copy),
        wordReply('I saved a copy.'),
      ],
    });
  });
  afterAll(() => server.stop());

  async function start(command: string): Promise<readonly string[]> {
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');
    const { stdout, stderr } = await startCli(words, undefined, home).ended;
    return `${stderr}${stdout}`.split('\n').map(plain);
  }

  test('go just so, with the settings that it shows', async () => {
    home = scratchFolder();
    mkdirSync(join(home, 'notes'));
    mkdirSync(join(home, '.local'));
    writeFileSync(join(home, 'notes', 'todo.md'), '- buy milk\n');
    const { folder, key } = await shippedOnce();
    const own = `\n[catalogue]\nshipped = false\nfolders = ["${folder}"]\nkeys = ["${key}"]\n`;
    const settings = joined('toml').replace('qwen3:8b"', `qwen3:8b"\nhost = "${server.url}"`);
    writeFileSync(join(home, 'sluice.toml'), settings + own, { mode: 0o600 });
    const [line = '', ...shown] = turn.split('\n');
    const real = await start(`${line.replace('$ sluice ', '')} --config ${home}/sluice.toml`);
    expect(real.filter((text) => text !== '')).toEqual(shown.map(plain));
    const list = await startCli(['turns', 'list'], undefined, home).ended;
    const id = /[0-9a-f]{32}/.exec(list.stdout)?.[0] ?? '';
    const record = await start(`turns show ${id}`);
    const left = show.split('\n').slice(1).map(plain);
    expect(left.filter((text) => !record.includes(text))).toEqual([]);
  });
});

/** Without what differs from turn to turn. */
function plain(line: string): string {
  return line.replace(/[0-9a-f]{32}/g, 'ID').replace(/\d+ ms/g, 'N ms');
}

describe('the tables', () => {
  test('the defaults are those of the settings', () => {
    const { mode, caps, hybrid, catalogue } = parseSettings(joined('toml'), '/x/sluice.toml');
    expect(mode).toBe('local');
    expect(guide).toContain(`| ${caps.steps}, ${caps.sameExecutor} |`);
    expect(hybrid).toEqual({ criticalCapabilities: [], escalateAfterFailure: true });
    expect(catalogue).toMatchObject({ shipped: true, folders: [], keys: [], secrets: null });
  });

  test('every kind, size and status is told', () => {
    const words = [...turnKinds, ...sizeBuckets, ...stepStatuses];
    expect(words.filter((word) => !guide.includes(`\`${word}\``))).toEqual([]);
  });

  test('the bound of what leaks holds for the list of codes as it is', () => {
    const most = 256;
    expect(Object.keys(codes).length).toBeLessThan(most);
    const answers = sizeBuckets.length + 3 * most;
    expect(answers).toBeLessThan(2 ** 10);
    expect(guide).toContain(`${sizeBuckets.length} + 3 × ${most} = ${answers} answers`);
  });
});
