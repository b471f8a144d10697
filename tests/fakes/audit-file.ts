/** Audit files of the tests: of real runs, and with records that no kernel would write. */
import { writeFileSync } from 'node:fs';
import { memoryAuditSink } from '../../hosts/index.js';
import { AuditChain, appendAudit } from '../../kernel/index.js';
import type { AuditBody, Label } from '../../schemas/index.js';

/** Writes lines to a file as a store does. */
export function writeAudit(path: string, lines: readonly string[]): void {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
}

const labelOf = (text: string): Label => ({
  sources: [text],
  control: [text],
  readers: [text],
  subjects: [text],
});

/** Every kind of record of a run, with one text wherever a text may stand. */
function bodiesWith(text: string): readonly AuditBody[] {
  const as = text as never;
  const labels = { [text]: labelOf(text), decision: labelOf(text) };
  const rules = { decided: [text], advisory: [text], overridden: [text] };
  const asks = [{ rule: text, argument: text }];
  const answers = [
    { stage: as, outcome: as, rules },
    { stage: as, outcome: 'require_user' as const, asks },
    { stage: as, outcome: 'allow' as const, review: as },
  ];
  const edge = { argument: text, failure: as, discloses: as };
  const of = { step: text, tool: text, args: text };
  return [
    { kind: 'run_started', data: { query: text, depth: 0 } },
    { kind: 'plan_verified', data: { plan: text, steps: 1 } },
    {
      kind: 'admission',
      data: { ...of, definition: text, labels, answers, policy: text },
    },
    {
      kind: 'release',
      data: { argument: text, rule: text, declassifier: as, releases: as, label: labelOf(text) },
    },
    {
      kind: 'ruling',
      data: {
        ...{ approval: text, decision: as, approver: text, source: text },
        ...{ isSigned: true, of: 1, args: text, request: text },
      },
    },
    { kind: 'late_result', data: { settled: as } },
    { kind: 'terminal', data: { outcome: as, output: as, code: as, result: text } },
    { kind: 'resolution', data: { outcome: as, by: text } },
    { kind: 'denial', data: { ...of, stage: as, code: as, rules, edge, labels, answers } },
    { kind: 'run_ended', data: { status: text, effects: 1 } },
  ];
}

/** A chain that holds, of one run whose records hold a text everywhere; the run is `r1`. */
export async function linesWith(text: string): Promise<readonly string[]> {
  const sink = memoryAuditSink();
  const chain = new AuditChain(sink);
  for (const [i, body] of bodiesWith(text).entries()) {
    const call = /^(run_|plan_)/.test(body.kind) ? null : `r1.${body.kind === 'denial' ? 2 : 1}`;
    await appendAudit(chain, { body, run: 'r1', call, at: 1_772_600_000_000 + i });
  }
  return sink.lines();
}
