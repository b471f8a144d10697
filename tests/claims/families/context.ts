/** Family A: the context boundary, what a model may see. */
import type { ClaimRows } from '../claim.js';

export const contextClaims = {
  'INV-A1': {
    claim: 'The context of the root planner holds no tool output.',
    kind: 'construction',
    site: 'kernel/interpreter/models.ts',
    attack: 'an injected mail body that asks the planner for another plan',
    sabotage: {
      find: 'facts: factNames(facts), grant };',
      replace: 'facts: factNames(facts), grant, engine };',
    },
    since: '0.1',
  },
  'INV-A2': {
    claim: 'The planner sees the name and the type of a fact, never its value.',
    kind: 'construction',
    site: 'kernel/context/facts.ts',
    attack: 'a secret passed as a fact that a remote model would read',
    sabotage: {
      find: '({ name, type: typeName(value) })',
      replace: '({ name, type: typeName(value), value })',
    },
    since: '0.1',
  },
  'INV-A3': {
    claim: 'The parser gets a source, an instruction and a schema, and no tool or grant.',
    kind: 'construction',
    site: 'kernel/interpreter/steps.ts',
    attack: 'content that talks the parser into a call',
    sabotage: {
      find: 'const request = freeze({',
      replace: 'const request = freeze({ grant: session.grant,',
    },
    since: '0.1',
  },
  'INV-A4': {
    claim: 'The repair round shows the planner only its own output and error codes.',
    kind: 'checked',
    site: 'kernel/interpreter/models.ts',
    attack: 'an error text that carries content back to the planner',
    sabotage: {
      find: 'problems: first.problems });',
      replace: 'problems: first.problems, engine: desk.engine });',
    },
    since: '0.1',
  },
  'INV-A5': {
    claim: 'What a planner emits after reading content carries the label of that content.',
    kind: 'checked',
    site: 'kernel/interpreter/subkernel.ts',
    attack: 'content that makes a sub-kernel emit an address as if the user had written it',
    sabotage: {
      find: 'context: contentContext(seen),',
      replace: 'context: session.context,',
    },
    since: '0.1',
  },
  'INV-A6': {
    claim: 'A trusted query is made by `trustQuery` alone; an object of the same shape is refused.',
    kind: 'construction',
    site: 'kernel/interpreter/run.ts',
    attack: 'tool output passed on as the query of a second run',
    sabotage: {
      find: 'if (!isTrustedQuery(query))',
      replace: 'if (query === null)',
    },
    since: '0.1',
  },
  'INV-A7': {
    claim:
      'The result of a sub-kernel carries the label of its content and of all that it touched.',
    kind: 'checked',
    site: 'kernel/interpreter/subkernel.ts',
    attack: 'washing content by sending it through a sub-kernel',
    sabotage: {
      find: 'joinLabels(seen, [result.tree.flat, ...touched]);',
      replace: 'joinLabels(seen, [result.tree.flat]);',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
