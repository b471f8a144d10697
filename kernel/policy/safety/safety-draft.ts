/** Gathers what the safety lists find while the commands of one line are added up. */
import type { ActionClass, ActionCommand } from '../../../schemas/index.js';
import { freeze } from '../../primordials.js';
import type { ProgramUse } from '../commands/program.js';
import { blackHits, UNSEEN, writesSysrq } from './black-list.js';
import type { SafetyFinding } from './finding.js';
import { greyEntry, REDIRECT, UNREAD } from './grey-list.js';

/** A finding whose command is still a key. */
type Draft = Omit<SafetyFinding, 'command'> & { readonly key: string | null };

const noClasses: readonly ActionClass[] = freeze([]);

/** What a command that nobody could read comes to. */
export const unread: SafetyFinding = freeze({
  list: 'grey',
  entry: UNREAD,
  isSure: false,
  command: null,
  classes: noClasses,
});

/** Findings in the making. */
export class SafetyDraft {
  readonly #found: Draft[] = [];
  readonly #redirected = new Set<ActionClass>();
  #hasRedirect = false;

  /** Looks at one command: its paths, the classes that it adds, and the key it goes by. */
  command(
    use: ProgramUse,
    paths: readonly string[],
    classes: readonly ActionClass[],
    key: string,
  ): void {
    for (const [entry, isSure] of blackHits(use, paths)) this.#black(entry, isSure);
    const entry = greyEntry(use.name);
    if (entry !== null) this.#found.push({ list: 'grey', entry, isSure: true, key, classes });
  }

  /** Looks at one redirect that writes to a file. */
  redirect(paths: readonly string[], classes: readonly ActionClass[]): void {
    if (writesSysrq(paths)) this.#black('sysrq', true);
    this.#hasRedirect = true;
    for (const added of classes) this.#redirected.add(added);
  }

  /** Says that there were more commands than anybody looked at: any may be on the black list. */
  cut(): void {
    this.#black(UNSEEN, false);
  }

  #black(entry: string, isSure: boolean): void {
    this.#found.push({ list: 'black', entry, isSure, key: null, classes: noClasses });
  }

  /** What was found; `commandOf` gives the command of a key. */
  findings(
    commandOf: (key: string) => ActionCommand | null,
    { isUnread, isMisread }: { readonly isUnread: boolean; readonly isMisread: boolean },
  ): readonly SafetyFinding[] {
    const found: SafetyFinding[] = this.#found.map(({ key, ...rest }) =>
      freeze({ ...rest, command: key === null ? null : commandOf(key) }),
    );
    if (isUnread) found.push(unread);
    if (!this.#hasRedirect || isMisread) return freeze(found);
    const classes = freeze([...this.#redirected]);
    const redirect = {
      list: 'grey',
      entry: REDIRECT,
      isSure: true,
      command: null,
      classes,
    } as const;
    return freeze([...found, freeze(redirect)]);
  }
}
