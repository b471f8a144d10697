/** A store of suspended runs in memory, whose texts a test may change; and an office that asks. */
import { expect } from 'vitest';
import {
  AuditChain,
  type KernelConfig,
  memoryAuditSink,
  type RunResult,
  type Suspended,
  type Tool,
} from '../../hosts/index.js';
import type { DefinitionInput } from '../../kernel/index.js';
import type {
  Approver,
  AuditRecord,
  Code,
  GuardrailDocumentInput,
  Step,
  SuspensionStore,
} from '../../schemas/index.js';
import { approverThat } from './approvers.js';
import { makeCanaries } from './canary.js';
import { makeOffice, type Office } from './office.js';
import { officeDefinitions, officeTools } from './office-tools.js';
import { call } from './plan-steps.js';

export interface MemorySuspensions extends SuspensionStore {
  /** What is stored, by id. */
  readonly texts: Map<string, string>;
  readonly claimed: Set<string>;
}

/** Makes an empty store. */
export function memorySuspensions(key: string = 'a5'.repeat(32)): MemorySuspensions {
  const texts = new Map<string, string>();
  const claimed = new Set<string>();
  return {
    key,
    texts,
    claimed,
    put: (id, text) => void texts.set(id, text),
    read: (id) => texts.get(id) ?? null,
    claim(id) {
      if (claimed.has(id)) return false;
      claimed.add(id);
      return true;
    },
  };
}

/** Every mail is asked about. */
export const asksAboutMail: GuardrailDocumentInput = {
  version: 1,
  rules: [{ id: 'mail', scope: 'workspace', class: 'networkEgress', decision: 'prompt' }],
};

/** Kernels that one after another take up the runs of one user, over one audit store. */
export interface Offices {
  readonly store: MemorySuspensions;
  /** A kernel as a new process has it: its own tools, budgets and faces. */
  readonly open: (config?: Partial<KernelConfig>, approver?: Approver) => Office;
  readonly records: () => readonly AuditRecord[];
  /** The kinds of the records of all runs, in order. */
  readonly kinds: () => readonly string[];
}

/** Opens no office yet. */
export function makeOffices(): Offices {
  const sink = memoryAuditSink();
  const audit = new AuditChain(sink);
  const records = (): readonly AuditRecord[] =>
    sink.lines().map((line) => JSON.parse(line) as AuditRecord);
  return {
    store: memorySuspensions(),
    open: ({ ports = {}, ...config } = {}, approver = approverThat('allow')) =>
      makeOffice({
        audit,
        guardrails: asksAboutMail,
        approval: 'suspend',
        ...config,
        ports: { approver, ...ports },
      }),
    records,
    kinds: () => records().map(({ kind }) => kind),
  };
}

export const mailQuery = 'Mail "hello" to bob@example.org and carol@example.org';
export const readMails: Step = call('mails', 'read_inbox', {});
export const saveNote: Step = call('note', 'save_note', { text: 'hello' });

/** A step that asks. */
export function mailTo(id: string, to = 'bob@example.org'): Step {
  return call(id, 'send_email', { to, body: 'hello' });
}

/** Runs up to its first question, and stores it. */
export async function suspend(
  offices: Offices,
  office: Office = offices.open(),
  steps: readonly Step[] = [readMails, mailTo('one')],
): Promise<Suspended> {
  const result = await office.run(mailQuery, steps);
  expect([result.status, result.suspension?.obstacle]).toEqual(['needs_approval', null]);
  return office.kernel.suspend(result, offices.store);
}

/** Stores a run of a whole plan. */
export async function suspendedPlan(offices: Offices, plan: unknown): Promise<string> {
  const { kernel } = offices.open();
  return (await kernel.suspend(await kernel.run(mailQuery, { plan }), offices.store)).id;
}

/** The tools of the office, one of them defined otherwise. */
export function changedTools(name: string, change: object): readonly Tool[] {
  const canaries = makeCanaries();
  const [definition] = officeDefinitions.filter((known) => known.name === name);
  const changed = { ...definition, ...change } as DefinitionInput;
  const others = officeTools(canaries, {}).filter((tool) => tool.name !== name);
  return [...others, canaries.tool(changed, [])];
}

/** Takes a run up. */
export function resume({ kernel }: Office, { store }: Offices, id: string): Promise<RunResult> {
  return kernel.resume(store, id);
}

/** An error with a code. */
export function refusal(code: Code): object {
  return expect.objectContaining({ code });
}
