/**
 * Reads one YAML document as plain JSON data, with the place of every value. It takes what JSON can
 * say, in YAML's spelling: no anchors, aliases, tags, directives, duplicate keys or second
 * document. Linear, and bounded in depth before anything recurses. Trusts the yaml package to cut
 * and compose tokens.
 */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { isReservedKey, type Json } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { type Place, placeAt } from './text-place.js';
import { problemSentence } from './yaml-problem.js';

type Node = Yaml.ParsedNode;

/** How many lists and maps may stand inside one another. */
const MAX_DEPTH = 64;
/** Longest text, in UTF-16 code units. */
const MAX_LENGTH = 8_388_608;
/** No printable character of YAML; some are marks of the lexer's own. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r\u0085]|\uFEFF/u;
const SURROGATE = /\p{Surrogate}/u;

export interface YamlText {
  readonly value: Json;
  /** Where the value at a path begins, or what is nearest to it. */
  readonly placeOf: (path: readonly PropertyKey[]) => Place;
  /** Where a key of the map at a path begins. */
  readonly placeOfKey: (path: readonly PropertyKey[], key: string) => Place;
}

// Loaded at the first policy file: most hosts have none, and it takes longer than they do.
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}

/**
 * Reads a YAML text; `what` names it in messages.
 * @throws HostError `policy_malformed` with the place as `line:column`
 */
export function readYamlText(text: string, what: string): YamlText {
  return new Reader(text.startsWith('\uFEFF') ? text.slice(1) : text, what).read();
}

class Reader {
  readonly #yaml: typeof Yaml = loadYaml();
  readonly #text: string;
  readonly #what: string;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  read(): YamlText {
    if (this.#text.length > MAX_LENGTH)
      throw this.#refuse(0, `the text is longer than ${MAX_LENGTH} code units`);
    const odd = UNPRINTABLE.exec(this.#text);
    if (odd !== null) throw this.#refuse(odd.index, 'a character that cannot be printed');
    const { contents } = this.#composed();
    const value = this.#valueOf(contents, 0);
    if (contents === null || value === null) throw this.#refuse(0, 'the document is empty');
    return {
      value,
      placeOf: (path) => placeAt(this.#text, this.#offsetOf(contents, path)),
      placeOfKey: (path, key) => placeAt(this.#text, this.#offsetOfKey(contents, path, key)),
    };
  }

  /** What the package throws is no better than what it reports. */
  #composed(): Yaml.Document.Parsed {
    try {
      return this.#compose();
    } catch (cause) {
      if (cause instanceof HostError) throw cause;
      throw this.#refuse(0, 'malformed YAML', cause);
    }
  }

  #compose(): Yaml.Document.Parsed {
    const composer = new this.#yaml.Composer({
      // Keys are compared below: the package takes time squared in their number.
      uniqueKeys: false,
      stringKeys: true,
      schema: 'core',
      resolveKnownTags: false,
      prettyErrors: false,
    });
    let first: Yaml.Document.Parsed | null = null;
    for (const document of composer.compose(this.#tokens(), true, this.#text.length)) {
      const problem = document.errors[0] ?? document.warnings[0];
      if (problem !== undefined) throw this.#refuse(problem.pos[0], problemSentence(problem.code));
      if (first !== null) throw this.#refuse(document.range[0], 'a second document');
      first = document;
    }
    if (first === null) throw this.#refuse(0, 'the document is empty');
    return first;
  }

