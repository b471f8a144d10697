/**
 * The closed taxonomy of what an action changes (behaviour G-5, G-6). Over-declaring costs a
 * question, under-declaring is a hole.
 */
import { z } from 'zod';

/** What a rule says; the strictest of several wins where nothing else tells them apart. */
export type RuleDecision = 'allow' | 'prompt' | 'deny';

export const actionClasses = Object.freeze([
  'fileDelete',
  'gitPush',
  'prCreate',
  'prPublish',
  'vendorSyncWrite',
  'fileWriteOutsideWorktree',
  'gitCommit',
  'networkEgress',
  'secretAccess',
  'packageInstall',
  'processSpawn',
  'workspaceMutation',
  'enclosureControl',
] as const);

export type ActionClass = (typeof actionClasses)[number];

/** What holds where no rule speaks: the first five ask, the others pass. */
export const classDefaults: Readonly<Record<ActionClass, Exclude<RuleDecision, 'deny'>>> =
  Object.freeze({
    fileDelete: 'prompt',
    gitPush: 'prompt',
    prCreate: 'prompt',
    prPublish: 'prompt',
    vendorSyncWrite: 'prompt',
    fileWriteOutsideWorktree: 'allow',
    gitCommit: 'allow',
    networkEgress: 'allow',
    secretAccess: 'allow',
    packageInstall: 'allow',
    processSpawn: 'allow',
    workspaceMutation: 'allow',
    enclosureControl: 'allow',
  });

/** How far a foreign tool reaches, where it declares no class itself. */
export type ToolTier = 'exec' | 'write' | 'read';

/** The classes of a foreign tool by its tier (behaviour G-8). */
export const tierClasses: Readonly<Record<ToolTier, readonly ActionClass[]>> = Object.freeze({
  exec: Object.freeze(['processSpawn'] as const),
  write: Object.freeze(['fileWriteOutsideWorktree'] as const),
  read: Object.freeze([]),
});

/** The class of a name; null for any other text (behaviour G-9). */
export function actionClassOf(name: string): ActionClass | null {
  return actionClasses.find((known) => known === name) ?? null;
}

export const actionClassSchema: z.ZodType<ActionClass, ActionClass> = z.enum(actionClasses);

/** What kind of talk is going on; `plan`, `review` and `orchestrate` only read. */
export const conversationModes = Object.freeze(['chat', 'plan', 'review', 'orchestrate'] as const);
export type ConversationMode = (typeof conversationModes)[number];

/** How much is left to the agent, from least to most (behaviour G-45). */
export const autonomyLevels = Object.freeze([
  'proposeOnly',
  'actWithApproval',
  'actFreely',
] as const);
export type Autonomy = (typeof autonomyLevels)[number];
