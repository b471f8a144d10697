// Family K: which executors enter the catalogue, and what runs of them.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { makeKeyFile, signExecutor } from '../../hosts/index.js';
import { verifies } from '../claims/verifies.js';
import { executorPlace, manifestOf, writeExecutor } from '../fakes/executor-folder.js';
import { executorStage } from '../fakes/executor-run.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

const MARK = 'writeFileSync(envelope.args.path, "ran"); answer("done");';

function makePlace(code = MARK) {
  const place = executorPlace(scratchFolder());
  const folder = place.add({ code });
  const mark = join(place.root, 'mark');
  return { place, folder, mark, main: join(folder, 'main.mjs') };
}

describe('what is swapped after it was loaded', () => {
  verifies(['INV-K1', 'T-32'], 'runs neither as it was nor as it is', async () => {
    const { place, mark, main, folder } = makePlace();
    const signed = readFileSync(main);
    const swaps: readonly (() => void)[] = [
      () => writeFileSync(main, `${signed}\n`),
      () => rmSync(main),
      () => {
        copyFileSync(main, join(place.root, 'copy.mjs'));
        rmSync(main);
        symlinkSync(join(place.root, 'copy.mjs'), main);
      },
      () => chmodSync(main, 0o666),
      () => chmodSync(folder, 0o777),
      () => writeFileSync(join(folder, 'manifest.toml'), manifestOf()),
      () => {
        renameSync(folder, `${folder}2`);
        symlinkSync(`${folder}2`, folder);
      },
    ];
    for (const swap of swaps) {
      rmSync(place.executors, { recursive: true });
      mkdirSync(place.executors, { mode: 0o700 });
      place.add({ code: MARK });
      const stage = executorStage(place);
      expect(stage.catalogue.rejected).toEqual([]);
      swap();
      const { result, said } = await stage.run('fs_read', { path: mark });
      expect({ code: result.problem?.code, at: swap.toString(), mark: existsSync(mark) }).toEqual({
        code: 'tool_failed',
        at: swap.toString(),
        mark: false,
      });
      expect(said).toMatch(/^executor_changed/);
      expect(stage.failures.map(({ code }) => code)).toEqual(['executor_changed']);
      stage.catalogue.close();
    }
  });

  verifies('INV-K1', 'and what runs is a private copy of the signed bytes', async () => {
    const { place } = makePlace(
      `import { statSync, readdirSync } from 'node:fs';
       import { dirname } from 'node:path';
       import { fileURLToPath } from 'node:url';
       const file = fileURLToPath(import.meta.url);
       answer(JSON.stringify({ file, mode: statSync(file).mode & 0o777,
         above: statSync(dirname(dirname(file))).mode & 0o777,
         cwd: readdirSync('.') }));`,
    );
    const stage = executorStage(place);
    const { value } = await stage.run('fs_read', { path: 'x' });
    const seen = JSON.parse(String(value));
    expect(seen).toMatchObject({ mode: 0o400, above: 0o700, cwd: [] });
    expect(seen.file.startsWith(join(place.root, 'home', '.cache', 'sluice', 'run'))).toBe(true);
    expect(existsSync(seen.file)).toBe(false);
    stage.catalogue.close();
  });
});

describe('what was not signed so is not loaded', () => {
  verifies(['INV-K1', 'T-31', 'T-34'], 'changed code, and code behind a link', () => {
    const { place, main } = makePlace();
    const outside = join(place.root, 'outside.mjs');
    const swaps: readonly (readonly [string, () => void])[] = [
      ['executor_changed', () => writeFileSync(main, 'answer(1)')],
      [
        'catalogue_file_refused',
        () => {
          renameSync(main, outside);
          symlinkSync(outside, main);
        },
      ],
      ['input_unreadable', () => rmSync(main)],
      [
        'catalogue_file_refused',
        () => {
          rmSync(main, { force: true });
          mkdirSync(main);
        },
      ],
    ];
    for (const [code, swap] of swaps) {
      rmSync(place.executors, { recursive: true });
      mkdirSync(place.executors, { mode: 0o700 });
      place.add();
      swap();
      const { executors, rejected } = place.open();
      expect(executors).toEqual([]);
      expect(rejected.map((one) => one.code)).toEqual([code]);
    }
  });

  verifies(['INV-K1', 'T-32'], 'no byte moves from one file of code to the next', () => {
    const place = executorPlace(scratchFolder());
    const folder = writeExecutor(place.executors, { files: ['main.mjs', 'other.mjs'] });
    writeFileSync(join(folder, 'other.mjs'), '// tail\n');
    signExecutor(folder, place.key.file);
    expect(place.open().executors).toHaveLength(1);
    const main = readFileSync(join(folder, 'main.mjs'), 'utf8');
    writeFileSync(join(folder, 'main.mjs'), main.slice(0, -1));
    writeFileSync(join(folder, 'other.mjs'), `${main.slice(-1)}// tail\n`);
    expect(place.open().rejected.map(({ code }) => code)).toEqual(['executor_changed']);
  });

  verifies(['INV-K2', 'T-31'], 'no signature, that of a stranger, that of another text', () => {
    const { place, folder } = makePlace();
    const manifest = join(folder, 'manifest.toml');
    const signature = join(folder, 'manifest.toml.sig');
    const stranger = makeKeyFile(join(place.root, 'stranger.key'), 'catalog');
    const text = readFileSync(manifest, 'utf8');
    const good = readFileSync(signature, 'utf8');
    const codes = () => place.open().rejected.map(({ code }) => code);
    expect(place.open().executors.map(({ signedBy }) => signedBy)).toEqual([
      { key: place.key.key, name: 'alice@example.com' },
    ]);
    writeFileSync(manifest, text.replace('# of a test', '# of a tesT'));
    expect(codes()).toEqual(['manifest_untrusted']);
    writeFileSync(manifest, `\ufeff${text}`);
    expect(codes()).toEqual(['manifest_untrusted']);
    writeFileSync(manifest, text);
    expect(place.open({ keys: stranger.publicFile }).rejected.map(({ code }) => code)).toEqual([
      'manifest_untrusted',
    ]);
    for (const bad of ['', 'x', good.slice(2), `${good}${good}`]) {
      writeFileSync(signature, bad);
      expect(codes()).toEqual(['manifest_unsigned']);
    }
    writeFileSync(signature, `${'A'.repeat(86)}==`);
    expect(codes()).toEqual(['manifest_untrusted']);
    rmSync(signature);
    expect(codes()).toEqual(['manifest_unsigned']);
    // What nobody signed is not even read as TOML.
    writeFileSync(manifest, '[[[');
    writeFileSync(signature, good);
    expect(codes()).toEqual(['manifest_untrusted']);
  });

  verifies('INV-K2', 'with no key, or one of another use, nothing at all', () => {
    const { place } = makePlace();
    const other = makeKeyFile(join(place.root, 'audit.key'), 'audit');
    const open = (keys: string | readonly string[]) => {
      const { executors, rejected } = place.open({ keys });
      expect(executors).toEqual([]);
      return rejected.map(({ code }) => code);
    };
    expect(open([])).toEqual(['catalogue_unkeyed']);
    expect(open(join(place.root, 'nothing'))).toEqual(['input_unreadable', 'catalogue_unkeyed']);
    expect(open(other.publicFile)).toEqual(['key_purpose', 'catalogue_unkeyed']);
    expect(open(place.key.file)).toEqual(['key_malformed', 'catalogue_unkeyed']);
    chmodSync(place.key.publicFile, 0o666);
    expect(open(place.key.publicFile)).toEqual(['catalogue_file_refused', 'catalogue_unkeyed']);
  });
});
