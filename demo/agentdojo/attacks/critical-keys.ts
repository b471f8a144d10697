/** Which top arguments of a tool decide who, where or what is touched. */
import type { Suite } from '../suite.js';

/** The names of a tool's arguments that are not declared content. */
export function criticalKeys(tool: string, suite: Suite): readonly string[] {
  const definition = suite.tools.find(({ name }) => name === tool)?.definition;
  if (definition === undefined) return [];
  const { args } = definition.spec;
  const keys = Object.keys(definition.fields.fields);
  return keys.filter((key) => args[`/${key}`]?.role !== 'content');
}
