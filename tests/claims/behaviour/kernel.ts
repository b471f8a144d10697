/** Family K: planner, parser, plan, labels, gate, dispatcher, sub-kernels. */
import type { BehaviourRows } from '../item.js';

export const kernelItems = {
  'K-1': {
    item: 'The planner sees what the kernel put together, and no tool output.',
  },
  'K-2': {
    item: 'Whatever a model returns, a tool runs only after the gate allowed that very call.',
  },
  'K-3': {
    item: 'A pass-through release rule conforms and protects nothing; each use is named.',
  },
  'K-4': {
    item: 'A planner that returns prose or code is rejected; a parser has no way to call a tool.',
  },
  'K-5': {
    item: 'A plan has five kinds of step; a sixth kind, a branch or a loop is rejected.',
  },
  'K-6': {
    item: 'Each kind takes its fields only; paths, ids, references and `final` are checked.',
    overriddenBy: 'section 5: arguments also hold facts, records and lists',
  },
  'K-7': {
    item: 'Only the dispatcher holds callables; only tool steps act; the gate comes first.',
  },
  'K-8': {
    item: 'Capability is asked before the input schema, and that before provenance.',
    overriddenBy: 'section 3: the guard stands before them',
  },
  'K-9': {
    item: 'Where a label does not allow a value to leave, the release rules decide.',
    overriddenBy: 'section 4: integrity, decision and confidentiality; readers against recipients',
  },
  'K-10': {
    item: 'A parsed trusted constant stays tainted; a join of trusted values alone stays trusted.',
    overriddenBy: 'section 4: labels have no `derived` source',
  },
  'K-11': {
    item: 'A join unites sources and subjects, intersects readers; a parse adds `q_parse`.',
    overriddenBy: 'section 4: labels have a control part and no `derived` source',
  },
  'K-12': {
    item: 'Effects are graded pure, read, write; a second tool of one name is refused.',
    overriddenBy: "section 4: a literal is the user's only where the query quotes it",
  },
  'K-12b': {
    item: 'The result of a write is tainted, and a read that sends its arguments out is checked.',
  },
  'K-13': {
    item: 'A child holds the intersection of what it asked for and what its parent holds.',
  },
  'K-14': {
    item: 'Limits on steps, effects, parses, models, depth and time hold for a tree of runs.',
  },
  'K-15': {
    item: 'Events come in order, numbered from zero, and the list handed out is a copy.',
    overriddenBy: 'section 8: the result has a status, an output and effects of its own',
  },
  'K-16': {
    item: 'A throw of a tool, a schema or a reasoner ends the run closed.',
  },
  'K-17': {
    item: 'The four conformance tests hold: context, no bypass, composition, mail.',
  },
  'K-18': {
    item: 'The four mail scenarios end as claimed: two delivered, two blocked.',
  },
  'K-19': {
    item: 'The rules of the mail stories deny what they do not name, and third-party data.',
    overriddenBy: 'section 4: rules are data of a closed grammar',
  },
  'K-20': {
    item: 'The limits page names each thing that Sluice does not claim.',
  },
  'K-21': {
    item: 'A run shows the planner context, the decision behind each effect, each release.',
  },
  'K-22': {
    item: "Version 0.x; a run's report holds digests and labels and is not a signed attestation.",
  },
  'K-23': {
    item: 'Literals, merges, depth, hung reasoners, unknown schemas and paths end closed.',
  },
} as const satisfies BehaviourRows;
