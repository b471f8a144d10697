/** What docs/guides/catalogue.md shows is signed, let in and run as it says. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signExecutor } from '../../hosts/index.js';
import { executorPlace } from '../fakes/executor-folder.js';
import { executorStage } from '../fakes/executor-run.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const blocks = docBlocks(readText('docs/guides/catalogue.md'));
const textOf = (lang: string): string => blocks.find((block) => block.lang === lang)?.text ?? '';

test('the executor of the guide is signed, let in, and reads what it may', async () => {
  const place = executorPlace(scratchFolder());
  const folder = join(place.executors, 'fs_head');
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.toml'), textOf('toml'));
  writeFileSync(join(folder, 'main.mjs'), textOf('js'));
  signExecutor(folder, place.key.file);
  const notes = join(place.root, 'home', 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'a.txt'), 'one\ntwo\nthree');
  const stage = executorStage(place);
  expect(stage.catalogue.rejected).toEqual([]);
  const run = (path: string) => stage.run('fs_head', { path, lines: 2 });
  expect((await run('~/notes/a.txt')).value).toBe('one\ntwo');
  expect((await run('~/notes/b.txt')).said).toBe('executor_failed: ENOENT');
  expect((await run('~/other')).result.problem?.code).toBe('scope_denied');
  expect(readFileSync(join(folder, 'manifest.toml'), 'utf8')).toMatch(/"main.mjs" = "sha256:/);
  stage.catalogue.close();
});
