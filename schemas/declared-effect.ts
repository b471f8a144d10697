/**
 * Which effect, direction and classes go together in the declaration of a tool: what changes or
 * sends anything names its classes (behaviour G-7). Over-declaring costs a question,
 * under-declaring is a hole.
 */
import { type ActionClass, actionClasses } from './action-class.js';

/** `pure` computes, `read` looks, `write` changes something outside. */
export type Effect = 'pure' | 'read' | 'write';

/** At least one class. */
export type SomeClasses = readonly [ActionClass, ...ActionClass[]];

/**
 * The effect of a tool with its classes: of a `write`, of `egress: true` and of `mutates: true` an
 * empty list does not compile, nor does a class of what is `pure` (behaviour G-7).
 */
export type DeclaredEffect =
  | {
      readonly effect: 'pure';
      readonly egress?: false | undefined;
      readonly mutates?: false | undefined;
      readonly classes?: readonly [] | undefined;
    }
  | {
      readonly effect: 'read';
      readonly egress?: false | undefined;
      readonly mutates?: false | undefined;
      readonly classes?: readonly ActionClass[] | undefined;
    }
  | {
      readonly effect: 'read' | 'write';
      readonly egress?: boolean | undefined;
      readonly mutates?: boolean | undefined;
      readonly classes: SomeClasses;
    };

interface Declared {
  readonly effect: Effect;
  readonly egress: boolean;
  readonly mutates: boolean;
  readonly classes: readonly ActionClass[];
}

/** What is wrong with what was declared together, at which field. */
interface Misfit {
  readonly field: 'effect' | 'classes';
  readonly message: string;
}

const all = actionClasses.map((name) => `\`${name}\``).join(', ');

/** Tells what does not go together, and the mend; null where all does (behaviour G-7). */
export function effectMisfit({ effect, egress, mutates, classes }: Declared): Misfit | null {
  if (effect === 'pure') {
    if (egress || mutates) {
      const message = 'what is `pure` neither sends nor changes: declare a `read` or a `write`';
      return { field: 'effect', message };
    }
    if (classes.length === 0) return null;
    const message = 'what is `pure` changes nothing: leave `classes` out, or declare a `read`';
    return { field: 'classes', message };
  }
  if (egress && !classes.includes('networkEgress')) {
    const message = 'with `egress: true` the arguments leave: add `networkEgress` to `classes`';
    return { field: 'classes', message };
  }
  if (classes.length > 0 || (effect === 'read' && !mutates)) return null;
  const message = `a tool that changes state says what: name in \`classes\` one or more of ${all}`;
  return { field: 'classes', message };
}
