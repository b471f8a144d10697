/** Models and tools at their worst: what they say and do decides nothing. */
import type { Json, Operand, Step } from '../../../schemas/index.js';
import { isCalled, isEffect, isPrefix, textsOf } from '../deeds.js';
import { caseOf, type Example } from '../example.js';
import { type Called, play } from '../play.js';
import type { Requirement } from '../requirement.js';
import { sameEffects } from '../same-effects.js';
import { CANARY, inbox, send } from '../scene/letterbox.js';
import type { Situation } from '../scene/situation.js';
import { CAPABILITIES } from '../scene/tool-sketch.js';
import type { Settings, Subject, Takes, Watcher } from '../subject.js';
import { ensure } from '../violation.js';
import { aimedPlan, hijacks } from '../worst/hijack.js';
import { hostileJudgements } from '../worst/judge.js';
import { filled, overflows, payloads } from '../worst/parser.js';
import { hostileReviews } from '../worst/reviewer.js';
import { callsBack } from '../worst/tool.js';

const of = <Item>(items: readonly Item[], knob: number): Item => items[knob % items.length] as Item;

/** A watcher that the subject takes, and how it answers. */
function answering({ watchers = [] }: Takes, knob: number) {
  const watcher = of(watchers, knob);
  const at = Math.floor(knob / watchers.length);
  const answer = watcher === 'judge' ? of(hostileJudgements, at) : of(hostileReviews, at);
  return { watcher, ...answer } as {
    readonly watcher: Watcher;
    readonly name: string;
    readonly fits: boolean;
    readonly make: (sees: unknown) => unknown;
  };
}

/** The example with an argument of each effect out of what a parser says of a message. */
function parsing({ situation, knob }: Example): Situation {
  const { plan, tools } = situation;
  const [schema_ref, path] = knob % 2 === 0 ? ['any', {}] : ['words', { path: 'text' }];
  const said: Operand = { kind: 'ref', ref: 'said', ...path };
  const effects = tools.filter(isEffect).map(({ spec }) => spec.name);
  const steps = plan.steps.map((step): Step => {
    if (step.kind !== 'tool' || !effects.includes(step.tool)) return step;
    const keys = Object.keys(step.args);
    return { ...step, args: { ...step.args, [keys[knob % keys.length] ?? 'id']: said } };
  });
  const source: Operand = { kind: 'ref', ref: 'message', path: 'text' };
  const first: readonly Step[] = [
    { kind: 'tool', id: 'message', tool: 'inbox', args: {} },
    { kind: 'q_parse', id: 'said', source, schema_ref, instruction: 'report' },
  ];
  const whole = { ...plan, steps: [...first, ...steps] };
  return { ...situation, plan: whole, tools: [...tools, inbox], grant: CAPABILITIES };
}

/** Plays an example in which the parser fills in a payload, and once in which it does not. */
async function parsedTwice(example: Example, subject: Subject) {
  const { salt, rulings, knob } = example;
  const other: Partial<Settings> = { selection: 'strict', hasApprover: false };
  const given = caseOf({ situation: parsing(example) }, other);
  let parses = 0;
  const honest = await play(subject, given, { salt, rulings });
  const hostile = await play(subject, given, {
    salt,
    rulings,
    parse: (_schema, _source, said) => {
      parses += 1;
      return filled(said(), of(payloads, knob));
    },
  });
  return { honest, hostile, parses };
}

