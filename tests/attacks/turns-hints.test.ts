// Hints of the user that an executor, or a slip of the pen, would leave without effect.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { executorPlace } from '../fakes/executor-folder.js';
import { runCli } from '../unit/hosts/cli/cli-process.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const SCOPE = '[scope."fs.read"]\nargument = "/path"\nkind = "path"';
const NAMED = 'effect = "read"\ncapabilities = ["fs.read"]\n[tool.args."/path"]\nnames = "path"';

verifies('INV-K6', 'an executor that bounds no argument stays out where there is a hint', () => {
  const place = executorPlace(scratchFolder());
  place.add({ tool: NAMED, scope: SCOPE });
  place.add({ name: 'fs_peek' });
  const open = () => place.open();
  expect(open().executors.map(({ name }) => name)).toEqual(['fs_peek', 'fs_read']);
  const hinted = place.open({ capabilityHints: { 'fs.read': ['~/notes/**'] } });
  expect(hinted.executors.map(({ name }) => name)).toEqual(['fs_read']);
  expect(hinted.rejected).toMatchObject([{ code: 'config_malformed' }]);
});

test('an executor with a name of what a turn itself offers stays out', () => {
  const place = executorPlace(scratchFolder());
  const names = ['answer', 'delegate', 'parse', 'pick', 'scratchpad_read'];
  for (const name of names) place.add({ name });
  place.add();
  const { executors, rejected } = place.open();
  expect(executors.map(({ name }) => name)).toEqual(['fs_read']);
  expect(rejected.map(({ code }) => code)).toEqual(names.map(() => 'executor_duplicate'));
  expect(rejected[0]?.reason).toBe('`answer` is the name of what every turn offers');
});

function settingsIn(root: string, hint: string): string {
  const path = join(root, 'sluice.toml');
  mkdirSync(root, { recursive: true });
  writeFileSync(
    path,
    `[principal]
id = "user:me@example.com"
[runtime.llm.fast]
provider = "ollama"
model = "small"
host = "http://127.0.0.1:1"
[catalogue]
shipped = false
folders = ["executors"]
keys = ["catalog.key.pub"]
[catalogue.hints]
${hint}
[grant]
capabilities = ["fs.read"]
`,
  );
  return path;
}

test('a hint that bounds nothing ends the command before a model is asked', async () => {
  const place = executorPlace(scratchFolder());
  place.add({ tool: NAMED, scope: SCOPE });
  const at = (hint: string) => {
    const kept = ['--scratchpad', join(place.root, 's.db'), '--log', join(place.root, 'turns')];
    return runCli('turn', 'Read it', '--config', settingsIn(place.root, hint), ...kept);
  };
  const wrong = await at('"fs.raed" = ["~/notes/**"]');
  expect([wrong.exitCode, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toContain('settings_malformed');
  expect(wrong.stderr).toContain('`fs.raed` bounds no executor');
  const right = await at('"fs.read" = ["~/notes/**"]');
  expect(right.stdout).toContain('reasoner_unreachable');
});
