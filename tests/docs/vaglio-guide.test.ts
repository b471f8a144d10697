/** The guide of guard and judge says what they do not do, and its figures are the judge's own. */
import { expect } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { readText } from '../project.js';

verifies('V-62', 'the guide tells what vaglio does not do', () => {
  const [, open = ''] = readText('docs/guides/vaglio.md').split('## What vaglio does not do');
  for (const limit of [/no history/, /no question/, /not tell the planner/, /is mild/, /emulate/]) {
    expect(open).toMatch(limit);
  }
});
