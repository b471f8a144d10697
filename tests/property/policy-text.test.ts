/** A policy text with anything done to it is a whole document or none. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { HostError } from '../../hosts/errors.js';
import { parseManagedText } from '../../hosts/policy/managed-file.js';
import { escapedPath, literalBeginning } from '../../hosts/policy/path-pattern-text.js';
import { parsePolicyText } from '../../hosts/policy/policy-file.js';
import { guardrailDocumentSchema, managedRuleSchema } from '../../schemas/index.js';
import { goodPolicy } from '../unit/hosts/policy/policy-texts.js';
import { seeded } from './seed.js';

interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly text: string;
}

const goodManaged = JSON.stringify(
  [
    { actionClass: 'gitPush', constraint: { refs: ['main', '!main/*'], maxCount: 2 } },
    { command_prefix: 'npm publish', decision: 'prompt', enforcement: 'soft', id: 'publish' },
  ],
  null,
  1,
);

/** Marks of YAML and JSON, words of the grammar, and anything. */
const pieces = fc.oneof(
  fc.constantFrom(...'{}[]:,-?&*!|>%@`"\'#\\\n\t ~'),
  fc.constantFrom('- ', ': ', '\n  ', '---\n', '...\n', '<<', 'null', 'allow', 'deny', '\uFEFF'),
  fc.string({ maxLength: 6, unit: 'binary' }),
);

const edits = fc.array(
  fc.record({ at: fc.nat(), cut: fc.oneof(fc.nat(3), fc.nat(200)), text: pieces }),
  { minLength: 1, maxLength: 4 },
);

function edited(text: string, changes: readonly Edit[]): string {
  return changes.reduce((before, { at, cut, text: put }) => {
    const start = at % (before.length + 1);
    return before.slice(0, start) + put + before.slice(start + cut);
  }, text);
}

/** What was read, or null where it was refused as it should be. */
function readOrRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    expect(error.code).toBe('policy_malformed');
    expect(error.message.length).toBeLessThan(4_096);
    expect(error.problems.length).toBeGreaterThan(0);
    return null;
  }
}

seeded(
  'an edited policy text is a valid document, or is refused with a code and a place',
  fc.property(edits, (changes) => {
    const text = edited(goodPolicy, changes);
    const document = readOrRefused(() => parsePolicyText(text, 'p'));
    if (document === null) return;
    expect(guardrailDocumentSchema.parse(document)).toEqual({ ...document });
    expect(parsePolicyText(JSON.stringify(document), 'p')).toEqual(document);
  }),
);

seeded(
  'a path, written as a pattern, is that path and nothing else',
  fc.property(fc.array(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1 }), (steps) => {
    const path = `/${steps.map((step) => step.replaceAll('/', '*')).join('/')}`;
    const expected = { path: path.normalize('NFC'), rest: '/**' };
    expect(literalBeginning(`${escapedPath(path)}/**`)).toEqual(expected);
  }),
);

seeded(
  'any text at all is a valid document, or is refused',
  fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
    const document = readOrRefused(() => parsePolicyText(parts.join(''), 'p'));
    expect(document === null || document.version === 1).toBe(true);
  }),
);

seeded(
  'an edited managed file is a list of rules, or is refused',
  fc.property(edits, (changes) => {
    const rules = readOrRefused(() => parseManagedText(edited(goodManaged, changes), 'm'));
    for (const rule of rules ?? []) expect(managedRuleSchema.parse(rule)).toEqual({ ...rule });
  }),
);
