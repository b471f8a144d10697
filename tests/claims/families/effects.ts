/** Family B: effects, and the one way to them. */
import type { ClaimRows } from '../claim.js';

export const effectsClaims = {
  'INV-B1': {
    claim: 'A dispatcher cannot be built without a gate of this kernel.',
    kind: 'construction',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a proxy, a subclass or an object of the same shape in the place of the gate',
    sabotage: {
      find: 'assertGate(gate);',
      replace: 'void gate;',
    },
    since: '0.1',
  },
  'INV-B2': {
    claim: 'A tool callable is called at one place of the source and is reachable from no other.',
    kind: 'construction',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'reading the callable out of a tool handle, a dispatcher or a patched built-in',
    sabotage: {
      find: 'return run(call.args, context);',
      replace: 'return run.call(undefined, call.args, context);',
    },
    since: '0.1',
  },
  'INV-B3': {
    claim: 'One allow pays for exactly one effect.',
    kind: 'checked',
    site: 'kernel/gate/permit.ts',
    attack: 'replaying a permit',
    sabotage: {
      find: 'permit.#spent = true;',
      replace: 'permit.#spent = false;',
    },
    since: '0.1',
  },
  'INV-B4': {
    claim: 'The tool receives exactly the snapshot that every stage saw.',
    kind: 'checked',
    site: 'kernel/effects/admission.ts',
    attack: 'a getter that answers the check and the use differently',
    sabotage: {
      find: 'const admitted = normalised(call, { args, tree }, canonical);',
      replace: 'const admitted = call;',
    },
    since: '0.1',
  },
  'INV-B5': {
    claim: 'A denied call never runs its tool.',
    kind: 'checked',
    site: 'kernel/gate/gate.ts',
    attack: 'a call that lacks the capability',
    sabotage: {
      find: 'return run.verdict();',
      replace:
        "return freeze({ ...run.verdict(), outcome: 'allow', denial: null, digest: '', " +
        "canonical: '' });",
    },
    since: '0.1',
  },
  'INV-B6': {
    claim: 'The answer of the gate is the strictest answer of its stages.',
    kind: 'construction',
    site: 'kernel/gate/deciding.ts',
    attack: 'an allow of a later stage over a deny of an earlier one',
    sabotage: {
      find: 'this.#outcome = joinOutcome(this.#outcome, answer.outcome);',
      replace: 'this.#outcome = answer.outcome;',
    },
    since: '0.1',
  },
  'INV-B7': {
    claim: 'A denied call is never put before the user.',
    kind: 'checked',
    site: 'kernel/effects/admission.ts',
    attack: 'an approval prompt for a call that no approval may reach',
    since: '0.1',
    why:
      'A question needs a digest, an open obligation and no denial; one line takes out one ' +
      'of the three.',
  },
  'INV-B8': {
    claim: 'Between the ruling and the effect the gate decides again on the same snapshot.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a grant withdrawn while the user was asked',
    sabotage: {
      file: 'kernel/effects/decision-inputs.ts',
      find: 'const policy = policyOf(gate);',
      replace:
        'const policy = ((desk as { policy?: ReturnType<typeof policyOf> }).policy ??= ' +
        'policyOf(gate));',
    },
    since: '0.1',
  },
  'INV-B9': {
    claim: 'A write that throws or times out is uncertain, ends the run and is not repeated.',
    kind: 'checked',
    site: 'kernel/effects/effect-end.ts',
    attack: 'a tool that fails after it acted',
    sabotage: {
      find: "const changes = spec.effect === 'write' || spec.mutates;",
      replace: 'const changes = false;',
    },
    since: '0.1',
  },
  'INV-B10': {
    claim:
      'A run started from inside a tool call of the same kernel faults, also after the run gave ' +
      'up on the tool.',
    kind: 'checked',
    site: 'kernel/interpreter/run.ts',
    attack: 'a tool that calls back into the kernel with its own query',
    sabotage: {
      find: 'if (engine.dispatcher.isInside())',
      replace: 'if (engine === null)',
    },
    since: '0.1',
  },
  'INV-B11': {
    claim: 'A result is read once: what a thenable, getter or proxy answers later is not seen.',
    kind: 'checked',
    site: 'kernel/effects/tool-result.ts',
    attack: 'a result that changes between its label and its use',
    sabotage: {
      find: 'const raw = snapshot(value === undefined ? null : value);',
      replace: 'const raw = value as Json;',
    },
    since: '0.1',
  },
  'INV-B12': {
    claim: 'No other stage, rule or ruling reaches past the guard.',
    kind: 'checked',
    site: 'kernel/gate/gate.ts',
    attack: 'a release rule or an approval for a forbidden path',
    sabotage: {
      find: 'guardStage(call, call.args, this.#guard)',
      replace: 'guardStage(call, {}, this.#guard)',
    },
    since: '0.1',
  },
  'INV-B13': {
    claim: 'Arguments that the input schema would change again are refused.',
    kind: 'checked',
    site: 'kernel/gate/stages/schema.ts',
    attack: 'a schema whose last word differs from the one that was decided on',
    sabotage: {
      find: 'if (!second.ok || !isStable(second.value, args)) {',
      replace: 'if (!second.ok) {',
    },
    since: '0.1',
  },
  'INV-B14': {
    claim: 'No model is asked about a call that is denied without one.',
    kind: 'checked',
    site: 'kernel/effects/admission.ts',
    attack: 'arguments that the guard refuses, sent to a model first',
    sabotage: {
      find: 'return denial === null ? (pending[0] ?? null) : null;',
      replace: 'return pending[0] ?? null;',
    },
    since: '0.1',
  },
  'INV-B15': {
    claim: 'A run takes only an engine that was put together around a dispatcher of this kernel.',
    kind: 'construction',
    site: 'kernel/interpreter/run.ts',
    attack: 'an object with a `dispatch` of its own, or an engine with a wider grant',
    sabotage: {
      find: 'if (!isEngine(engine))',
      replace: 'if (engine === null)',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
