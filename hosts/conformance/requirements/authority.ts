/** Authority only narrows. */
import { missingFrom, type Plan } from '../../../schemas/index.js';
import { isEffectCall, isPrefix, textsOf } from '../deeds.js';
import { caseOf } from '../example.js';
import { play } from '../play.js';
import type { Requirement } from '../requirement.js';
import { CAPABILITIES } from '../scene/tool-sketch.js';
import { ensure } from '../violation.js';

/** Some of the capabilities, by the bits of a number. */
const some = (knob: number): readonly string[] =>
  CAPABILITIES.filter((_, i) => (knob >> i) % 2 === 1);

export const authority: readonly Requirement[] = [
  {
    id: 'CK-10',
    title: 'A call needs every capability of its tool.',
    taste: { rules: 0, care: 95 },
    async check({ salt, rulings, knob, situation }, subject) {
      const grant = some(knob);
      const { calls } = await play(subject, caseOf({ situation: { ...situation, grant } }), {
        salt,
        rulings,
      });
      for (const {
        sketch: { spec },
      } of calls) {
        const missing = missingFrom(grant, spec.capabilities);
        ensure(missing.length === 0, `\`${spec.name}\` ran without \`${missing}\``);
      }
      return grant.length < CAPABILITIES.length;
    },
  },
  {
    id: 'CK-11',
    title: 'With less granted, a run makes the first of the effects that it made with more.',
    taste: { rules: 1, care: 92 },
    async check({ salt, rulings, knob, situation }, subject) {
      const held = some(knob);
      const grant = situation.grant.filter((name) => held.includes(name));
      const many = await play(subject, caseOf({ situation }), { salt, rulings });
      const few = await play(subject, caseOf({ situation: { ...situation, grant } }), {
        salt,
        rulings,
      });
      const [less, more] = [few, many].map(({ calls }) => textsOf(calls.filter(isEffectCall)));
      ensure(
        isPrefix(less ?? [], more ?? []),
        `with [${grant}] alone: [${less}], not the first of [${more}]`,
      );
      return (less ?? []).length < (more ?? []).length;
    },
  },
  {
    id: 'CK-12',
    title:
      'A sub-kernel holds nothing that its parent does not, and nothing that it did not ask for.',
    taste: { core: true, rules: 0, care: 95 },
    async check({ salt, rulings, knob, situation }, subject) {
      const [outer, asked] = [some(knob), knob >> 15 === 0 ? CAPABILITIES : some(knob >> 3)];
      const nested = (grant: readonly string[]): Plan => ({
        steps: [
          { kind: 'const', id: 'k', value: 'report' },
          {
            ...{ kind: 'subkernel', id: 'inner', instruction: 'report', grant: [...grant] },
            source: { kind: 'ref', ref: 'k' },
          },
        ],
        final: 'inner',
      });
      // The root holds everything; one sub-kernel holds less, and the next one asks for more.
      const given = { ...situation, grant: CAPABILITIES, plan: nested(outer) };
      const { calls, ending } = await play(subject, caseOf({ situation: given }), {
        salt,
        rulings,
        plan: (_, honest, nth) => (nth === 1 ? nested(asked) : honest()),
      });
      const both = outer.filter((name) => asked.includes(name));
      for (const {
        sketch: { spec },
      } of calls) {
        const missing = missingFrom(both, spec.capabilities);
        ensure(
          missing.length === 0,
          `inside a sub-kernel \`${spec.name}\` ran without \`${missing}\``,
        );
      }
      return calls.length > 0 || ending.code === 'capability_missing';
    },
  },
];
