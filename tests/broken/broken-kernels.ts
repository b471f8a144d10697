/**
 * Kernels with one plausible mistake each: what a tired author might write. The conformance kit has
 * to find every one of them; `caughtBy` is the requirement that a test sees fail.
 */
import { claims } from '../claims/claims.js';
import type { Edit } from './break-kernel.js';

export interface BrokenKernel {
  /** What is wrong, in a few words. */
  readonly mistake: string;
  readonly edits: readonly Edit[];
  readonly caughtBy: string;
}

/** The line of a claim, taken out as its sabotage takes it out. */
function without(id: keyof typeof claims): readonly Edit[] {
  const { site, sabotage } = claims[id] as {
    readonly site: string;
    readonly sabotage: { readonly file?: string; readonly find: string; readonly replace: string };
  };
  const { file = site, find, replace } = sabotage;
  return [{ file, find, replace }];
}

const dispatcher = 'kernel/effects/dispatcher.ts';

export const brokenKernels: readonly BrokenKernel[] = [
  {
    mistake: 'the tool runs before the gate is asked',
    edits: [
      {
        file: dispatcher,
        find: 'const admitted = await admit(this.#gate, this.#callOf(request), desk);',
        replace: `const early = this.#callOf(request);
          this.#run[request.tool]?.(early.args, new CallSignal(desk.cancellation, early.id));
          const admitted = await admit(this.#gate, early, desk);`,
      },
    ],
    caughtBy: 'CK-1',
  },
  {
    mistake: 'a permit pays for a second call',
    edits: [
      {
        file: dispatcher,
        find: 'return run(call.args, context); // the only call of a ToolRun',
        replace: 'run(call.args, context); return run(call.args, context);',
      },
    ],
    caughtBy: 'CK-1',
  },
  {
    mistake: 'a failed call is tried again without the gate',
    edits: [
      {
        file: dispatcher,
        find: 'return run(call.args, context); // the only call of a ToolRun',
        replace: `try { return Promise.resolve(run(call.args, context)).catch(() => run(call.args, context)); }
          catch { return run(call.args, context); }`,
      },
    ],
    caughtBy: 'CK-22',
  },
  {
    mistake: 'the record is written while the tool runs',
    edits: [
      {
        file: 'kernel/effects/admission.ts',
        find: 'if (pending !== undefined) await pending;',
        replace: 'if (pending !== undefined) void pending.catch(() => undefined);',
      },
    ],
    caughtBy: 'CK-1',
  },
  {
    mistake: 'a record that is not stored lets the call go on',
    edits: without('INV-T2'),
    caughtBy: 'CK-4',
  },
  {
    mistake: 'the tool gets the arguments as they were before the schema saw them',
    edits: without('INV-B4'),
    caughtBy: 'CK-2',
  },
  {
    mistake: 'the last stage to answer overrules the others',
    edits: without('INV-B6'),
    caughtBy: 'CK-15',
  },
  { mistake: 'no capability is checked', edits: without('INV-C1'), caughtBy: 'CK-10' },
  { mistake: 'a sub-kernel gets what it asks for', edits: without('INV-C2'), caughtBy: 'CK-12' },
  {
    mistake: 'a sub-kernel gets what it asks for and what its parent holds',
    edits: [
      {
        file: 'kernel/interpreter/subkernel.ts',
        find: 'const grant = narrowGrant(session.grant, step.grant);',
        replace: 'const grant = [...session.grant, ...step.grant];',
      },
    ],
    caughtBy: 'CK-12',
  },
  {
    mistake: 'a planner that has read content speaks as the user',
    edits: without('INV-A5'),
    caughtBy: 'CK-30',
  },
  {
    mistake: 'what a sub-kernel touched is not in what it returns',
    edits: without('INV-A7'),
    caughtBy: 'CK-31',
  },
  {
    mistake: 'the planner is shown the values of facts',
    edits: without('INV-A2'),
    caughtBy: 'CK-18',
  },
  {
    mistake: 'the error that a planner is shown holds values',
    edits: [
      {
        file: 'kernel/interpreter/models.ts',
        find: 'const repair = freeze({ previous: first.previous, problems: first.problems });',
        replace: `const facts = (desk as never as { facts: object }).facts;
          const repair = freeze({ previous: JSON.stringify(facts), problems: first.problems });`,
      },
    ],
    caughtBy: 'CK-18',
  },
  {
    mistake: 'a join keeps every reader of either',
    edits: [
      {
        file: 'schemas/label.ts',
        find: 'const out = a.filter(memberOf(b));',
        replace: 'const out = [...new Set([...a, ...b])].sort();',
      },
    ],
    caughtBy: 'CK-44',
  },
  { mistake: 'a join keeps the first readers', edits: without('INV-P1'), caughtBy: 'CK-44' },
  { mistake: 'a result is not of its tool', edits: without('INV-P2'), caughtBy: 'CK-8' },
  { mistake: 'a part is selected without its shape', edits: without('INV-P16'), caughtBy: 'CK-34' },
  {
    mistake: 'any text that occurs in the query counts as the words of the user',
    edits: without('INV-P3'),
    caughtBy: 'CK-32',
  },
  {
    mistake: 'a critical argument may come from anybody',
    edits: without('INV-P4'),
    caughtBy: 'CK-42',
  },
  { mistake: 'what commits needs no anchor', edits: without('INV-P5'), caughtBy: 'CK-35' },
  { mistake: 'who may read is not compared', edits: without('INV-P7'), caughtBy: 'CK-44' },
  { mistake: 'whose data it is is not looked at', edits: without('INV-P8'), caughtBy: 'CK-9' },
  {
    mistake: 'whoever read content may decide to act',
    edits: without('INV-P9'),
    caughtBy: 'CK-30',
  },
  { mistake: 'reads with egress count as harmless', edits: without('INV-P10'), caughtBy: 'CK-36' },
  { mistake: 'a handle of any kind fits', edits: without('INV-P11'), caughtBy: 'CK-33' },
  { mistake: 'the parser washes what it reads', edits: without('INV-P12'), caughtBy: 'CK-39' },
  { mistake: 'no rule means a release', edits: without('INV-P13'), caughtBy: 'CK-9' },
  { mistake: 'words of others go out as the user', edits: without('INV-P14'), caughtBy: 'CK-43' },
  { mistake: 'a tainted recipient counts as known', edits: without('INV-P17'), caughtBy: 'CK-40' },
  { mistake: 'who chose a value is not looked at', edits: without('INV-P19'), caughtBy: 'CK-34' },
  {
    mistake: 'a computed value is of its first argument',
    edits: without('INV-P21'),
    caughtBy: 'CK-9',
  },
  { mistake: 'a map forgets who made its list', edits: without('INV-P24'), caughtBy: 'CK-38' },
  { mistake: 'keys of a record are nobody’s words', edits: without('INV-P28'), caughtBy: 'CK-41' },
  { mistake: 'an absent approver allows', edits: without('INV-F2'), caughtBy: 'CK-15' },
  { mistake: 'a ruling on other bytes counts', edits: without('INV-F3'), caughtBy: 'CK-15' },
  {
    mistake: 'a yes is matched by the name of the tool',
    edits: [
      {
        file: 'kernel/gate/stages/approval.ts',
        find: 'const found = inputs.rulings.find(({ request }) => request.args === digest);',
        replace: `const yes = ((globalThis as never as Record<string, Set<string>>)['yes' + call.run] ??= new Set<string>());
          if (inputs.rulings.some(({ ruling }) => ruling.decision === 'allow')) yes.add(call.definition.spec.name);
          if (yes.has(call.definition.spec.name)) return allow;
          const found = inputs.rulings.find(({ request }) => request.args === digest);`,
      },
    ],
    caughtBy: 'CK-14',
  },
  { mistake: 'no limit stops a run', edits: without('INV-L1'), caughtBy: 'CK-20' },
  { mistake: 'a sub-kernel has limits of its own', edits: without('INV-L2'), caughtBy: 'CK-20' },
  { mistake: 'a step may refer to a later one', edits: without('INV-S2'), caughtBy: 'CK-16' },
  { mistake: 'a plan may name any tool', edits: without('INV-S3'), caughtBy: 'CK-16' },
  {
    mistake: 'what was checked is read again when it runs',
    edits: [
      {
        file: 'kernel/plan/verify-plan.ts',
        find: 'const plan = parsePlan(output);',
        replace: 'parsePlan(JSON.parse(JSON.stringify(output))); const plan = output as Plan;',
      },
    ],
    caughtBy: 'CK-17',
  },
  {
    mistake: 'results of an earlier run are kept',
    edits: [
      {
        file: 'kernel/effects/effect-end.ts',
        find: 'const read = readResult(call, settled.value);',
        replace: `const kept = ((globalThis as never as Record<string, Map<string, unknown>>)['kept'] ??= new Map());
          const key = call.definition.spec.name;
          const before = kept.get(key); kept.set(key, settled.value);
          const read = readResult(call, before ?? settled.value);`,
      },
    ],
    caughtBy: 'CK-23',
  },
];
