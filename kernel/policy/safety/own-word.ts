/**
 * The user's own word about what the grey list asks: rules of the chain that allow the very thing
 * (behaviour A-3, C21). A default, a template without bounds, autonomy, a reviewer and a release
 * are none.
 */
import type { ActionClass, ActionCommand } from '../../../schemas/index.js';
import type { CompiledRule } from '../compiled-rule.js';
import type { SafetyFinding } from './finding.js';

/** What the chain of scopes came to, as far as it allows within bounds. */
export class OwnWord {
  readonly #classes = new Set<ActionClass>();
  readonly #commands = new Set<ActionCommand>();

  /** Takes the rule that decided about a class; null where a preset or a default did. */
  ofClass(name: ActionClass, decided: CompiledRule | null): void {
    if (decided === null || decided.rule.decision !== 'allow') return;
    // A class as a whole is nobody's word about this command.
    if (decided.constraint !== null) this.#classes.add(name);
  }

  /** Takes the rule that decided about a command; null where none did. */
  ofCommand(command: ActionCommand | null, decided: CompiledRule | null): void {
    if (command !== null && decided?.rule.decision === 'allow') this.#commands.add(command);
  }

  /** Whether what was found is allowed by a rule that speaks of it. */
  covers({ command, classes, isSure }: SafetyFinding): boolean {
    if (!isSure) return false;
    if (command !== null && this.#commands.has(command)) return true;
    return classes.length > 0 && classes.every((name) => this.#classes.has(name));
  }
}
