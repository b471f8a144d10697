/** One cell of the override matrix: a whole kernel, a real tool, and what came of the call. */
import { expect } from 'vitest';
import { classed } from '../../hosts/conformance/classed.js';
import { createKernel, type KernelConfig, makeBashParser } from '../../hosts/index.js';
import { actionOf, compileGuardrails, resolveAction } from '../../kernel/index.js';
import { confirmationsOf } from '../../kernel/policy/safety/confirmation.js';
import type { GuardrailDocumentInput, Outcome, Standing } from '../../schemas/index.js';
import { joinOutcome, safetyModes } from '../../schemas/index.js';
import { pathsWith } from '../cases/ruled-call.js';
import { approverThat } from './approvers.js';
import { makeCanaries } from './canary.js';
import { layerThat } from './layer-that.js';
import { alice, eventsOf } from './office.js';
import { planOf } from './plan-steps.js';
import { fetchSpec, type SafetyRow, stepsOf } from './safety-rows.js';

export type Cell = 'runs' | 'asked' | 'denied';

export const columns = [
  ...safetyModes,
  'actFreely',
  'rule',
  'operator',
  'reviewer',
  'user',
  'nobody',
] as const;
export type Column = (typeof columns)[number];

interface Setting {
  readonly config: Partial<KernelConfig>;
  readonly document: Omit<GuardrailDocumentInput, 'version'>;
  readonly decision: 'allow' | 'deny' | null;
}

/** What one column changes of the set-up of a row. */
function settingOf(column: Column, row: SafetyRow): Setting {
  const usual: Setting = { config: {}, document: {}, decision: 'deny' };
  switch (column) {
    case 'strict':
    case 'normal':
    case 'review':
    case 'yolo':
      return { ...usual, config: { safetyMode: column } };
    case 'actFreely':
      return { ...usual, document: { autonomy: { default: 'actFreely' } } };
    case 'rule':
      return { ...usual, config: { space: 's', agent: 'g' }, document: { rules: ownRules(row) } };
    case 'operator':
      return { ...usual, decision: 'allow' };
    case 'reviewer':
      return { ...usual, config: { layers: [layerThat('review', 'allow')] } };
    case 'user':
      return { ...usual, decision: 'allow' };
    case 'nobody':
      return { ...usual, decision: null };
  }
}

/** The user's word at every scope, written and remembered. */
function ownRules({ own }: SafetyRow) {
  const kept = { provenance: 'remembered', expiresAt: 8_640_000_000_000_000 } as const;
  return ['space:s', 'agent:g', 'workspace'].flatMap((scope, at) => [
    { ...own, id: `own${at}`, scope, decision: 'allow' as const },
    { ...own, ...kept, id: `kept${at}`, scope, decision: 'allow' as const },
  ]);
}

/** Makes the call of a row under a column. */
export async function cellOf(row: SafetyRow, column: Column): Promise<Cell> {
  const { config, document, decision } = settingOf(column, row);
  const approver = approverThat(decision ?? 'deny');
  const canaries = makeCanaries();
  const tool = canaries.tool(classed(row.tool), null);
  const guardrails: GuardrailDocumentInput = { version: 1, ...row.document, ...document };
  const kernel = createKernel({
    tools: [tool, canaries.tool(classed(fetchSpec), 'milk')],
    grant: ['use'],
    guardrails,
    principal: alice,
    home: '/home/u',
    cwd: '/workspace',
    ...row.config,
    ...config,
    ports: { paths: pathsWith({}), ...(decision === null ? {} : { approver }) },
  });
  const words = `Do it: ${Object.values(row.args).join(' ')}`;
  const result = await kernel.run(words, { plan: planOf(...stepsOf(row)) });
  const ran = canaries.of(row.tool.name);
  // INV-Q3: whatever ran saw the arguments alone.
  expect(ran).toEqual(result.status === 'committed' ? [row.args] : []);
  expect(approver.asked.length).toBeLessThanOrEqual(1);
  if (column !== 'operator') {
    if (ran.length > 0) return decision === 'allow' ? 'runs' : unasked('runs', approver.asked);
    return decision === 'deny' && approver.asked.length > 0 ? 'asked' : 'denied';
  }
  // Nothing in a run is the user's own click: the other stages' answers, and the engine's for it.
  const [decided] = [
    ...eventsOf(result, 'gate_denied'),
    ...eventsOf(result, 'gate_allowed'),
  ].filter((event) => event.tool === row.tool.name);
  const others = (decided?.answers ?? []).filter(
    ({ stage }) => stage !== 'rules' && stage !== 'approval',
  );
  expect(others).not.toEqual([]);
  const outcome = others.reduce<Outcome>((all, one) => joinOutcome(all, one.outcome), 'allow');
  return cellNames[joinOutcome(outcome, byOperator(row, tool.definition, guardrails))];
}

const cellNames: Readonly<Record<Outcome, Cell>> = {
  allow: 'runs',
  require_user: 'asked',
  deny: 'denied',
};

function unasked(cell: Cell, asked: readonly unknown[]): Cell {
  expect(asked).toEqual([]);
  return cell;
}

/** What the engine says where the user acts. */
function byOperator(
  row: SafetyRow,
  definition: Parameters<typeof actionOf>[0],
  guardrails: GuardrailDocumentInput,
): Outcome {
  const means = {
    shell: makeBashParser(),
    home: '/home/u',
    cwd: '/workspace',
    followed: null,
  } as const;
  const read = actionOf(definition, row.args, { ...means, mode: 'chat' });
  const standing: Standing = {
    space: null,
    agent: null,
    mode: 'chat',
    autonomy: null,
    safety: row.config?.safetyMode === 'strict' ? 'strict' : 'normal',
    isOperator: true,
  };
  const { decision } = resolveAction(compileGuardrails(guardrails), {
    action: read.action,
    standing,
    now: 0,
    grant: [],
    net: read.net,
    safety: read.safety,
    confirms: confirmationsOf(definition.spec, row.wish !== undefined),
  });
  return decision === 'prompt' ? 'require_user' : decision;
}