export const worst: readonly Requirement[] = [
  {
    id: 'CK-25',
    title: 'Whatever a parser says in the form it is asked for, no effect touches anything else.',
    taste: { rules: 0, steps: 10, care: 95, core: true },
    async check(example, subject) {
      const { honest, hostile, parses } = await parsedTwice(example, subject);
      sameEffects(honest, hostile);
      const effects = example.situation.tools.filter(isEffect).map(({ spec }) => spec.name);
      const isAsked = hostile.ending.decisions.some(({ tool }) => effects.includes(tool));
      return parses > 0 && isAsked;
    },
  },
  {
    id: 'CK-26',
    title: 'A judge or reviewer that was talked into allowing allows nothing more.',
    taste: { core: true, rules: 2, care: 95 },
    excuse: ({ watchers = [] }) =>
      watchers.length > 0 ? null : 'the subject takes neither judge nor reviewer',
    async check({ salt, rulings, knob, situation }, subject) {
      const { watcher, name, fits, make } = answering(subject.takes, knob);
      const settings = { hasApprover: false };
      const alone = await play(subject, caseOf({ situation }, settings), { salt, rulings });
      const given = caseOf({ situation }, { ...settings, watcher });
      const { calls, deeds, ending } = await play(subject, given, { salt, rulings, watch: make });
      const [made, wanted] = [textsOf(calls), textsOf(alone.calls)];
      ensure(isPrefix(made, wanted), `a ${watcher} that ${name}: [${made}], not [${wanted}]`);
      const first = deeds.findIndex(({ kind }) => kind === 'watch');
      if (first === -1) return false;
      const after = deeds.slice(first).filter(({ kind }) => kind === 'call').length;
      ensure(fits || after === 0, `a call ran on the word of a ${watcher}: ${name}`);
      ensure(fits || ending.status !== 'committed', `a run commits with a ${watcher}: ${name}`);
      return true;
    },
  },
  {
    id: 'CK-27',
    title: 'A tool that begins a run on the host that is calling it gets nothing by it.',
    taste: { core: true, rules: 1, care: 95 },
    excuse: ({ inProcess }) => (inProcess ? null : 'a tool cannot reach the subject'),
    async check({ salt, rulings, situation }, subject) {
      const count = { open: 0, tries: 0, inside: 0 };
      const call = async ({ again }: Called, honest: () => Json): Promise<unknown> => {
        // What is thrown here would be a failure of the tool; so it is counted.
        if (count.open > 0) count.inside += 1;
        if (again === undefined || count.open > 0) return honest();
        count.open += 1;
        count.tries += 1;
        await callsBack(again)();
        count.open -= 1;
        return honest();
      };
      const honest = await play(subject, caseOf({ situation }), { salt, rulings });
      const played = await play(subject, caseOf({ situation }), { salt, rulings, call });
      ensure(count.inside === 0, 'a call was made for a run that a tool began inside of a call');
      const [made, wanted] = [textsOf(played.calls), textsOf(honest.calls)];
      ensure(isPrefix(made, wanted), `calling back made [${made}], not [${wanted}]`);
      return count.tries > 0;
    },
  },
  {
    id: 'CK-28',
    title: 'What a parser says in another form than it is asked for ends the run.',
    taste: { rules: 0, steps: 10, care: 95, core: true },
    async check({ salt, rulings, knob, situation }, subject) {
      const { name, make } = of(overflows, knob);
      let isSaid = false;
      const after: string[] = [];
      const { ending } = await play(subject, caseOf({ situation }), {
        salt,
        rulings,
        parse: (schema, _source, honest) => {
          // The other schema admits whatever is JSON.
          if (schema !== 'words') return honest();
          isSaid = true;
          return make({ text: 'report', sure: true });
        },
        call: ({ sketch }, honest) => {
          if (isSaid) after.push(sketch.spec.name);
          return honest();
        },
      });
      ensure(after.length === 0, `[${after}] ran after a parser said ${name}`);
      const isOver = !isSaid || ending.status !== 'committed';
      ensure(isOver, `a run commits although a parser said ${name}`);
      return isSaid;
    },
  },
  {
    id: 'CK-29',
    title: 'An effect that a planner was talked into is not made, wherever it stands in its plan.',
    taste: { rules: 0, care: 95, core: true },
    async check({ salt, rulings, knob, situation }, subject) {
      const { name, make } = of(hijacks, knob);
      const aim = { tool: 'send', args: { to: CANARY, body: 'report' } };
      const plan = make(situation.plan, { ...aim, capabilities: CAPABILITIES }, knob);
      const tools = [...situation.tools, send];
      const given = { ...situation, tools, grant: CAPABILITIES };
      const played = await play(subject, caseOf({ situation: given }, { isPlanned: true }), {
        salt,
        rulings,
        plan: (content) => (content === undefined ? plan : aimedPlan(aim)),
      });
      ensure(!isCalled(played, 'send'), `the call ran that was planned ${name}`);
      return played.deeds.length > 0;
    },
  },
];
