/**
 * A function that starts itself over and over, told by its structure: it calls itself from two ends
 * of a pipe, or again and again in the background. Whatever it is called, however it is spaced.
 */
import type { ShellNode, ShellWord } from '../../../schemas/index.js';
import { staticText } from './word.js';

/** The calls of one function's body. */
interface Body {
  readonly name: string;
  readonly calls: Map<string, Calls>;
}

interface Calls {
  count: number;
  isBackground: boolean;
}

interface Place {
  readonly isBackground: boolean;
  readonly isGroup: boolean;
}

/** Looks for functions that start themselves. */
export function hasForkBomb(script: ShellNode): boolean {
  const search = new BombSearch();
  search.visit(script, { isBackground: false, isGroup: false });
  return search.isFound();
}

class BombSearch {
  readonly #bodies: Body[] = [];
  /** Names called from two parts of one pipe, by the function that does so. */
  readonly #doubled: (readonly [from: string, called: string])[] = [];
  readonly #open: Body[] = [];
  /** Every name called inside a function, in order. */
  readonly #called: string[] = [];

  visit(node: ShellNode, place: Place): void {
    switch (node.kind) {
      case 'command':
        this.#call(staticText(node.words[0]), place);
        this.#words(node.words, place);
        return;
      case 'pipeline':
        this.#pipe(node.parts, place);
        return;
      case 'list':
        for (const item of node.items) this.visit(item, place);
        return;
      case 'background':
        this.visit(node.body, { ...place, isBackground: true });
        return;
      case 'subshell':
        this.visit(node.body, place);
        return;
      case 'group':
        this.visit(node.body, { ...place, isGroup: true });
        return;
      case 'function':
        this.#define(node.name, node.body);
        return;
      case 'words':
        this.#words(node.words, place);
    }
  }

  #words(words: readonly ShellWord[], place: Place): void {
    for (const { parts } of words) {
      for (const part of parts) {
        if (part.kind === 'substitution') this.visit(part.script, place);
        else if (part.kind === 'unknown')
          for (const script of part.scripts) this.visit(script, place);
      }
    }
  }

  #define(name: string, body: ShellNode): void {
    const known: Body = { name, calls: new Map() };
    this.#bodies.push(known);
    this.#open.push(known);
    // The braces of the body itself are no loop.
    const inner = body.kind === 'group' ? body.body : body;
    this.visit(inner, { isBackground: false, isGroup: false });
    this.#open.pop();
  }

  #call(name: string | null, { isBackground, isGroup }: Place): void {
    const body = this.#open.at(-1);
    if (body === undefined || name === null) return;
    this.#called.push(name);
    const calls = body.calls.get(name) ?? { count: 0, isBackground: false };
    // In a loop once is often.
    calls.count += isBackground && isGroup ? 2 : 1;
    calls.isBackground ||= isBackground;
    body.calls.set(name, calls);
  }

  #pipe(parts: readonly ShellNode[], place: Place): void {
    const body = this.#open.at(-1);
    const seen = new Set<string>();
    for (const part of parts) {
      const from = this.#called.length;
      this.visit(part, place);
      if (body === undefined) continue;
      const names = new Set(this.#called.slice(from));
      for (const name of names) {
        if (seen.has(name)) this.#doubled.push([body.name, name]);
        seen.add(name);
      }
    }
  }

  isFound(): boolean {
    const calls = new Map(this.#bodies.map((body) => [body.name, body.calls]));
    const returns = (from: string, called: string): boolean =>
      called === from || calls.get(called)?.has(from) === true;
    if (this.#doubled.some(([from, called]) => returns(from, called))) return true;
    return this.#bodies.some((body) => {
      let count = 0;
      let isBackground = false;
      for (const [name, call] of body.calls) {
        if (!returns(body.name, name)) continue;
        count += call.count;
        isBackground ||= call.isBackground;
      }
      return isBackground && count > 1;
    });
  }
}
