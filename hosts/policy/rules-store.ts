/**
 * Remembered rules in an SQLite file: each bound to an id, revocable, never edited. A row is the
 * canonical JSON of a rule and is checked whenever it is read; one that does not hold makes the
 * whole store refuse (behaviour G-36). Does not defend against whoever may write to the file as the
 * same user.
 */
import stableStringify from 'fast-json-stable-stringify';
import type Libsql from 'libsql';
import { SnapshotRefused, snapshot } from '../../kernel/index.js';
import { type GuardrailRule, guardrailRuleSchema, type Json } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import { nodeClock } from '../node/ports.js';
import { openSqliteFile, type SqliteFile } from '../stores/sqlite-file.js';
import { ensureTables } from '../stores/sqlite-tables.js';
import { storeErrors } from '../stores/store-errors.js';
import { checkFit } from './misfit.js';
import { rulesTables } from './rules-schema.js';

const errors = storeErrors('policy_unavailable', 'policy_malformed');

export interface RulesStore {
  /** Absolute path of the file, links of its folder resolved. */
  readonly path: string;
  /**
   * Adds a rule under an id that was never used.
   * @throws HostError `policy_malformed`, `policy_unavailable`
   */
  add(rule: GuardrailRule): void;
  /**
   * Takes a rule out of force; answers false if there is none of that id. The row stays, with the
   * time.
   * @throws HostError `policy_unavailable`
   */
  revoke(id: string, now?: number): boolean;
  /** Rules that are not revoked, expired ones too, oldest first. @throws HostError as `version` */
  list(): readonly GuardrailRule[];
  /** Rules that are in force at an instant. @throws HostError as `version` */
  live(now: number): readonly GuardrailRule[];
  /**
   * Another text after each change, by whichever process.
   * @throws HostError `policy_malformed` where the file is damaged, `policy_unavailable`
   */
  version(): string;
  /** Closes the file; every other method throws from then on. */
  close(): void;
}

/**
 * Opens or makes a store of rules. Several processes may have it open at once.
 * @throws HostError `policy_unavailable` if it cannot be opened safely; `policy_malformed` if it is
 * damaged or a file of something else
 */
export function openRulesStore(path: string): RulesStore {
  const file = openSqliteFile(path, { errors, synchronous: 'FULL' });
  try {
    return new RulesFile(file);
  } catch (error) {
    file.close();
    throw errors.from(file.path, error);
  }
}

class RulesFile implements RulesStore {
  readonly path: string;
  readonly #file: SqliteFile;
  readonly #select: Libsql.Statement<unknown[]>;
  readonly #state: Libsql.Statement<unknown[]>;

  constructor(file: SqliteFile) {
    const { database, path } = file;
    ensureTables({ database, path }, rulesTables, errors);
    this.path = path;
    this.#file = file;
    this.#select = database.prepare(
      'SELECT id, rule FROM rules WHERE revoked_at IS NULL ORDER BY place',
    );
    this.#state = database.prepare('SELECT store, changes FROM state').raw();
  }

  add(rule: GuardrailRule): void {
    const checked = this.#checked(this.#plain(rule), 'the rule');
    const text = stableStringify(checked);
    this.#file.ask(() => {
      const { database } = this.#file;
      if (database.prepare('SELECT id FROM rules WHERE id = ?').all(checked.id).length > 0)
        throw this.#malformed(`there is, or was, a rule \`${checked.id}\``);
      database.prepare('INSERT INTO rules (id, rule) VALUES (?, ?)').run(checked.id, text);
    });
  }

  revoke(id: string, now: number = nodeClock.now()): boolean {
    if (!Number.isSafeInteger(now))
      throw new HostError('config_malformed', '`now` is a whole number of milliseconds');
    return this.#file.ask(() => {
      const statement = this.#file.database.prepare(
        'UPDATE rules SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
      );
      return statement.run(now, id).changes > 0;
    });
  }

  list(): readonly GuardrailRule[] {
    return Object.freeze(this.#file.ask(() => this.#select.all().map((row) => this.#ruleOf(row))));
  }

  live(now: number): readonly GuardrailRule[] {
    const isLive = ({ expiresAt }: GuardrailRule): boolean =>
      expiresAt === undefined || now < expiresAt;
    return Object.freeze(this.list().filter(isLive));
  }

  version(): string {
    return this.#file.ask(() => {
      const row = this.#state.get();
      if (!Array.isArray(row)) throw this.#malformed('it has no state');
      return row.join(':');
    });
  }

  close(): void {
    this.#file.close();
  }

  #ruleOf(row: unknown): GuardrailRule {
    const { id, rule: text } = row as Readonly<Record<string, unknown>>;
    if (typeof text !== 'string') throw this.#malformed(`the row \`${String(id)}\` holds no text`);
    const rule = this.#checked(this.#parsed(text, String(id)), `the row \`${String(id)}\``);
    if (rule.id !== id) throw this.#malformed(`the row \`${String(id)}\` holds another rule`);
    return rule;
  }

  #parsed(text: string, id: string): Json {
    try {
      return parseStrictJson(text);
    } catch (cause) {
      throw this.#malformed(`the row \`${id}\` is no JSON`, cause);
    }
  }

  #plain(rule: GuardrailRule): Json {
    try {
      return snapshot(rule);
    } catch (cause) {
      if (!(cause instanceof SnapshotRefused)) throw cause;
      throw this.#malformed(`the rule is no plain data: ${cause.message}`, cause);
    }
  }

  #checked(value: Json, where: string): GuardrailRule {
    const fitted = checkFit(guardrailRuleSchema, value);
    if ('data' in fitted) return snapshot(fitted.data) as unknown as GuardrailRule;
    throw this.#malformed(`${where}: ${fitted.misfits[0]?.text ?? 'malformed'}`);
  }

  #malformed(what: string, cause?: unknown): HostError {
    return new HostError('policy_malformed', `\`${this.path}\`: ${what}`, { cause });
  }
}
