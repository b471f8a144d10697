/** Family A: the context boundary, what a model may see. */
import type { ClaimRows } from '../claim.js';

export const contextClaims = {
  'INV-A1': {
    claim: 'The context of the root planner holds no tool output.',
    kind: 'construction',
    site: 'kernel/context/assembler.ts',
    attack: 'an injected mail body that asks the planner for another plan',
    since: '0.1',
  },
  'INV-A2': {
    claim: 'The planner sees the name and the type of a fact, never its value.',
    kind: 'construction',
    site: 'kernel/context/assembler.ts',
    attack: 'a secret passed as a fact that a remote model would read',
    since: '0.1',
  },
  'INV-A3': {
    claim: 'The parser gets a source, an instruction and a schema, and no tool or grant.',
    kind: 'construction',
    site: 'kernel/interpreter/steps/parse.ts',
    attack: 'content that talks the parser into a call',
    since: '0.1',
  },
  'INV-A4': {
    claim: 'The repair round shows the planner only its own output and error codes.',
    kind: 'checked',
    site: 'kernel/interpreter/session.ts',
    attack: 'an error text that carries content back to the planner',
    since: '0.1',
  },
  'INV-A5': {
    claim: 'What a planner emits after reading content carries the label of that content.',
    kind: 'checked',
    site: 'kernel/interpreter/steps/subkernel.ts',
    attack: 'content that makes a sub-kernel emit an address as if the user had written it',
    since: '0.1',
  },
  'INV-A6': {
    claim: 'A trusted query is made by `trustQuery` alone; an object of the same shape is refused.',
    kind: 'construction',
    site: 'kernel/provenance/trusted-query.ts',
    attack: 'tool output passed on as the query of a second run',
    since: '0.1',
  },
} as const satisfies ClaimRows;
