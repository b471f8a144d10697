/**
 * What does not compile: each line below an `@ts-expect-error` would be an error without it, and
 * the comment would be one if the line compiled. Checked by `tsc -b tests`; nothing here runs.
 */
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import type { EffectCall } from '../../kernel/gate/call.js';
import { type Permit, spendPermit } from '../../kernel/gate/permit.js';
import {
  type AuditChain,
  declassify,
  defineTool,
  EffectDispatcher,
  type Engine,
  Gate,
  isTainted,
  makeEngine,
  runQuery,
  type Tainted,
  type Tool,
  type ToolRun,
  type TrustedQuery,
} from '../../kernel/index.js';
import { runPlan } from '../../kernel/interpreter/interpreter.js';
import type { Session } from '../../kernel/interpreter/session.js';
import type { VerifiedPlan } from '../../kernel/plan/verified-plan.js';
import type { Effect, Json, Plan } from '../../schemas/index.js';

/** Genuine values of every kind, to break one at a time. */
interface Genuine {
  readonly gate: Gate;
  readonly tool: Tool;
  readonly dispatcher: EffectDispatcher;
  readonly engine: Engine;
  readonly query: TrustedQuery;
  readonly tainted: Tainted;
  readonly plan: Plan;
  readonly verified: VerifiedPlan;
  readonly session: Session;
  readonly permit: Permit;
  readonly call: EffectCall;
  readonly audit: AuditChain;
}

export function aDispatcherNeedsAGate({ gate, tool }: Genuine): void {
  new EffectDispatcher(gate, [tool], null);
  // @ts-expect-error: no gate at all
  new EffectDispatcher();
  // @ts-expect-error: the options of a gate
  new EffectDispatcher({ policy: { current: () => null }, home: null }, [tool], null);
  // @ts-expect-error: an empty object
  new EffectDispatcher({}, [tool], null);
  // @ts-expect-error: no gate
  new EffectDispatcher(null, [tool], null);
  // @ts-expect-error: the class for an instance
  new EffectDispatcher(Gate, [tool], null);
  expectTypeOf(EffectDispatcher).constructorParameters.toMatchTypeOf<
    [Gate, readonly Tool[], unknown]
  >();
}

export function aToolIsNoFunction({ gate, tool }: Genuine, run: ToolRun): void {
  // @ts-expect-error: a callable for a handle
  new EffectDispatcher(gate, [run], null);
  // @ts-expect-error: a record of a callable for a handle
  new EffectDispatcher(gate, [{ ...tool.definition, run }], null);
  // @ts-expect-error: the callable of a handle is not to be had
  tool.run;
  expectTypeOf<keyof Tool>().toEqualTypeOf<'definition' | 'kind' | 'name'>();
}

export function aRawValueIsNotTainted({ tainted }: Genuine, text: string): void {
  declassify(tainted, { reason: 'shown to the user' });
  // @ts-expect-error: a raw text
  declassify(text, { reason: 'shown to the user' });
  // @ts-expect-error: an object of the same shape
  declassify({ label: tainted.label }, { reason: 'shown to the user' });
  // @ts-expect-error: no reason
  declassify(tainted);
  // @ts-expect-error: the value is not to be had without its label
  tainted.value;
  expectTypeOf<string>().not.toMatchTypeOf<Tainted>();
  expectTypeOf(isTainted).guards.toEqualTypeOf<Tainted>();
  expectTypeOf(declassify).returns.toEqualTypeOf<Json>();
}

export function aPlanIsNotVerified({ session, plan, verified }: Genuine): void {
  void runPlan(session, verified);
  // @ts-expect-error: a plan that nobody verified
  void runPlan(session, plan);
  // @ts-expect-error: an object of the same shape
  void runPlan(session, { steps: plan.steps, digest: '' });
  expectTypeOf<Plan>().not.toMatchTypeOf<VerifiedPlan>();
}

export function aTextIsNoQuery({ engine, query }: Genuine, text: string): void {
  void runQuery(engine, query);
  // @ts-expect-error: a text
  void runQuery(engine, text);
  // @ts-expect-error: an object of the same shape
  void runQuery(engine, { text, label: query.label, principal: 'user:alice', quotes: () => true });
}

export function anEngineNeedsADispatcherOfOurs({ engine, dispatcher }: Genuine): void {
  const { definitions, grant } = dispatcher;
  const shape = { definitions, grant, isInside: () => false, dispatch: () => null };
  makeEngine({ ...engine, dispatcher });
  // @ts-expect-error: an object of the same shape
  makeEngine({ ...engine, dispatcher: shape });
}

export function aPermitIsNoObject({ permit, call }: Genuine): void {
  spendPermit(permit, call);
  // @ts-expect-error: an object of the same shape
  spendPermit({ id: permit.id }, call);
}

export function nothingIsBuiltFromOutside(make: {
  readonly Tainted: typeof Tainted;
  readonly Permit: typeof Permit;
  readonly Tool: typeof Tool;
}): void {
  // @ts-expect-error: private
  new make.Tainted({}, {});
  // @ts-expect-error: private
  new make.Permit({}, {});
  // @ts-expect-error: private
  new make.Tool({}, {});
}

export function whatChangesOrSendsNamesItsClasses(effect: Effect): void {
  const spec = { name: 'x', description: 'x', capabilities: ['x.y'] };
  const base = { ...spec, input: z.strictObject({}), output: z.null(), run: () => null };
  const shared = { ...base, effect: 'write' as const, classes: ['gitPush'] as const };
  defineTool(shared);
  defineTool({ ...base, effect: 'write', classes: ['gitPush'] });
  defineTool({ ...base, effect: 'read', egress: true, classes: ['networkEgress'] });
  defineTool({ ...base, effect: 'read' });
  defineTool({ ...base, effect: 'read', classes: ['secretAccess'] });
  // @ts-expect-error: a write of no class
  defineTool({ ...base, effect: 'write' });
  // @ts-expect-error: an empty list of classes
  defineTool({ ...base, effect: 'write', classes: [] });
  // @ts-expect-error: not one of the thirteen
  defineTool({ ...base, effect: 'write', classes: ['gitPull'] });
  // @ts-expect-error: its arguments leave
  defineTool({ ...base, effect: 'read', egress: true });
  // @ts-expect-error: it changes state by reading
  defineTool({ ...base, effect: 'read', mutates: true });
  // @ts-expect-error: it changes nothing
  defineTool({ ...base, effect: 'pure', classes: ['gitPush'] });
  // @ts-expect-error: what changes nothing sends nothing
  defineTool({ ...base, effect: 'pure', egress: true });
  // @ts-expect-error: nobody knows whether it writes
  defineTool({ ...base, effect });
}

export function aToolGetsWhatItsSchemaGives(run: ToolRun): void {
  const input = z.strictObject({ to: z.string(), count: z.number().optional() });
  const spec = { name: 'x', description: 'x', effect: 'pure' as const, capabilities: [] };
  const io = { input, output: z.null() };
  defineTool({
    ...spec,
    ...io,
    run: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ to: string; count?: number | undefined }>();
      // @ts-expect-error: the schema names no such argument
      return args.too;
    },
  });
  defineTool({ ...spec, ...io, run });
}
