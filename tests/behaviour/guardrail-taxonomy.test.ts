// Family G, taxonomy: the thirteen classes, and that whatever changes state declares its own.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { suiteNames } from '../../demo/agentdojo/suite-data.js';
import { type DefinitionInput, defineTool } from '../../hosts/index.js';
import {
  type ActionClass,
  actionClasses,
  actionClassOf,
  classDefaults,
  type Effect,
  tierClasses,
} from '../../schemas/index.js';
import { codeThrownBy } from '../cases/decides.js';
import { verifies } from '../claims/verifies.js';
import { patched } from '../fakes/patched.js';
import { readText, sourceFiles } from '../project.js';
import { curatedClasses } from './curated-classes.js';
import { usesOfDefiningNames } from './defining-names.js';
import { catalogues, definingFiles } from './tool-catalogues.js';

const asking = ['fileDelete', 'gitPush', 'prCreate', 'prPublish', 'vendorSyncWrite'];
const passing = [
  ...['fileWriteOutsideWorktree', 'gitCommit', 'networkEgress', 'secretAccess'],
  ...['packageInstall', 'processSpawn', 'workspaceMutation', 'enclosureControl'],
];

function withDefault(wanted: string): readonly string[] {
  const found = Object.entries(classDefaults).filter(([, decision]) => decision === wanted);
  return found.map(([name]) => name).sort();
}

describe('the thirteen classes', () => {
  verifies('G-5', 'five ask where no rule speaks', () => {
    expect(withDefault('prompt')).toEqual([...asking].sort());
  });

  verifies('G-6', 'eight pass where no rule speaks, and there are no more', () => {
    expect(withDefault('allow')).toEqual([...passing].sort());
    expect(Object.keys(classDefaults).sort()).toEqual([...actionClasses].sort());
    expect(new Set(actionClasses).size).toBe(13);
    expect([actionClasses, classDefaults].every(Object.isFrozen)).toBe(true);
  });

  verifies('G-8', 'a foreign tool has the classes of its tier', () => {
    expect(tierClasses).toEqual({
      exec: ['processSpawn'],
      write: ['fileWriteOutsideWorktree'],
      read: [],
    });
    expect([tierClasses, ...Object.values(tierClasses)].every(Object.isFrozen)).toBe(true);
  });

  verifies('G-9', 'any other text is no class', () => {
    for (const name of actionClasses) expect(actionClassOf(name)).toBe(name);
    const others = ['', 'GitPush', 'gitpush', 'gitPush ', 'git push', 'length', 'toString', '0'];
    for (const name of [...others, '__proto__']) expect(actionClassOf(name)).toBeNull();
  });
});

interface Declared {
  readonly effect: Effect;
  readonly egress: boolean;
  readonly mutates: boolean;
  readonly classes: readonly ActionClass[];
}

/** As a caller without types would. */
function define(declared: object): void {
  const input = z.strictObject({});
  const base = { name: 'x', description: 'x', capabilities: ['x.y'], input, output: z.null() };
  const given: object = { ...base, ...declared };
  defineTool({ ...(given as DefinitionInput), run: () => null });
}

function messageOf(declared: object): string {
  try {
    define(declared);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Every way to put the four declarations together, with some lists of classes. */
const declarations: readonly Declared[] = (['pure', 'read', 'write'] as const).flatMap((effect) =>
  [true, false].flatMap((egress) =>
    [true, false].flatMap((mutates) =>
      [[], ['networkEgress'], ['gitPush'], ['gitPush', 'networkEgress']].map((classes) => ({
        effect,
        egress,
        mutates,
        classes: classes as readonly ActionClass[],
      })),
    ),
  ),
);

function mayBeDefined({ effect, egress, mutates, classes }: Declared): boolean {
  const changes = effect === 'write' || egress || mutates;
  if (effect === 'pure') return !changes && classes.length === 0;
  if (changes && classes.length === 0) return false;
  return !egress || classes.includes('networkEgress');
}

describe('a definition', () => {
  verifies('G-7', 'that writes, sends or changes names what, and else is none', () => {
    for (const declared of declarations) {
      const code = codeThrownBy(() => define(declared));
      const expected = mayBeDefined(declared) ? null : 'tool_malformed';
      expect({ ...declared, code }).toEqual({ ...declared, code: expected });
    }
  });

  verifies('G-7', 'is refused with the field and the mend', () => {
    expect(messageOf({ effect: 'write' })).toContain('at `/classes`: a tool that changes state');
    for (const name of actionClasses) {
      expect(messageOf({ effect: 'write' })).toContain(`\`${name}\``);
    }
    const sends = { effect: 'read', egress: true };
    expect(messageOf(sends)).toContain('add `networkEgress` to `classes`');
    expect(messageOf({ ...sends, classes: ['gitPush'] })).toContain('add `networkEgress`');
    expect(messageOf({ effect: 'read', mutates: true })).toContain('at `/classes`');
    expect(messageOf({ effect: 'pure', classes: ['gitPush'] })).toContain('leave `classes` out');
    expect(messageOf({ effect: 'pure', egress: true })).toContain('at `/effect`');
    expect(messageOf({ effect: 'write', classes: ['gitPull'] })).toContain('at `/classes/0`');
  });

  verifies(['G-7', 'INV-H11'], 'does not inherit a class', () => {
    const patch = { on: Object.prototype, key: 'classes', value: ['gitPush'], enumerable: false };
    expect(patched([patch], () => messageOf({ effect: 'write' }))).toContain('at `/classes`');
  });
});

describe('the tools of the project', () => {
  verifies(
    'G-7',
    'have the classes that are written down by hand, and no other tools exist',
    () => {
      const declared = Object.entries(catalogues).map(([catalogue, tools]) => [
        catalogue,
        Object.fromEntries(
          tools.map(({ name, definition }) => [name, [...definition.spec.classes].sort()]),
        ),
      ]);
      expect(Object.fromEntries(declared)).toEqual(curatedClasses);
      for (const tools of Object.values(catalogues)) {
        expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
      }
    },
  );

  verifies('G-7', 'are in the catalogues: no other file defines one', () => {
    const found = sourceFiles(['schemas', 'kernel', 'reasoner', 'hosts', 'demo'])
      // Here the definition itself is made.
      .filter((file) => file !== 'kernel/effects/tool-run.ts')
      .map((file): [string, number] => [file, usesOfDefiningNames(readText(file))])
      .filter(([, uses]) => uses > 0);
    expect(Object.fromEntries(found)).toEqual(definingFiles);
    expect(Object.keys(catalogues)).toEqual(expect.arrayContaining([...suiteNames]));
  });

  test('a definition is found under an alias, in a namespace and as a value', () => {
    const used = [
      "import { defineTool } from 'sluice';\nexport const a = defineTool({});",
      "import { defineTool as make } from 'sluice';",
      "export { defineTool as make } from 'sluice';",
      "import * as s from 'sluice';\nexport const a = s.defineTool({});",
      "import { defineTool } from 'sluice';\nexport const make = defineTool;",
      "import { assembleSuite } from './suite.js';\nexport const a = assembleSuite({});",
    ];
    expect(used.map(usesOfDefiningNames)).toEqual(used.map(() => 1));
    const unused = [
      "import { defineTool } from 'sluice';",
      "export { defineTool } from 'sluice';",
      "// defineTool()\nexport const a = 'defineTool';",
      'export function defineTool(): void {}',
    ];
    expect(unused.map(usesOfDefiningNames)).toEqual(unused.map(() => 0));
  });
});
