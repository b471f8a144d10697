/** Family B: effects, and the one way to them. */
import type { ClaimRows } from '../claim.js';

export const effectsClaims = {
  'INV-B1': {
    claim: 'A dispatcher cannot be built without a gate of this kernel.',
    kind: 'construction',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a proxy, a subclass or an object of the same shape in the place of the gate',
    since: '0.1',
  },
  'INV-B2': {
    claim: 'A tool callable is called at one place of the source and is reachable from no other.',
    kind: 'construction',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'reading the callable out of a tool handle, a dispatcher or a patched built-in',
    since: '0.1',
  },
  'INV-B3': {
    claim: 'One allow pays for exactly one effect.',
    kind: 'checked',
    site: 'kernel/gate/permit.ts',
    attack: 'replaying a permit',
    since: '0.1',
  },
  'INV-B4': {
    claim: 'The tool receives exactly the snapshot that every stage saw.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a getter that answers the check and the use differently',
    since: '0.1',
  },
  'INV-B5': {
    claim: 'A denied call never runs its tool.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a call that lacks the capability',
    since: '0.1',
  },
  'INV-B6': {
    claim: 'The answer of the gate is the strictest answer of its stages.',
    kind: 'construction',
    site: 'kernel/gate/gate.ts',
    attack: 'an allow of a later stage over a deny of an earlier one',
    since: '0.1',
  },
  'INV-B7': {
    claim: 'A denied call is never put before the user.',
    kind: 'checked',
    site: 'kernel/effects/admission.ts',
    attack: 'an approval prompt for a call that no approval may reach',
    since: '0.1',
  },
  'INV-B8': {
    claim: 'Between the ruling and the effect the gate decides again on the same snapshot.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a grant withdrawn while the user was asked',
    since: '0.1',
  },
  'INV-B9': {
    claim: 'A write that throws or times out is uncertain, ends the run and is not repeated.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a tool that fails after it acted',
    since: '0.1',
  },
  'INV-B10': {
    claim: 'A run started from inside a tool call of the same kernel faults.',
    kind: 'checked',
    site: 'kernel/interpreter/session.ts',
    attack: 'a tool that calls back into the kernel with its own query',
    since: '0.1',
  },
  'INV-B11': {
    claim: 'A result is read once: what a thenable, getter or proxy answers later is not seen.',
    kind: 'checked',
    site: 'kernel/effects/dispatcher.ts',
    attack: 'a result that changes between its label and its use',
    since: '0.1',
  },
  'INV-B12': {
    claim: 'No other stage, rule or ruling reaches past the guard.',
    kind: 'checked',
    site: 'kernel/gate/gate.ts',
    attack: 'a release rule or an approval for a forbidden path',
    since: '0.1',
  },
} as const satisfies ClaimRows;
