/**
 * Whether each release rule names a tool that the kernel has and an argument that this tool can
 * take: a rule for anything else never matches, and a `deny` that never matches protects nothing.
 */
import { KernelFault, type Tool } from '../kernel/index.js';
import {
  type DeclassPolicy,
  type HostDeclassifier,
  nearHint,
  pointerMisfit,
} from '../schemas/index.js';

/**
 * Refuses rules that reach nothing.
 * @throws KernelFault `config_malformed`
 */
export function assertRulesReach(
  policy: DeclassPolicy | HostDeclassifier,
  tools: readonly Tool[],
): void {
  if (typeof policy === 'function') return;
  for (const { id, tool, argument } of policy) {
    const named = tools.filter(({ name }) => tool === '*' || name === tool);
    if (tool !== '*' && named.length === 0)
      throw unreached(
        id,
        tool,
        tools.map(({ name }) => name),
      );
    if (argument === '*' || argument === 'decision') continue;
    const misfits = named.map(({ definition }) =>
      pointerMisfit(argument, definition.input.jsonSchema, { refusesUnnamed: false }),
    );
    const [misfit] = misfits;
    if (misfit === undefined || misfit === null || misfits.includes(null)) continue;
    throw malformed(id, `no such argument of \`${tool}\`, ${misfit}`);
  }
}

function malformed(id: string, what: string): KernelFault {
  return new KernelFault('config_malformed', `declassify rule \`${id}\`: ${what}`);
}

function unreached(id: string, tool: string, names: readonly string[]): KernelFault {
  const hint = nearHint(tool, names);
  return malformed(id, `there is no tool \`${tool}\`${hint === null ? '' : `: ${hint}`}`);
}
