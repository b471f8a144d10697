/** A question about a policy, in words. Pure. */
import type { Facet } from '../../schemas/index.js';
import type { DiffQuestion } from './diff-questions.js';

/** Says what an action is and names, and where it stands. */
export function questionText({ action, standing }: DiffQuestion): string {
  const { classes, commands, isOpaque, paths, refs, hosts, count, cents, tool } = action;
  const parts = [
    ...classes.map((name) => `\`${name}\``),
    ...commands.map(({ text }) => `command \`${text ?? ''}\``),
    ...(isOpaque ? ['a command that cannot be read'] : []),
    ...facetText('path', paths),
    ...facetText('ref', refs),
    ...facetText('host', hosts),
    ...(count === null ? [] : [`count ${count}`]),
    ...(cents === null ? [] : [`${cents} cents`]),
    ...(tool === null ? [] : [`tool \`${tool}\``]),
    ...(standing.space === null ? [] : [`in space \`${standing.space}\``]),
    ...(standing.agent === null ? [] : [`by agent \`${standing.agent}\``]),
    ...(standing.mode === 'chat' ? [] : [`in mode \`${standing.mode}\``]),
  ];
  return parts.join(', ');
}

function facetText(noun: string, facet: Facet | null): readonly string[] {
  return facet === null ? [] : facet.values.map((value) => `${noun} \`${value}\``);
}
