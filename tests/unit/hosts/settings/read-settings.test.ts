// `sluice.toml`: what it takes, what it gives where it is silent, and what it refuses.
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HostError, modelName, readSettings, type Settings } from '../../../../hosts/index.js';
import { verifies } from '../../../claims/verifies.js';
import { scratchFolder } from '../stores/scratch.js';

afterEach(() => vi.unstubAllEnvs());

const FAST = '[runtime.llm.fast]\nprovider = "ollama"\nmodel = "qwen3:8b"\n';

const WHOLE = `
[principal]
id = "user:alice@example.com"
[runtime]
mode = "hybrid"
${FAST}
[runtime.llm.middle]
provider = "anthropic"
model = "some-model"
think = true
host = "https://models.example.com/v1"
context_tokens = 32768
max_tokens = 2048
[runtime.llm.wise]
provider = "ollama"
model = "qwen3:8b"
think = true
[runtime.hybrid]
critical_capabilities = ["money.pay"]
escalate_after_failure = false
[runtime.caps]
steps = 7
same_executor = 3
[catalogue]
folders = ["executors", "/opt/executors/", "~/mine"]
keys = ["~/.config/sluice/keys/me.pub"]
[catalogue.hints]
"fs.read" = ["~/notes/**"]
"network:get" = ["*.example.com"]
[grant]
capabilities = ["fs.read", "network:get", "fs.read"]
`;

function written(text: string): string {
  const path = join(scratchFolder(), 'sluice.toml');
  writeFileSync(path, text);
  return path;
}

