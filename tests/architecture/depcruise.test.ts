/** Who may import whom: green on the project, and each rule red on a breach seeded in a copy. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot, readText } from '../project.js';
import { copyTree, type TreeCopy } from '../tree-copy.js';
import { type Breach, cruiseTree } from './cruise.js';

interface Rule {
  readonly name: string;
  readonly comment: string;
}

const configUrl = pathToFileURL(join(projectRoot, '.dependency-cruiser.mjs')).href;
const { default: config } = (await import(configUrl)) as {
  readonly default: { readonly forbidden: readonly Rule[] };
};

const value = 'export const seeded = 1;\n';

function importing(path: string, name = 'seeded'): string {
  return `import type { ${name} } from '${path}';\nexport type Seeded = typeof ${name};\n`;
}

/** Rule, the file that breaks it, its text. Type-only imports count too. */
const seeds: readonly (readonly [string, string, string])[] = [
  ['schemas-is-the-floor', 'schemas/seed-a.ts', importing('../kernel/index.js')],
  ['schemas-only-zod', 'schemas/seed-b.ts', importing('node:path', 'join')],
  ['kernel-knows-no-reasoner', 'kernel/seed-a.ts', importing('../reasoner/index.js')],
  ['kernel-by-the-front-door', 'kernel/seed-b.ts', importing('../schemas/label.js')],
  ['reasoner-knows-no-kernel', 'reasoner/seed-a.ts', importing('../kernel/index.js')],
  ['reasoner-by-the-front-door', 'reasoner/seed-b.ts', importing('../schemas/label.js')],
  ['hosts-by-the-front-door', 'hosts/seed-a.ts', importing('../kernel/gate/gate.js')],
  ['executors-know-no-room', 'hosts/executors/seed-a.ts', importing('../../schemas/index.js')],
  [
    'executors-are-run-not-imported',
    'hosts/seed-h.ts',
    importing('./executors/protocol/refusal.js', 'Refusal'),
  ],
  ['executor-packages', 'hosts/executors/seed-b.ts', importing('yaml', 'parse')],
  ['demo-by-the-front-door', 'demo/seed-a.ts', importing('../kernel/gate/gate.js')],
  ['demo-imports-no-tests', 'demo/seed-b.ts', importing('../tests/project.js')],
  ['nothing-imports-demo-or-tests', 'hosts/seed-b.ts', importing('../demo/main.js')],
  ['kernel-packages-have-one-file-each', 'kernel/seed-c.ts', importing('node:fs', 'readFileSync')],
  ['digest-is-one-file', 'kernel/seed-d.ts', importing('node:crypto', 'createHash')],
  ['zod-is-one-file', 'kernel/seed-e.ts', importing('zod', 'z')],
  ['tool-run-has-one-user', 'kernel/gate/seed-a.ts', importing('../effects/tool-run.js')],
  ['permit-has-two-users', 'kernel/interpreter/seed-a.ts', importing('../gate/permit.js')],
  ['leaves-know-nobody', 'kernel/snapshot/seed-a.ts', importing('../gate/gate.js')],
  ['what-is-judged-knows-no-judge', 'kernel/provenance/seed-a.ts', importing('../gate/gate.js')],
  ['gate-knows-no-effect', 'kernel/gate/seed-b.ts', importing('../effects/dispatcher.js')],
  [
    'effects-know-no-interpreter',
    'kernel/effects/seed-a.ts',
    importing('../interpreter/seed-a.js'),
  ],
  ['no-circular', 'hosts/seed-c.ts', `${importing('./seed-d.js')}${value}`],
  ['no-orphans', 'kernel/seed-f.ts', value],
  ['not-unreachable', 'hosts/seed-e.ts', `${importing('../schemas/index.js', 'makeLabel')}`],
  ['provider-sdk-in-its-provider', 'reasoner/seed-c.ts', importing('ollama', 'Ollama')],
  ['ai-sdk-in-its-provider', 'reasoner/seed-d.ts', importing('@ai-sdk/provider', 'JSONValue')],
  [
    'ai-sdk-as-types-only',
    'reasoner/providers/ai-sdk-seed.ts',
    "import { APICallError } from '@ai-sdk/provider';\nexport const seeded = APICallError;\n",
  ],
  ['ai-sdk-in-its-adapter', 'hosts/seed-o.ts', importing('ai', 'ToolSet')],
  [
    'openai-agents-in-its-adapter',
    'hosts/adapters/ai-sdk/seed-b.ts',
    importing('@openai/agents', 'FunctionTool'),
  ],
  [
    'langchain-in-its-adapter',
    'hosts/seed-p.ts',
    importing('@langchain/core/tools', 'ToolReturnType'),
  ],
  [
    'framework-as-types-only',
    'hosts/adapters/ai-sdk/seed-a.ts',
    "import { jsonSchema } from 'ai';\nexport const seeded = jsonSchema;\n",
  ],
  [
    'mcp-in-the-gateway',
    'hosts/seed-m.ts',
    importing('@modelcontextprotocol/sdk/types.js', 'ToolSchema'),
  ],
  [
    'gateway-when-it-is-asked-for',
    'hosts/seed-n.ts',
    "import { readGateway } from './gateway/read-gateway.js';\nexport const seeded = readGateway;\n",
  ],
  ['otel-in-its-entry', 'hosts/seed-q.ts', importing('@opentelemetry/api', 'Tracer')],
  [
    'otel-as-types-only',
    'hosts/otel/seed-b.ts',
    "import { trace } from '@opentelemetry/api';\nexport const seeded = trace;\n",
  ],
  ['ses-in-the-hardened-entry', 'hosts/seed-l.ts', importing('ses', 'Harden')],
  ['ses-as-types-only', 'hosts/hardened/seed-a.ts', "import 'ses';\nexport const seeded = 1;\n"],
  ['no-undeclared-package', 'hosts/seed-f.ts', importing('vitest', 'describe')],
  ['not-to-unresolvable', 'hosts/seed-g.ts', importing('./nowhere.js')],
];

