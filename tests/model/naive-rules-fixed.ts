/** What is said beside the rules: the mode, the defaults, what is never touched, autonomy. */
import {
  type Action,
  type ActionClass,
  type Autonomy,
  autonomyLevels,
  type GuardrailDocument,
  type RuleDecision,
  type Standing,
} from '../../schemas/index.js';
import { type NamedDimension, naivelyListed } from './naive-rules-pattern.js';
import type { NaiveSay } from './naive-rules-say.js';

const asking: readonly ActionClass[] = [
  'fileDelete',
  'gitPush',
  'prCreate',
  'prPublish',
  'vendorSyncWrite',
];
const readable: readonly ActionClass[] = ['networkEgress', 'secretAccess'];

/** Pinned tools are out of reach of the mode and of autonomy. */
export function isNaivelyPinned({ pinned }: GuardrailDocument, { tool }: Action): boolean {
  return tool !== null && pinned.includes(tool);
}

/** What holds of a class of which no rule speaks: the mode if it only reads, else the default. */
export function naiveBuiltIn(
  document: GuardrailDocument,
  { action, standing }: { readonly action: Action; readonly standing: Standing },
  name: ActionClass,
): NaiveSay {
  const { mode } = standing;
  if (mode !== 'chat' && !readable.includes(name) && !isNaivelyPinned(document, action)) {
    return { decision: 'deny', source: 'preset', rule: `preset.${mode}` };
  }
  const decision: RuleDecision = asking.includes(name) ? 'prompt' : 'allow';
  return { decision, source: 'default', rule: `default.${name}` };
}

function neverOf(
  dimension: NamedDimension,
  { never }: GuardrailDocument,
  action: Action,
): readonly NaiveSay[] {
  const [patterns, facet] = [never[dimension], action[dimension]];
  if (patterns.length === 0 || facet === null) return [];
  const rule = `never.${dimension}`;
  const isTouched = facet.values.some((value) =>
    naivelyListed({ dimension, patterns }, value, 'loose'),
  );
  if (isTouched || facet.reach === 'every') return [{ decision: 'deny', source: 'never', rule }];
  return facet.reach === 'open' ? [{ decision: 'prompt', source: 'never', rule }] : [];
}

/** What no call may touch, whatever its classes are. */
export function naiveNever(document: GuardrailDocument, action: Action): readonly NaiveSay[] {
  return [
    ...neverOf('paths', document, action),
    ...neverOf('refs', document, action),
    ...neverOf('hosts', document, action),
  ];
}

/** The lower of what the document says of the space and what the standing says. */
export function naiveAutonomy(document: GuardrailDocument, standing: Standing): Autonomy {
  const { spaces, default: usual } = document.autonomy;
  const named = Object.entries(spaces).find(([space]) => space === standing.space);
  const levels = [named === undefined ? usual : named[1], standing.autonomy];
  return autonomyLevels.find((level) => levels.includes(level)) ?? 'proposeOnly';
}
