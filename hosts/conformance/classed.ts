/**
 * Definitions put together at run time, so that no type can tell whether effect and
 * classes go together.
 */
import type { DefinitionInput } from '../../kernel/index.js';
import type { ActionClass, ToolSpecInput } from '../../schemas/index.js';

export type DefinitionParts = Omit<ToolSpecInput, 'classes'> &
  Pick<DefinitionInput, 'input' | 'output'> & {
    readonly classes?: readonly ActionClass[] | undefined;
  };

/**
 * A definition with the classes that its effect calls for: those given, else what comes nearest;
 * none of what is pure.
 */
export function classed(parts: DefinitionParts): DefinitionInput {
  const { effect, egress = false, mutates = false, classes = [], ...rest } = parts;
  if (effect === 'pure') return { ...rest, effect };
  if (egress) {
    const others = classes.filter((name) => name !== 'networkEgress');
    return { ...rest, effect, egress, mutates, classes: ['networkEgress', ...others] };
  }
  const [first, ...more] = classes;
  if (first !== undefined) return { ...rest, effect, mutates, classes: [first, ...more] };
  if (effect === 'read' && !mutates) return { ...rest, effect };
  return { ...rest, effect, mutates, classes: ['workspaceMutation'] };
}
