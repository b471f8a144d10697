/** Calls that some layer tightens, one for each row of the override matrix. Data. */
import { z } from 'zod';
import type { DefinitionParts } from '../../hosts/conformance/classed.js';
import type { KernelConfig } from '../../hosts/index.js';
import type { GuardrailDocumentInput, JsonObject } from '../../schemas/index.js';
import { noteSpec } from './notebook.js';
import { call, ref } from './plan-steps.js';
import { always, rule } from './release-rule.js';

type Document = Omit<GuardrailDocumentInput, 'version'>;
type Rule = NonNullable<Document['rules']>[number];

export interface SafetyRow {
  readonly tool: DefinitionParts;
  readonly args: JsonObject;
  /** What the call comes with beside its arguments. */
  readonly wish?: { readonly confirm: true };
  readonly config?: Partial<KernelConfig>;
  readonly document?: Document;
  /** The most that the user may have written or had remembered about it. */
  readonly own: Omit<Rule, 'id' | 'scope' | 'decision'>;
  /** Its argument comes from content. */
  readonly isFetched?: true;
}

const shellSpec: DefinitionParts = {
  name: 'shell_exec',
  description: 'Runs a command.',
  effect: 'write',
  capabilities: ['use'],
  classes: ['processSpawn'],
  sink: 'own',
  args: { '/command': { role: 'content' } },
  input: z.strictObject({ command: z.string() }),
  output: z.null(),
};

/** A command line, and the rule that allows exactly it. */
export const commandRow = (command: string, config: Partial<KernelConfig> = {}): SafetyRow => ({
  tool: shellSpec,
  args: { command },
  config,
  own: { command, exact: true },
});

const note: DefinitionParts = { ...noteSpec, capabilities: ['use'], output: z.null() };
const mine = { class: 'workspaceMutation' } as const;

export const safetyRows = {
  'guard denies': commandRow('rm -rf /'),
  'black list': commandRow('systemctl isolate reboot.target'),
  'grey list, strict': commandRow('mv a b', { safetyMode: 'strict' }),
  'grey list': commandRow('mv a b'),
  'confirm: always': {
    tool: { ...note, confirm: 'always' },
    args: { text: 'milk' },
    own: mine,
  },
  'confirm: true': { tool: note, args: { text: 'milk' }, wish: { confirm: true }, own: mine },
  'guardrail asks': {
    tool: { ...note, name: 'drop', classes: ['fileDelete'] },
    args: { text: 'milk' },
    own: { class: 'fileDelete' },
  },
  'managed tier asks': {
    tool: note,
    args: { text: 'milk' },
    document: {
      managed: [{ id: 'clamp', scope: 'managed', class: 'workspaceMutation', decision: 'prompt' }],
    },
    own: mine,
  },
  'provenance asks': {
    tool: { ...note, sink: undefined },
    args: { text: 'milk' },
    config: { declassify: [rule('ask', always, { tool: 'note' })] },
    own: mine,
    isFetched: true,
  },
  'judge degraded': {
    tool: note,
    args: { text: 'milk' },
    config: { judge: { kind: 'llm-v1' } },
    own: mine,
  },
} as const satisfies Readonly<Record<string, SafetyRow>>;

export type SafetyRowName = keyof typeof safetyRows;

/** The steps of a row: its call, behind one that fetches where it needs content. */
export function stepsOf({ tool, args, wish, isFetched }: SafetyRow) {
  const given = { ...(args as Readonly<Record<string, string>>), ...wish };
  if (isFetched !== true) return [call('a', tool.name, given)];
  return [call('in', 'fetch'), call('a', tool.name, { ...given, text: ref('in') })];
}

/** A read whose answer is content that only the user may have. */
export const fetchSpec: DefinitionParts = {
  name: 'fetch',
  description: 'Reads a page.',
  effect: 'read',
  capabilities: ['use'],
  input: z.strictObject({}),
  output: z.string(),
};
