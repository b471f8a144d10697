/** Family R: the rules stage, what it goes by and what clamps it. */
import type { ClaimRows } from '../claim.js';

export const rulesClaims = {
  'INV-R1': {
    claim: 'Rules that this kernel did not check and compile decide nothing: every call is denied.',
    kind: 'checked',
    site: 'kernel/gate/gate.ts',
    attack: 'a policy source that answers with an object that only looks like rules',
    sabotage: {
      find: 'assertGuardrails(guardrails);',
      replace: 'void assertGuardrails;',
    },
    since: '0.2',
  },
  'INV-R2': {
    claim: 'The managed tier only tightens: its allow lifts nothing, its deny and its prompt stay.',
    kind: 'checked',
    site: 'kernel/policy/guardrails.ts',
    attack: 'a rule of a space that allows what whoever manages the host denies',
    sabotage: {
      file: 'kernel/policy/resolve.ts',
      find: 'resolveManaged(commands, how);',
      replace: 'void resolveManaged;',
    },
    since: '0.2',
  },
  'INV-R3': {
    claim:
      'An advisory rule never decides and hides no other rule; what it would have said is kept.',
    kind: 'construction',
    site: 'kernel/policy/guardrails.ts',
    attack: 'an advisory allow that stands before a hard deny',
    sabotage: {
      find: "const deciding = compiled.filter(({ rule }) => rule.enforcement !== 'advisory');",
      replace: 'const deciding = compiled;',
    },
    since: '0.2',
  },
  'INV-R4': {
    claim:
      'A rule is overridden only if it is soft, a live override names it, and the run holds the permission.',
    kind: 'checked',
    site: 'kernel/policy/resolve.ts',
    attack: 'an override that a run without the permission profits from',
    sabotage: {
      find: 'return named && grant.includes(capability);',
      replace: 'return named || grant.includes(capability);',
    },
    since: '0.2',
  },
  'INV-R5': {
    claim: 'From the instant at which it expires a rule does not exist.',
    kind: 'checked',
    site: 'kernel/policy/resolve.ts',
    attack: 'a remembered allow that outlives its time',
    sabotage: {
      find: 'if (!isLive(rule, now)) return false;',
      replace: 'if (!isLive(rule, now - 1)) return false;',
    },
    since: '0.2',
  },
  'INV-R6': {
    claim:
      'What a call costs is taken before its tool runs, from one ledger for a run and all its sub-kernels and one for its principal; it is never given back.',
    kind: 'checked',
    site: 'kernel/effects/effect-end.ts',
    attack: 'two calls that both see the same rest of a budget',
    sabotage: {
      find: 'drawFor(call, verdict, decided.policy, desk.drawn);',
      replace: 'void drawFor;',
    },
    since: '0.2',
  },
  'INV-R7': {
    claim:
      'A path is followed before the decision and once more right before the effect; where it leads elsewhere the call is denied.',
    kind: 'checked',
    site: 'kernel/effects/followed-paths.ts',
    attack: 'a directory that becomes a link between check and use',
    sabotage: {
      find: 'if (!isSameEnd(before[name] ?? null, now[name] ?? null)) throw changed();',
      replace: 'if (!isSameEnd(before[name] ?? null, before[name] ?? null)) throw changed();',
    },
    since: '0.2',
  },
  'INV-R8': {
    claim:
      'A rule about something that an action leaves open makes it ask, whatever the rest of the chain says.',
    kind: 'checked',
    site: 'kernel/policy/chain.ts',
    attack: 'a push without a branch, past a rule about branches',
    sabotage: {
      find: 'if (unknown !== null) how.say(unknown.ifUnknown);',
      replace: 'if (unknown === null) void how;',
    },
    since: '0.2',
  },
  'INV-R9': {
    claim: 'What no call may touch is denied to every call that names it, reads too.',
    kind: 'checked',
    site: 'kernel/policy/resolve.ts',
    attack: 'a read, or a tool without a class, that reaches what no rule speaks of',
    sabotage: {
      find: 'neverSays(compiled, action, how.say);',
      replace: 'void neverSays;',
    },
    since: '0.2',
  },
} as const satisfies ClaimRows;
