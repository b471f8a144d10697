/** The families of attacks, by the name that the report gives them. */
import { type Attack, type Family, poisoned, withSteps } from './attack.js';
import { constants, goalSteps } from './constants.js';
import { forgedEdges } from './edges.js';
import { ownWords } from './own-words.js';
import { adversarialParser, lies, lyingPlan } from './parser.js';
import { splices } from './splices.js';
import { decoys, injectedText } from './texts.js';

export type { Attack, Family, Ground, Pair } from './attack.js';

/** All at once: the goal's steps, a parser that lies, text everywhere. */
const combined: Family = (pair, ground): readonly Attack[] => {
  const [lie = pair.goal.goal] = lies(pair);
  const plan = lyingPlan(pair, lie);
  const steps = [...plan.steps, ...goalSteps(pair.goal)];
  return [
    {
      name: 'steps, parser, text',
      environment: poisoned(ground, lie),
      text: lie,
      plan: withSteps(plan, steps),
    },
  ];
};

export const families = {
  constants,
  splices,
  own_words: ownWords,
  parser: adversarialParser,
  text: injectedText,
  decoys,
  forged_edges: forgedEdges,
  combined,
} satisfies Readonly<Record<string, Family>>;

export type FamilyName = keyof typeof families;
export const familyNames: readonly FamilyName[] = Object.keys(families) as FamilyName[];
