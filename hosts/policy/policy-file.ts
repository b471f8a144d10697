/**
 * The policy document on disk: YAML, and so JSON too. It is read whole or refused whole, with the
 * line of everything that is wrong.
 */
import { snapshot } from '../../kernel/index.js';
import { type GuardrailDocument, guardrailDocumentSchema } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { checkFit, MAX_MISFITS, type Misfit } from './misfit.js';
import { isPathPattern, pathPatternForm } from './path-pattern-text.js';
import { policyBounds, readTextFile } from './text-file.js';
import { readYamlText, type YamlText } from './yaml-text.js';

type Ruled = Pick<GuardrailDocument, 'rules' | 'managed' | 'never'>;

const MAX_TOLD = 10;
const ruleLists = Object.freeze(['rules', 'managed'] as const);

/**
 * Reads a policy document from YAML (JSON is YAML); `what` names it in messages. Frozen.
 * @throws HostError `policy_malformed` with the place of the first problem as `line:column`, and up
 * to ten of them in `problems`
 */
export function parsePolicyText(text: string, what: string): GuardrailDocument {
  const yaml = readYamlText(text, what);
  const fitted = checkFit(guardrailDocumentSchema, yaml.value);
  if ('misfits' in fitted) throw malformed(what, yaml, fitted.misfits);
  const { data } = fitted;
  const misfits = [...repeatedIds(data), ...deadPatterns(data)];
  if (misfits.length > 0) throw malformed(what, yaml, misfits);
  return snapshot(data, policyBounds) as unknown as GuardrailDocument;
}

/**
 * Reads a policy document from a file.
 * @throws HostError `policy_malformed` as `parsePolicyText`; `input_unreadable`
 */
export function readPolicyFile(path: string): GuardrailDocument {
  return parsePolicyText(readTextFile(path).text, path);
}

/** A rule is overridden and told by its id: two of one id would be taken for each other. */
function repeatedIds(document: Ruled): readonly Misfit[] {
  const seen = new Set<string>();
  return ruleLists.flatMap((list) =>
    document[list].flatMap(({ id }, at) => {
      if (!seen.has(id)) {
        seen.add(id);
        return [];
      }
      return [
        { kind: 'value', path: [list, at, 'id'], key: null, text: `a second rule \`${id}\`` },
      ];
    }),
  );
}

/** A pattern that matches nothing would be a rule that does nothing. */
function deadPatterns(document: Ruled): readonly Misfit[] {
  const dead = (patterns: readonly string[], path: readonly PropertyKey[]): readonly Misfit[] =>
    patterns.flatMap((pattern, at) =>
      isPathPattern(pattern)
        ? []
        : [{ kind: 'value', path: [...path, at], key: null, text: pathPatternForm }],
    );
  const rules = ruleLists.flatMap((list) =>
    document[list].flatMap(({ constraint }, at) =>
      dead(constraint?.paths ?? [], [list, at, 'constraint', 'paths']),
    ),
  );
  return [...rules, ...dead(document.never.paths, ['never', 'paths'])];
}

function malformed(what: string, yaml: YamlText, misfits: readonly Misfit[]): HostError {
  const told = misfits.slice(0, MAX_TOLD).map(({ path, key, text }) => {
    const place = key === null ? yaml.placeOf(path) : yaml.placeOfKey(path, key);
    return { ...place, text: `\`${what}\` line ${place.at}: ${text}` };
  });
  told.sort((a, b) => a.offset - b.offset);
  const problems = told.map(({ text }) => text);
  const count = misfits.length >= MAX_MISFITS ? 'many' : misfits.length - 1;
  const more = misfits.length > 1 ? ` (and ${count} more)` : '';
  const at = told[0]?.at ?? '1:1';
  return new HostError('policy_malformed', `${problems[0] ?? what}${more}`, { at, problems });
}
