/** Family C: capabilities. */
import type { ClaimRows } from '../claim.js';

export const capabilityClaims = {
  'INV-C1': {
    claim: 'A call passes only if the grant holds every capability that its tool requires.',
    kind: 'checked',
    site: 'kernel/gate/stages/capability.ts',
    attack: 'a plan that uses a tool the run was not granted',
    sabotage: {
      find: 'if (missing.size === 0) return allow;',
      replace: 'if (missing.size >= 0) return allow;',
    },
    since: '0.1',
  },
  'INV-C2': {
    claim: 'A sub-kernel holds at most what it requested and what its parent holds.',
    kind: 'checked',
    site: 'kernel/interpreter/subkernel.ts',
    attack: 'a sub-kernel step that names a capability of its own',
    sabotage: {
      find: 'const grant = narrowGrant(session.grant, step.grant);',
      replace: 'const grant = step.grant;',
    },
    since: '0.1',
  },
  'INV-C3': {
    claim: 'A session cannot be opened with more than the grant of its gate.',
    kind: 'checked',
    site: 'kernel/interpreter/engine.ts',
    attack: 'a session whose planner is told of tools beyond the gate',
    sabotage: {
      find: 'if (missing.length > 0)',
      replace: 'if (missing.length > 1_000)',
    },
    since: '0.1',
  },
  'INV-C4': {
    claim: 'A tool that reads or writes requires at least one capability.',
    kind: 'checked',
    site: 'schemas/tool-spec.ts',
    attack: 'a tool defined without a capability',
    sabotage: {
      find: ".refine((spec) => spec.effect === 'pure' || spec.capabilities.length > 0, {",
      replace: '.refine(() => true, {',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
