/** What docs/guides/policy.md shows is read as it says, and refused in the words it shows. */
import { expect, test } from 'vitest';
import { parseManagedText } from '../../hosts/policy/managed-file.js';
import { parsePolicyText } from '../../hosts/policy/policy-file.js';
import { openPolicySource } from '../../hosts/policy/policy-source.js';
import { guardrailDocumentSchema } from '../../schemas/index.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';
import { tryProgram } from '../readme/doc-program.js';
import { hostError, policyFile } from '../unit/hosts/policy/policy-texts.js';

const blocks = docBlocks(readText('docs/guides/policy.md'));

function block(lang: string): string {
  return blocks.find((one) => one.lang === lang)?.text ?? '';
}

test('the whole document is read, decides, and leaves no key of the grammar out', () => {
  const text = block('yaml');
  const document = parsePolicyText(text, 'policy.yaml');
  expect(document.rules.map(({ decision }) => decision)).toEqual([
    'deny',
    'allow',
    'prompt',
    'allow',
    'deny',
  ]);
  const keys = Object.keys(guardrailDocumentSchema.shape);
  expect(keys.filter((key) => !text.includes(`\n${key}:`) && key !== 'version')).toEqual([]);
  const source = openPolicySource({ file: policyFile(text), env: {}, home: '/home/alice' });
  expect(source.current().grant).toEqual([
    'mail.read',
    'mail.send',
    'payment.send',
    'policy:override',
    'repo.push',
  ]);
  expect(source.document().never.paths).toContain('/home/alice/.ssh/**');
});

test('the managed file is read', () => {
  expect(parseManagedText(block('json'), 'managed.json')).toMatchObject([
    { id: 'managed-1', class: 'gitPush', decision: 'deny', enforcement: 'hard' },
    { id: 'ask-before-publish-anywhere', command: 'npm publish', decision: 'prompt' },
    { id: 'managed-3', class: 'networkEgress', constraint: { maxCount: 3 } },
  ]);
});

test('the refusals are worded as shown', () => {
  const text = `version: 1

# Two mistakes.
rules:
  - id: no-push

    scope: workspace
    class: gitPush
    decison: deny

  - id: ask-publish

    scope: workspace
    class: gitpush
    decision: prompt
`;
  const { problems } = hostError(() => parsePolicyText(text, 'policy.yaml'));
  expect(problems.join('\n')).toBe(block('text'));
});

test('its programs compile', () => {
  const program = blocks.filter(({ lang }) => lang === 'ts').map(({ text }) => `${text}\n`);
  expect(program).toHaveLength(2);
  expect(tryProgram('policy', program.join(''), 'compile').diagnostics).toEqual([]);
});
