/**
 * Audit records of calls, appended through a chain of the kernel, and what they leave unsettled.
 */
import { type AuditChain, appendAudit } from '../../kernel/index.js';
import type { AuditBody, AuditRecord, EffectOutcome } from '../../schemas/index.js';

const DIGEST = 'a'.repeat(64);

/** A step in the life of a call. */
export interface CallStep {
  readonly call: string;
  readonly does: 'admit' | EffectOutcome | 'late';
}

/** The body of a record about a call of a tool that a test names. */
export function bodyOf({ does }: CallStep, tool = 'send_mail'): AuditBody {
  if (does === 'admit')
    return {
      kind: 'admission',
      data: {
        step: 's"1',
        tool,
        definition: DIGEST,
        args: DIGEST,
        labels: {},
        answers: [{ stage: 'guard', outcome: 'allow' }],
        policy: 'p1',
      },
    };
  if (does === 'late') return { kind: 'late_result', data: { settled: 'rejected' } };
  return {
    kind: 'terminal',
    data: { outcome: does, output: null, code: null, result: null },
  };
}

/** Appends one record of a call. */
export async function record(chain: AuditChain, step: CallStep): Promise<void> {
  const mayWait = step.does !== 'admit';
  await appendAudit(chain, { body: bodyOf(step), run: 'r1', call: step.call, at: 7, mayWait });
}

/** What records leave unsettled, told slowly and plainly: `call state` in order of admission. */
export function naiveUnsettled(lines: readonly string[]): readonly string[] {
  const states = new Map<string, string>();
  for (const line of lines) {
    const { kind, call, data } = JSON.parse(line) as AuditRecord;
    if (kind === 'admission') states.set(String(call), 'open');
    if (kind !== 'terminal' || !states.has(String(call))) continue;
    if ((data as { readonly outcome: string }).outcome === 'uncertain')
      states.set(String(call), 'uncertain');
    else states.delete(String(call));
  }
  return [...states].map(([call, state]) => `${call} ${state}`);
}
