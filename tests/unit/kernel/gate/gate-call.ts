/** One call of a tool, and what it is decided on, as the stages see them. */

import { classed, type DefinitionParts } from '../../../../hosts/conformance/classed.js';
import { rootContext } from '../../../../kernel/context/planning-context.js';
import type { DecisionInputs, EffectCall } from '../../../../kernel/gate/call.js';
import { compileGuardrails, trustQuery } from '../../../../kernel/index.js';
import { snapshot } from '../../../../kernel/snapshot/snapshot.js';
import { makeDefinition } from '../../../../kernel/tools/definition.js';
import { type JsonObject, type Label, makeLabel, uniformTree } from '../../../../schemas/index.js';
import { noteSpec } from '../../../fakes/notebook.js';
import { alice } from '../../../fakes/office.js';

export const fromUser: Label = makeLabel({ sources: ['user'], readers: 'anyone' });
export const fromMail: Label = makeLabel({ sources: ['tool:read_inbox'], readers: [] });

export interface CallParts extends Partial<Omit<EffectCall, 'args' | 'definition'>> {
  readonly spec?: Partial<DefinitionParts>;
  readonly args?: object;
  /** The label of all arguments. */
  readonly label?: Label;
}

/** A call that writes one note of Alice, with some of it replaced. */
export function callOf(parts: CallParts = {}): EffectCall {
  const { spec = {}, args = { text: 'milk' }, label = fromUser, ...rest } = parts;
  const query = trustQuery('Note "milk".', { principal: alice });
  return Object.freeze({
    id: 'r.1',
    run: 'r',
    step: 's',
    definition: makeDefinition(classed({ ...noteSpec, ...spec })),
    args: snapshot(args) as JsonObject,
    tree: uniformTree(label, true),
    bits: {},
    decision: rootContext(query).decision,
    condition: [],
    authority: ['notes.write'],
    principal: alice,
    intent: query.text,
    facts: {},
    isForced: false,
    canonical: null,
    ...rest,
  });
}

/** What it is decided on: everything granted, nothing released, nobody asked. */
export function inputsOf(parts: Partial<DecisionInputs> = {}): DecisionInputs {
  const guardrails = compileGuardrails({ version: 1 });
  return {
    policy: { version: '1', grant: ['notes.write'], declassify: [], guardrails },
    now: 1_000,
    rulings: [],
    spent: {},
    gathered: {},
    paths: {},
    drawn: { run: {}, principal: {} },
    ...parts,
  };
}
