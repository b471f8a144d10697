/** Family F: what fails, denies. */
import type { ClaimRows } from '../claim.js';

export const failClosedClaims = {
  'INV-F1': {
    claim: 'A stage that throws, or a layer that gives no known answer, denies.',
    kind: 'checked',
    site: 'kernel/gate/layer.ts',
    attack: 'an input that makes a check crash',
    sabotage: {
      find: "return refuse({ stage, code: 'layer_failed', reason: `the ${stage} layer threw` });",
      replace: "return freeze({ stage, outcome: 'allow' });",
    },
    since: '0.1',
  },
  'INV-F2': {
    claim: 'Where the user is required and no approver answers, the call is denied.',
    kind: 'checked',
    site: 'kernel/gate/stages/approval.ts',
    attack: 'a host without an approver',
    sabotage: {
      find: "return Object.freeze({ stage: 'approval', outcome: 'require_user', obligations });",
      replace: 'return allow;',
    },
    since: '0.1',
  },
  'INV-F3': {
    claim: 'A ruling counts only for the request it names, by id and digest, before it expires.',
    kind: 'checked',
    site: 'kernel/approval/ticket.ts',
    attack: 'a ruling on other arguments',
    sabotage: {
      find: 'if (ruling.approval !== request.approval || ruling.digest !== request.digest)',
      replace: 'if (ruling.approval !== request.approval)',
    },
    since: '0.1',
  },
  'INV-F4': {
    claim: 'An object of another copy of the package is refused.',
    kind: 'checked',
    site: 'kernel/effects/tool-run.ts',
    attack: 'a second copy whose checks were taken out',
    sabotage: {
      find: "?.kind === 'sluice.tool';",
      replace: "?.kind === 'none';",
    },
    since: '0.1',
  },
  'INV-F5': {
    claim: 'A label without sources is a fault, not trust.',
    kind: 'checked',
    site: 'kernel/provenance/tainted.ts',
    attack: 'a label made of nothing',
    sabotage: {
      find: 'if (labelled.tree.flat.sources.length === 0)',
      replace: 'if (labelled.tree === null)',
    },
    since: '0.1',
  },
  'INV-F6': {
    claim: 'A release rule or host function that throws or gives no known answer denies.',
    kind: 'checked',
    site: 'kernel/provenance/declassify.ts',
    attack: 'a declassifier that returns a truthy object',
    sabotage: {
      find: "return { answer: 'deny', rule: 'host', code: 'declassify_failed' };",
      replace: "return { answer: 'release', rule: 'host', bits: 0, opaque: true };",
    },
    since: '0.1',
  },
  'INV-F7': {
    claim: 'A policy source that throws or gives no policy denies.',
    kind: 'checked',
    site: 'kernel/effects/decision-inputs.ts',
    attack: 'a policy that cannot be read at the moment it would deny',
    sabotage: {
      find:
        "throw new EffectDenied(makeDenial({ stage: 'admission', code: 'policy_unavailable', " +
        'reason }));',
      replace: 'throw new Error(reason);',
    },
    since: '0.1',
  },
  'INV-F8': {
    claim: 'Whatever a model or a tool does, a run ends with a status and does not throw.',
    kind: 'checked',
    site: 'kernel/interpreter/run.ts',
    attack: 'an error of a tool that crashes through the host',
    sabotage: {
      find: 'return await finish(state, { status: statusOf(error), output: null, error });',
      replace: 'throw error;',
    },
    since: '0.1',
  },
  'INV-F9': {
    claim: 'A layer that had to ask outside and got nothing denies; the reviewer asks the user.',
    kind: 'checked',
    site: 'kernel/gate/layer.ts',
    attack: 'a judge that crashes, hangs or answers nonsense',
    sabotage: {
      find: 'if (inputs.gathered[stage] === undefined && !calmLayers.has(layer)) {',
      replace: 'if (stage === undefined) {',
    },
    since: '0.1',
  },
  'INV-F10': {
    claim: 'No permit is minted while a layer has yet to ask outside.',
    kind: 'checked',
    site: 'kernel/gate/gate.ts',
    attack: 'a decision on inputs that were never gathered',
    sabotage: {
      find: 'if (waiting !== undefined) throw new EffectDenied(unasked(waiting.stage));',
      replace: '',
    },
    since: '0.1',
  },
  'INV-F11': {
    claim: 'A shell command that was not read, or not without an error, is asked about at least.',
    kind: 'checked',
    site: 'kernel/vaglio/commands.ts',
    attack: 'a command that the grammar cannot read, or a host without a parser',
    sabotage: {
      find: "if (parser === null) findings.ask('shell_unread');",
      replace: 'if (parser === null) continue;',
    },
    since: '0.1',
  },
  'INV-F12': {
    claim: 'What a listener of a call throws at the end of its run ends nothing else.',
    kind: 'checked',
    site: 'kernel/effects/quiet-signal.ts',
    attack: 'an abort listener that throws once the run is over',
    sabotage: {
      find: 'const made: Listener = (event) => callQuietly(handler, signal, event);',
      replace: 'const made = handler as Listener;',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