const extra: readonly (readonly [string, string])[] = [
  ['hosts/seed-d.ts', `${importing('./seed-c.js')}${value}`],
];

test('the project breaks no rule', () => {
  expect(cruiseTree(projectRoot)).toEqual([]);
});

test('every comment says the mend in a sentence', () => {
  const odd = config.forbidden.filter((rule) => !/[.;:] .+[.]$/s.test(rule.comment));
  expect(odd.map((rule) => rule.name)).toEqual([]);
});

test('`npm run depcruise` looks at every room', () => {
  expect(readText('package.json')).toContain('schemas kernel reasoner hosts demo tests');
});

describe('a seeded breach turns its rule red', () => {
  let copy: TreeCopy;
  let breaches: readonly Breach[];

  beforeAll(() => {
    copy = copyTree();
    for (const [, file, text] of seeds) copy.write(file, text);
    for (const [file, text] of extra) copy.write(file, text);
    breaches = cruiseTree(copy.root);
  });

  afterAll(() => copy.remove());

  test.each(seeds)('%s in %s', (rule, file) => {
    const found = breaches.filter((breach) => breach.rule === rule);
    expect(found.some((breach) => breach.from === file || breach.to === file)).toBe(true);
  });

  test('not-unreachable-from-test in kernel/seed-f.ts', () => {
    const found = breaches.filter((breach) => breach.rule === 'not-unreachable-from-test');
    expect(found.map((breach) => breach.from)).toContain('kernel/seed-f.ts');
  });

  test('every rule has a seed', () => {
    const seeded = new Set([...seeds.map(([rule]) => rule), 'not-unreachable-from-test']);
    const names = config.forbidden.map((rule) => rule.name);
    expect(names.filter((name) => !seeded.has(name))).toEqual([]);
  });
});