  *#tokens(): Generator<Yaml.CST.Token, void> {
    const parser = new this.#yaml.Parser();
    for (const lexeme of new this.#yaml.Lexer().lex(this.#text)) {
      for (const token of parser.next(lexeme)) yield this.#checked(token);
      // Composing recurses: far enough down, it would end the process.
      if (parser.stack.length > MAX_DEPTH)
        throw this.#refuse(parser.offset, `nested deeper than ${MAX_DEPTH}`);
    }
    for (const token of parser.end()) yield this.#checked(token);
  }

  #checked(token: Yaml.CST.Token): Yaml.CST.Token {
    if (token.type === 'directive') throw this.#refuse(token.offset, 'a directive');
    if (token.type === 'error') throw this.#refuse(token.offset, 'malformed YAML');
    return token;
  }

  #valueOf(node: Node | null, depth: number): Json {
    if (node === null) return null;
    this.#assertPlain(node);
    if (depth > MAX_DEPTH) throw this.#refuse(node.range[0], `nested deeper than ${MAX_DEPTH}`);
    if (this.#yaml.isSeq<Node>(node))
      return Object.freeze(node.items.map((item) => this.#valueOf(item, depth + 1)));
    if (this.#yaml.isMap<Node, Node | null>(node)) return this.#fieldsOf(node, depth);
    return this.#scalarOf(this.#yaml.isScalar(node) ? node.value : undefined, node.range[0]);
  }

  #fieldsOf(node: Yaml.YAMLMap<Node, Node | null>, depth: number): Json {
    const fields: { [key: string]: Json } = Object.create(null);
    for (const { key, value } of node.items) {
      const name = this.#keyOf(key);
      if (Object.hasOwn(fields, name)) throw this.#refuse(key.range[0], 'a key occurs twice');
      fields[name] = this.#valueOf(value, depth + 1);
    }
    return Object.freeze(fields);
  }

  #keyOf(node: Node): string {
    this.#assertPlain(node);
    const [at] = node.range;
    if (!this.#yaml.isScalar(node) || typeof node.value !== 'string')
      throw this.#refuse(at, 'a key that is no text');
    if (isReservedKey(node.value)) throw this.#refuse(at, 'a reserved key');
    if (SURROGATE.test(node.value)) throw this.#refuse(at, 'half of a surrogate pair');
    return node.value;
  }

  #assertPlain(node: Node): void {
    const [at] = node.range;
    if (this.#yaml.isAlias(node))
      throw this.#refuse(
        at,
        'an alias; write the value out, or put text that begins with `*` in quotation marks',
      );
    if (node.anchor !== undefined) throw this.#refuse(at, 'an anchor; write the value out');
    if (node.tag !== undefined)
      throw this.#refuse(at, 'a tag; put text that begins with `!` in quotation marks');
  }

  #scalarOf(value: unknown, at: number): Json {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') {
      if (SURROGATE.test(value)) throw this.#refuse(at, 'half of a surrogate pair');
      return value;
    }
    if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
    throw this.#refuse(at, 'a number that JSON has not');
  }

  /** As far as the path leads. */
  #nodeAt(root: Node, path: readonly PropertyKey[]): Node {
    let node = root;
    for (const step of path) {
      let next: Node | null | undefined;
      if (this.#yaml.isSeq<Node>(node)) next = node.items[Number(step)];
      else if (this.#yaml.isMap<Node, Node | null>(node)) next = this.#pairOf(node, step)?.value;
      if (next === undefined || next === null) break;
      node = next;
    }
    return node;
  }

  #pairOf(
    node: Yaml.YAMLMap<Node, Node | null>,
    key: PropertyKey,
  ): Yaml.Pair<Node, Node | null> | undefined {
    return node.items.find((pair) => this.#yaml.isScalar(pair.key) && pair.key.value === key);
  }

  #offsetOf(root: Node, path: readonly PropertyKey[]): number {
    return this.#nodeAt(root, path).range[0];
  }

  #offsetOfKey(root: Node, path: readonly PropertyKey[], key: string): number {
    const node = this.#nodeAt(root, path);
    const pair = this.#yaml.isMap<Node, Node | null>(node) ? this.#pairOf(node, key) : undefined;
    return (pair?.key ?? node).range[0];
  }

  #refuse(offset: number, what: string, cause?: unknown): HostError {
    const { at } = placeAt(this.#text, offset);
    const message = `\`${this.#what}\` line ${at}: ${what}`;
    return new HostError('policy_malformed', message, { at, cause });
  }
}
