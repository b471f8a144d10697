/** Nothing runs that the reference refuses. */
import stableStringify from 'fast-json-stable-stringify';
import type { Json, JsonObject, Plan } from '../../../schemas/index.js';
import { isPrefix, textsOf } from '../deeds.js';
import { caseOf, type Example } from '../example.js';
import { play } from '../play.js';
import { type Predicted, predict } from '../reference/predict.js';
import type { Requirement } from '../requirement.js';
import { principal } from '../scene/situation.js';
import { fitsParse, type ParseSchemaName } from '../scene/tool-schemas.js';
import { parsedAs, planFor, resultOf } from '../scene/world.js';
import { ensure, Violation } from '../violation.js';

/** What the reference asks of the outside, in order, and what it is answered. */
export type Noted =
  | { readonly ask: 'rule'; readonly answer: 'allow' | 'deny' }
  | { readonly ask: 'plan'; readonly content: Json; readonly answer: Plan }
  | { readonly ask: 'call'; readonly tool: string; readonly args: Json; readonly answer: Json }
  | {
      readonly ask: 'parse';
      readonly schema: string;
      readonly source: Json;
      readonly answer: Json;
    };

/** What the reference says of an example of the core; `note` is told of all that it asks. */
export function predicted(
  { situation, salt, rulings }: Pick<Example, 'situation' | 'salt' | 'rulings'>,
  note: (asked: Noted) => void = () => undefined,
): Predicted {
  const world = { salt };
  let asked = 0;
  return predict(situation, {
    principal,
    allows: () => {
      const answer = rulings[asked++] === 'allow' ? 'allow' : 'deny';
      note({ ask: 'rule', answer });
      return answer === 'allow';
    },
    plan: (content) => {
      const answer = planFor(content, situation.innerPlans);
      note({ ask: 'plan', content, answer });
      return answer;
    },
    call: (tool, args) => {
      const sketch = situation.tools.find(({ spec }) => spec.name === tool);
      if (sketch === undefined) throw new Violation(`\`${tool}\` is no tool`);
      const answer = resultOf(sketch, args as JsonObject, world);
      note({ ask: 'call', tool, args, answer });
      return answer;
    },
    parse: (schema, source) => {
      const name = schema as ParseSchemaName;
      const answer = parsedAs(name, source, world);
      note({ ask: 'parse', schema, source, answer });
      return fitsParse(name, answer) ? answer : undefined;
    },
  });
}

const shown = (value: Json | null): string => stableStringify(value);

export const againstReference: readonly Requirement[] = [
  {
    id: 'CK-5',
    title: 'Nothing runs that the reference refuses: the calls are the first of its calls.',
    taste: { core: true, rules: 3 },
    async check(example, subject) {
      const { salt, rulings, ...rest } = example;
      const model = predicted(example);
      const { calls } = await play(subject, caseOf(rest), { salt, rulings });
      const wanted = model.calls.map(([tool, args]) => `${tool} ${shown(args)}`);
      const made = textsOf(calls);
      const at = made.findIndex((text, i) => text !== wanted[i]);
      const said = model.decisions.map(([tool, verdict]) => `${tool}: ${verdict}`).join(', ');
      ensure(isPrefix(made, wanted), `call ${at + 1} is \`${made[at]}\`; the reference: ${said}`);
      return model.decisions.some(([, verdict]) => verdict !== 'allow');
    },
  },
  {
    id: 'CK-6',
    title: 'It decides as the reference does, makes the same calls and ends alike.',
    taste: { core: true, rules: 3 },
    excuse: ({ exact }) => (exact ? null : 'the subject says that it may be stricter'),
    async check(example, subject) {
      const { salt, rulings, ...rest } = example;
      const model = predicted(example);
      const { calls, ending } = await play(subject, caseOf(rest), { salt, rulings });
      const wanted = model.calls.map(([tool, args]) => `${tool} ${shown(args)}`);
      ensure(`${textsOf(calls)}` === `${wanted}`, `the calls are other than [${wanted}]`);
      const verdicts = ending.decisions.map(({ tool, outcome, stage }) => {
        return `${tool}: ${outcome === 'allow' ? 'allow' : stage === 'approval' ? 'ask' : stage}`;
      });
      const said = model.decisions.map(([tool, verdict]) => `${tool}: ${verdict}`);
      ensure(`${verdicts}` === `${said}`, `decided [${verdicts}]; the reference [${said}]`);
      ensure(ending.status === model.status, `\`${ending.status}\`, not \`${model.status}\``);
      const isSame = shown(ending.output) === shown(model.output);
      ensure(isSame, 'what it puts out is other than what the reference puts out');
      return model.calls.length > 0;
    },
  },
];
