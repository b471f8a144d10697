/** A case of one step: a read that anybody may make. */

import type { Case } from '../../../../hosts/conformance/index.js';
import { unboundedLimits } from '../../../../schemas/index.js';

export const plainCase: Case = {
  situation: {
    query: 'Read it.',
    facts: {},
    tools: [
      {
        spec: { name: 't0', description: 'reads', effect: 'read', capabilities: ['fs.read'] },
        fields: [{ name: 'body', kind: 'text' }],
        mixing: 'none',
        output: 'any',
        behaviour: 'returns',
      },
    ],
    grant: ['fs.read'],
    policy: [],
    plan: { steps: [{ kind: 'tool', id: 'a', tool: 't0', args: { body: 'it' } }], final: 'a' },
    innerPlans: [],
  },
  settings: {
    principal: 'user:me@example.com',
    home: '/home/me',
    limits: { ...unboundedLimits, toolTimeoutMs: 1000 },
    selection: 'unique',
    hasApprover: true,
    isPlanned: false,
  },
};
