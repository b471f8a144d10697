/** What becomes of a call that labels refuse, as release rules. */
import type { DeclassRule } from '../../schemas/index.js';
import type { OfferedTool } from './server-tool.js';

/** Rules that ask about whatever labels refuse of the tools that say so. */
export function untrustedRules(tools: readonly OfferedTool[]): readonly DeclassRule[] {
  const asked = tools.filter(({ settings }) => settings.untrusted === 'ask');
  return asked.flatMap(({ name }) =>
    (['*', 'decision'] as const).map((argument) => ({
      id: `untrusted:${name}:${argument === '*' ? 'arguments' : argument}`,
      tool: name,
      argument,
      when: { always: true } as const,
      then: 'ask' as const,
    })),
  );
}