function refused(text: string): HostError {
  try {
    readSettings(written(text));
  } catch (error) {
    if (error instanceof HostError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

const tiers = ({ models }: Settings): readonly string[] =>
  [models.fast, models.middle, models.wise].map(modelName);

verifies(['T-9', 'T-11'], 'every setting is read, and paths begin at the file or at home', () => {
  vi.stubEnv('HOME', '/home/alice');
  const path = written(WHOLE);
  const folder = path.slice(0, path.lastIndexOf('/'));
  const settings = readSettings(path);
  expect(settings).toMatchObject({
    path,
    mode: 'hybrid',
    hybrid: { criticalCapabilities: ['money.pay'], escalateAfterFailure: false },
    caps: { steps: 7, sameExecutor: 3 },
    catalogue: {
      folders: [`${folder}/executors`, '/opt/executors', '/home/alice/mine'],
      keys: ['/home/alice/.config/sluice/keys/me.pub'],
      hints: { 'fs.read': ['~/notes/**'], 'network:get': ['*.example.com'] },
    },
    grant: ['fs.read', 'network:get'],
    principal: 'user:alice@example.com',
  });
  expect(settings.models.middle).toEqual({
    provider: 'anthropic',
    model: 'some-model',
    think: true,
    host: 'https://models.example.com/v1',
    contextTokens: 32_768,
    maxTokens: 2048,
  });
  // Thinking or not, it is one model.
  expect(settings.models.same).toEqual([['fast', 'wise']]);
});

verifies(
  ['T-9', 'T-10', 'T-27'],
  'the fast model alone is enough, and the rest has defaults',
  () => {
    const settings = readSettings(written(FAST));
    expect(settings).toMatchObject({
      mode: 'local',
      hybrid: { criticalCapabilities: [], escalateAfterFailure: true },
      caps: { steps: 5, sameExecutor: 2 },
      catalogue: { folders: [], keys: [], hints: {} },
      grant: [],
      principal: null,
    });
    expect(tiers(settings)).toEqual(new Array(3).fill('ollama/qwen3:8b'));
    expect(settings.models.fast.think).toBe(false);
  },
);

verifies(['T-10', 'C37'], 'a tier that is not there is another one, and that is recorded', () => {
  const tier = (name: string, model: string): string =>
    `[runtime.llm.${name}]\nprovider = "ollama"\nmodel = "${model}"\n`;
  const withMiddle = readSettings(written(FAST + tier('middle', 'gemma3')));
  expect(tiers(withMiddle)).toEqual(['ollama/qwen3:8b', 'ollama/gemma3', 'ollama/gemma3']);
  expect(withMiddle.models.same).toEqual([['middle', 'wise']]);
  const withWise = readSettings(written(FAST + tier('wise', 'big')));
  expect(tiers(withWise)).toEqual(['ollama/qwen3:8b', 'ollama/qwen3:8b', 'ollama/big']);
  expect(withWise.models.same).toEqual([['fast', 'middle']]);
  const apart = readSettings(written(FAST + tier('middle', 'a:latest') + tier('wise', 'b')));
  expect(apart.models.same).toEqual([]);
  const latest = readSettings(written(FAST + tier('middle', 'a:latest') + tier('wise', 'a')));
  expect(latest.models.same).toEqual([['middle', 'wise']]);
  expect(readSettings(written(FAST)).models.same).toEqual([['fast', 'middle', 'wise']]);
});

describe('it refuses, by its place,', () => {
  test.each([
    ['', '`runtime` is missing'],
    ['[runtime]\nmode = "local"', '`runtime.llm` is missing'],
    [FAST.replace('fast', 'middle'), '`runtime.llm.fast` is missing'],
    [`${FAST}api_key = "sk-1"`, '`runtime.llm.fast`: unknown key `api_key`'],
    [`${FAST}thnk = true`, 'unknown key `thnk`: did you mean `think`?'],
    [`${FAST}[runtime.cap]\nsteps = 3`, '`runtime`: unknown key `cap`: did you mean `caps`?'],
    [`${FAST}[runtime.caps]\nsteps = 0`, '`runtime.caps.steps`: less than 1'],
    [`${FAST}[runtime.caps]\nsteps = 1.5`, '`runtime.caps.steps`: '],
    [`${FAST}[runtime.caps]\nsteps = "5"`, '`runtime.caps.steps`: '],
    [`${FAST}[runtime.caps]\nsteps = 1001`, '`runtime.caps.steps`: more than 1000'],
    [`${FAST}think = "yes"`, '`runtime.llm.fast.think`: '],
    [`${FAST}host = "file:///etc/x"`, '`runtime.llm.fast.host`: no `http` or `https` address'],
    [`${FAST}host = "http://me:pw@example.com"`, '`runtime.llm.fast.host`: no `http` or `https`'],
    [FAST.replace('ollama', 'parrot'), '`runtime.llm.fast.provider`: '],
    [FAST.replace('qwen3:8b', 'x'.repeat(201)), '`runtime.llm.fast.model`: longer than 200'],
    [`${FAST}[runtime]\nmode = "cloud"`, '`runtime.mode`: '],
    [`${FAST}[grant]\ncapabilities = ["a b"]`, '`grant.capabilities.0`: no capability'],
    [`${FAST}[principal]\nid = "alice"`, '`principal.id`: must be'],
    [`${FAST}[principal]`, '`principal.id` is missing'],
    [`${FAST}[catalogue.hints]\n"a b" = ["x"]`, '`catalogue.hints.a b`: no capability'],
    [`${FAST}[catalogue.hints]\nfs = []`, '`catalogue.hints.fs`: an empty list'],
    [`${FAST}[catalogue]\nfolders = ["~bob/x"]`, '`catalogue.folders.0`: a home of somebody'],
    [`${FAST}[catalogue]\nfolders = ["a\\u0000"]`, '`catalogue.folders.0`: a control character'],
    [`${FAST}[catalogue]\nfolders = [2026-03-04]`, '`catalogue.folders.0`: '],
  ])('%j', (text, what) => {
    const error = refused(text);
    expect(error.code).toBe('settings_malformed');
    expect(error.message).toContain(what);
    expect(error.message).not.toMatch(/sk-1|me:pw|\n/);
    expect(error.mend).toContain('mend the settings');
  });

  test.each([
    ['no TOML', '[runtime\nmode = "x"', '1:'],
    ['a key that stands twice', `${FAST}model = "b"`, '4:'],
    ['a reserved key', `${FAST}__proto__ = 1`, '4:'],
    ['what is nested too deeply', `x = ${'['.repeat(40)}${']'.repeat(40)}`, '1:'],
  ])('%s', (_, text, at) => {
    const error = refused(text);
    expect(error.code).toBe('settings_malformed');
    expect(error.at).toMatch(new RegExp(`^${at}`));
    expect(error.message).not.toContain('\n');
  });

  test('each of several problems, at once', () => {
    const { problems } = refused(`${FAST}thnk = true\n[runtime.caps]\nsteps = 0\n[grants]\n`);
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).toContain('did you mean `grant`?');
  });

  test('what anybody may write to', () => {
    const path = written(FAST);
    chmodSync(path, 0o666);
    expect(() => readSettings(path)).toThrow(/anybody may write to it/);
    chmodSync(path, 0o664);
    expect(readSettings(path).mode).toBe('local');
  });

  test.skipIf(process.geteuid?.() !== 0)('what another user owns', () => {
    const path = written(FAST);
    chownSync(path, 12_345, 12_345);
    expect(() => readSettings(path)).toThrow(/another user owns it/);
  });

  test('what is too long, no text, or not there', () => {
    expect(refused(`# ${'x'.repeat(300_000)}`).message).toContain('longer than');
    const bytes = join(scratchFolder(), 'sluice.toml');
    writeFileSync(bytes, Buffer.from([0xff, 0xfe]));
    expect(() => readSettings(bytes)).toThrow(/not UTF-8/);
    expect(() => readSettings('/nowhere/sluice.toml')).toThrow(/no such file/);
  });
});
