/**
 * The user's message of this turn: the only text whose words a plan may quote with the user's
 * authority. Branded; minted by `trustQuery` alone. Upholds INV-P3: only whole tokens are quotes,
 * nothing is composed.
 */
import {
  isNamedReaders,
  type JsonScalar,
  type Label,
  makeLabel,
  type Readers,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { createRecord, freeze, isWellFormed } from '../primordials.js';
import { type QueryToken, queryTokens } from './query-tokens.js';
import { mayBeForm, type QuoteForms, quoteForms } from './quote-normal.js';
import { emailPrincipal, namedReaders } from './recipients.js';
import { indexStarts, placesOf, type StartIndex } from './start-index.js';

/** Longest query, in UTF-16 code units. */
const MAX_QUERY = 262_144;
/** Answers that a query remembers, and the longest literal among them. */
const MAX_KNOWN = 4096;
const MAX_KNOWN_LITERAL = 256;
/** For more literals than these the query is taken apart once. */
const FEW = 32;

interface Quotable {
  readonly tokens: readonly QueryToken[];
  readonly texts: ReadonlySet<string>;
  readonly starts: StartIndex;
  readonly ends: ReadonlySet<number>;
}

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let isQuery: (value: unknown) => value is TrustedQuery;
let mint: (text: string, label: Label, principal: string) => TrustedQuery;

/** One message of the user, and the question whether a literal quotes it. */
export class TrustedQuery {
  readonly #text: string;
  readonly #label: Label;
  readonly principal: string;
  #quotable: Quotable | null = null;
  #forms: QuoteForms | null = null;
  /** Answers given before: a plan may hold one literal many times. */
  #known: Record<string, boolean> = createRecord();
  #knownCount = 0;

  private constructor(key: object, text: string, label: Label, principal: string) {
    if (key !== minting)
      throw new KernelFault('query_malformed', 'a query is made by `trustQuery`');
    this.#text = text;
    this.#label = label;
    this.principal = principal;
    freeze(this);
  }

  static {
    mint = (text, label, principal) => new TrustedQuery(minting, text, label, principal);
    isQuery = (value): value is TrustedQuery =>
      typeof value === 'object' && value !== null && #text in value;
  }

  /** The text, in NFC. */
  get text(): string {
    return this.#text;
  }

  /** `{sources: user, control: none}` with the readers the host gave. */
  get label(): Label {
    return this.#label;
  }

  /**
   * Asks whether a literal is a quote: one or more whole consecutive tokens, or the normal form of
   * such a quote.
   */
  quotes(literal: JsonScalar): boolean {
    if (typeof literal === 'number') return this.#normal().numbers.has(literal);
    if (typeof literal !== 'string' || literal === '') return false;
    const known = this.#known[literal];
    if (known !== undefined) return known;
    const isQuote = this.#isQuote(literal);
    if (literal.length <= MAX_KNOWN_LITERAL) this.#remember(literal, isQuote);
    return isQuote;
  }

  #isQuote(literal: string): boolean {
    // The query is in NFC; a literal that is not would run other bytes than the ones compared.
    if (literal !== literal.normalize('NFC')) return false;
    return this.#hasTokens(literal) || (mayBeForm(literal) && this.#normal().texts.has(literal));
  }

  #remember(literal: string, isQuote: boolean): void {
    if (this.#knownCount >= MAX_KNOWN) {
      this.#known = createRecord();
      this.#knownCount = 0;
    }
    this.#known[literal] = isQuote;
    this.#knownCount += 1;
  }

  #hasTokens(text: string): boolean {
    // Most literals are no part of the query: it need not be taken apart for them.
    const isUntaken = this.#quotable === null && this.#knownCount < FEW;
    if (isUntaken && !this.#text.includes(text)) return false;
    const { texts, starts, ends } = this.#tokens();
    if (texts.has(text)) return true;
    // INV-P3: a quote begins and ends where tokens do.
    for (const at of placesOf(starts, text)) if (ends.has(at + text.length)) return true;
    return false;
  }

  #tokens(): Quotable {
    if (this.#quotable === null) {
      const tokens = queryTokens(this.#text);
      this.#quotable = {
        tokens,
        texts: new Set(tokens.map((token) => token.text)),
        starts: indexStarts(this.#text, new Set(tokens.map((token) => token.start))),
        ends: new Set(tokens.map((token) => token.end)),
      };
    }
    return this.#quotable;
  }

  #normal(): QuoteForms {
    this.#forms ??= quoteForms(this.#text, this.#tokens().tokens);
    return this.#forms;
  }
}
freeze(TrustedQuery.prototype);
freeze(TrustedQuery);

export { isQuery as isTrustedQuery };

/**
 * Mints this turn's query: text typed by the user, who is `principal` (`user:alice@example.com`);
 * `readers` says who may be sent its words, `anyone` unless the host narrows it.
 * @throws KernelFault `query_malformed` for empty, oversized or ill-formed text or a malformed
 * principal or list of readers
 */
export function trustQuery(
  text: string,
  options: { readonly principal: string; readonly readers?: Readers },
): TrustedQuery {
  const { principal, readers = 'anyone' } = options;
  if (typeof text !== 'string') throw new KernelFault('query_malformed', 'a query that is no text');
  if (text.trim() === '') throw new KernelFault('query_malformed', 'an empty query');
  if (text.length > MAX_QUERY)
    throw new KernelFault('query_malformed', 'a query over 262144 characters');
  if (!isWellFormed(text))
    throw new KernelFault('query_malformed', 'a query with a lone surrogate');
  if (!/^user:\S{1,320}$/u.test(principal)) {
    throw new KernelFault(
      'query_malformed',
      'a principal is `user:` and a name of at most 320 characters without spaces',
    );
  }
  if (!isNamedReaders(readers))
    throw new KernelFault(
      'query_malformed',
      'readers must be `anyone`, or a list of `user`, `user:NAME` and `cap:NAME`',
    );
  const named = emailPrincipal(principal.slice('user:'.length)) ?? principal;
  return mint(
    text.normalize('NFC'),
    makeLabel({ sources: ['user'], readers: namedReaders(readers, named), subjects: ['user'] }),
    named,
  );
}
