/** Family P: provenance, labels and where values may go. */
import type { ClaimRows } from '../claim.js';

export const provenanceClaims = {
  'INV-P1': {
    claim: 'A join never loses a source, a control source or a subject, and never adds a reader.',
    kind: 'construction',
    site: 'schemas/label.ts',
    attack: 'mixing a tainted value with trusted ones until it counts as trusted',
    sabotage: {
      find: 'const readers = meetReaders(a.readers, b.readers);',
      replace: 'const readers = a.readers;',
    },
    since: '0.1',
  },
  'INV-P2': {
    claim:
      'The result of a tool, reading or writing, is tainted wherever its spec does not say minted.',
    kind: 'checked',
    site: 'kernel/provenance/result-label.ts',
    attack: 'attacker text that comes back as the response of a write',
    sabotage: {
      find: 'sources: [`tool:${tool}`]',
      replace: 'sources: args.sources',
    },
    since: '0.1',
  },
  'INV-P3': {
    claim:
      "A literal is the user's only if it equals whole consecutive tokens of the trusted query.",
    kind: 'checked',
    site: 'kernel/provenance/trusted-query.ts',
    attack: 'an address glued together from pieces of the query',
    sabotage: {
      find: 'for (const at of placesOf(starts, text)) if (ends.has(at + text.length)) return true;',
      replace: 'return this.#text.includes(text);',
    },
    since: '0.1',
  },
  'INV-P4': {
    claim:
      'A critical argument passes only if the user or the host wrote it, or as a handle of ' +
      'its kind.',
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: 'a planner that writes an address of its own into a recipient',
    sabotage: {
      find: '!label.sources.every((source) => isTrustedSource(source))',
      replace: 'label.sources.length === 0',
    },
    since: '0.1',
  },
  'INV-P5': {
    claim: 'The target of an irreversible tool passes only if the user or the host alone chose it.',
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: 'a planner that picks which booking to cancel',
    sabotage: {
      find: 'else if (spec.commit &&',
      replace: 'else if (!spec.commit &&',
    },
    since: '0.1',
  },
  'INV-P6': {
    claim: 'No message of an error or a denial holds a tainted value, a prompt or a secret.',
    kind: 'checked',
    site: 'kernel/effects/effect-end.ts',
    attack: 'content that reaches a log or a model through an error text',
    sabotage: {
      find: 'in step \\`${call.step}\\`',
      replace: 'in step ${String((settled as { error?: unknown }).error)}',
    },
    since: '0.1',
  },
  'INV-P7': {
    claim: 'An argument passes only if every recipient is among its readers.',
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: 'a private value in the body of a mail to somebody else',
    sabotage: {
      find: 'if (recipients.isMalformed || !covers(label, recipients.names, isTainted)) {',
      replace: 'if (recipients.names === null) {',
    },
    since: '0.1',
  },
  'INV-P8': {
    claim: "Data about a third party passes only to its subjects, or to the user's own storage.",
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: "other people's contacts in a mail to oneself",
    sabotage: {
      find: '!recipients.own &&',
      replace: 'recipients.own &&',
    },
    since: '0.1',
  },
  'INV-P9': {
    claim:
      'An effect whose step was decided by tainted content is refused, also without arguments.',
    kind: 'checked',
    site: 'kernel/gate/stages/provenance.ts',
    attack: 'content that makes a sub-kernel run a tool that takes no argument',
    sabotage: {
      find: 'if (isDecisionTainted(call.decision) ||',
      replace: 'if (call.decision.sources.length === 0 ||',
    },
    since: '0.1',
  },
  'INV-P10': {
    claim: 'A read whose arguments leave the trust boundary is checked like a write.',
    kind: 'checked',
    site: 'kernel/gate/stages/provenance.ts',
    attack: 'a secret in the URL of a fetch',
    sabotage: {
      find: '!argsLeaveBoundary(spec)',
      replace: "spec.effect !== 'write'",
    },
    since: '0.1',
  },
  'INV-P11': {
    claim: 'A handle is trusted only as an argument of its own kind.',
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: 'the name of a channel used as a URL',
    sabotage: {
      find: 'return source === `host:${kind}` ||',
      replace: "return source.startsWith('host:') ||",
    },
    since: '0.1',
  },
  'INV-P12': {
    claim:
      'Every leaf that the parser returns carries the label of the whole source and of the ' +
      'instruction.',
    kind: 'checked',
    site: 'kernel/interpreter/steps.ts',
    attack: 'washing a value by having it parsed',
    sabotage: {
      find: 'const label = joinLabel(joinLabel(source.tree.flat, instruction), parsed);',
      replace: 'const label = joinLabel(instruction, parsed);',
    },
    since: '0.1',
  },
  'INV-P13': {
    claim:
      'A refusal of provenance is lifted only by a release rule; where no rule matches it stands.',
    kind: 'checked',
    site: 'kernel/provenance/declassify.ts',
    attack: 'a capability, a mode or a ruling used as a release',
    sabotage: {
      find: 'if (winner === null) return noMatch;',
      replace:
        "if (winner === null) return { answer: 'release', rule: 'none', bits: 0, opaque: false };",
    },
    since: '0.1',
  },
  'INV-P14': {
    claim: 'Text of the planner or of a tool goes to anyone but the user only by a release rule.',
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: 'a summary that the attacker wrote, sent to a colleague',
    sabotage: {
      find: "if (unit.spec.role === 'content' && speaksForAnother(",
      replace: "if (unit.spec.role === 'critical' && speaksForAnother(",
    },
    since: '0.1',
  },
  'INV-P15': {
    claim: 'An argument that the input schema changed takes the labels of all arguments.',
    kind: 'checked',
    site: 'kernel/provenance/relabel.ts',
    attack: 'a transform that copies a tainted argument into a trusted one',
    sabotage: {
      find: 'joinLabel(tree.flat, host));',
      replace: 'host);',
    },
    since: '0.1',
  },
  'INV-P16': {
    claim: "Selecting a part of a value keeps the container's shape as control.",
    kind: 'construction',
    site: 'schemas/label-tree.ts',
    attack: 'choosing a recipient by how many mails there are',
    sabotage: {
      find: 'return liftTree(kidTree(tree, key), union(tree.own.sources, tree.own.control));',
      replace: 'return kidTree(tree, key);',
    },
    since: '0.1',
  },
  'INV-P17': {
    claim:
      'A tainted recipient makes the recipients unknown; one that is not one plain address stops ' +
      'the call.',
    kind: 'checked',
    site: 'kernel/provenance/recipients.ts',
    attack: 'a display name, a list or a line break that hides a second address',
    sabotage: {
      find: "if (!chosenByUser) return 'unknown';",
      replace: '',
    },
    since: '0.1',
  },
  'INV-P18': {
    claim: 'The query, the grant, the catalogue and the release rules of the host are right.',
    kind: 'assumed',
    site: null,
    since: '0.1',
    why: 'They say what the user wants; the kernel enforces them but cannot attest them.',
  },
  'INV-P19': {
    claim: 'A critical argument passes only if nobody who had read content chose it.',
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: 'content that decides which of two addresses is used',
    sabotage: {
      find: 'if (!label.control.every(isCleanControl)) out.push(',
      replace: 'if (label.control.length < 0) out.push(',
    },
    since: '0.1',
  },
  'INV-P20': {
    claim:
      'In a rendered answer no link, image or tag is live unless the user, the host or its list ' +
      'of hosts vouches for it.',
    kind: 'checked',
    site: 'hosts/render-answer.ts',
    attack: 'an image in the answer whose address carries a secret to whoever serves it',
    sabotage: {
      find: 'if (isTrusted(label)) return withoutControls(text);',
      replace: 'return withoutControls(text);',
    },
    since: '0.1',
  },
  'INV-P21': {
    claim:
      'What is computed carries the labels of everything that went in; whoever had a say in a ' +
      'pick, an order or a number is in its control.',
    kind: 'construction',
    site: 'kernel/compute/call.ts',
    attack: 'an address glued together from a quote and a mail',
    sabotage: {
      find: 'const label = withControl(joinLabels(first, rest), call.choice);',
      replace: 'const label = first;',
    },
    since: '0.1',
  },
  'INV-P22': {
    claim:
      'Only words of the user or the host that name exactly one item choose it; in every other ' +
      "pick the list's shape, the compared fields and the planner are in its control.",
    kind: 'checked',
    site: 'kernel/compute/pick.ts',
    attack: 'a list trimmed until a quoted word fits the wrong item alone',
    sabotage: {
      find: "if (call.selection === 'unique' && isNamed(first.answer)) return",
      replace: 'if (fitting.length > 0) return',
    },
    since: '0.1',
  },
  'INV-P23': {
    claim:
      'A field is labelled verbatim only if it stands whole in one text of the source; else the ' +
      'run ends.',
    kind: 'checked',
    site: 'kernel/interpreter/verbatim.ts',
    attack: 'a parser that writes an address and says that it copied it',
    sabotage: {
      find: "const isCopied = typeof value === 'string' && texts",
      replace: "const isCopied = typeof value === 'string' || texts",
    },
    since: '0.1',
  },
  'INV-P24': {
    claim: 'Who shaped the list of a map decided how often its effects run.',
    kind: 'construction',
    site: 'kernel/interpreter/map.ts',
    attack: 'one more mail, and one more alarm',
    sabotage: {
      find: 'const control = influenceOf(tree.own);',
      replace: 'const control: readonly string[] = [];',
    },
    since: '0.1',
  },
  'INV-P25': {
    claim:
      'Content may decide whether an effect happens only where every argument is the ' +
      "user's or the host's.",
    kind: 'checked',
    site: 'kernel/provenance/flow.ts',
    attack: 'a mail that makes the run send what it would not have sent',
    sabotage: {
      find: 'return !condition.every(isCleanControl) &&',
      replace: 'return condition.length < 0 &&',
    },
    since: '0.1',
  },
  'INV-P26': {
    claim:
      'What decides that the host vouches for a field of an item is itself minted by the host.',
    kind: 'checked',
    site: 'kernel/provenance/result-names.ts',
    attack: 'a received mail that says of itself that it was sent',
    sabotage: {
      find: 'return spec.mintedWhere === undefined || holds(',
      replace: 'return spec.minted !== undefined || holds(',
    },
    since: '0.1',
  },
  'INV-P27': {
    claim:
      'Only the declared id of what a call itself made is free of its arguments; a planner that ' +
      'has read content stays in its control.',
    kind: 'checked',
    site: 'kernel/provenance/result-label.ts',
    attack: 'a file made by a tainted planner, shared as if the user had made it',
    sabotage: {
      find: 'spec.fresh === true ? minting.decision',
      replace: 'spec.minted !== undefined ? minting.decision',
    },
    since: '0.1',
  },
  'INV-P28': {
    claim:
      'A key that no schema of the tool names is a word like any other: the plan, or the content, ' +
      'that wrote it is in the label of what it stands in.',
    kind: 'construction',
    site: 'kernel/interpreter/resolve.ts',
    attack: 'an address as the key of a record of permissions',
    sabotage: {
      find: 'shape = joinLabel(shape, literalLabel(key, scope.context, null));',
      replace: 'shape = joinLabel(shape, shape);',
    },
    since: '0.1',
  },
  'INV-P29': {
    claim:
      'Where the kernel counts n bits for a value, the value has at most 2^n forms whatever ' +
      'content says; what it cannot count has no bound.',
    kind: 'checked',
    site: 'kernel/provenance/carried.ts',
    attack: 'open text in the hole of a template, sent under a rule for one bit',
    sabotage: {
      find: 'if (capacity === undefined) return OPEN;',
      replace: 'if (capacity === undefined) return 0;',
    },
    since: '0.1',
  },
  'INV-P30': {
    claim:
      'Only what everybody may read counts as no news, and nothing that a planner wrote who had ' +
      'read content.',
    kind: 'checked',
    site: 'kernel/provenance/carried.ts',
    attack: 'a door code that is always the same, as a word of the plan',
    sabotage: {
      find: 'return isPublic(tree.flat) ? {',
      replace: 'return tree.flat.sources.length > 0 ? {',
    },
    since: '0.1',
  },
  'INV-P31': {
    claim: 'What a rule with a capacity releases in a run adds up to no more than that capacity.',
    kind: 'checked',
    site: 'kernel/provenance/declass-condition.ts',
    attack: 'a secret that is sent bit by bit, in many mails or in a map',
    sabotage: {
      find: '(subject.spent[rule.id] ?? 0) <= condition.capacity',
      replace: '0 <= condition.capacity',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
