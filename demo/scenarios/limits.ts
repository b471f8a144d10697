/** A plan in which each step is allowed, and which is too much all the same. */
import { scriptedPlanner } from '../../reasoner/index.js';
import { scribe } from '../models/scribe.js';
import type { Story } from '../story.js';
import { USER } from '../user.js';
import { honestQuery } from './honest-plan.js';

const flood = Array.from({ length: 5 }, (_, i) => ({
  kind: 'tool',
  id: `mail${i + 1}`,
  tool: 'send_email',
  args: { to: USER, subject: `Reminder ${i + 1}`, body: 'New mail.' },
}));

export const limits: Story = {
  name: 'limits',
  title: 'A planner gone wild sends five mails to the user; the run may do two things.',
  why: 'Each mail was allowed. All of them together were not.',
  query: honestQuery,
  planner: () => scriptedPlanner({ steps: flood, final: 'mail5' }),
  parser: scribe,
  limits: { maxEffects: 2 },
  expect: {
    status: 'aborted',
    code: 'limit_effects',
    delivered: [
      { to: USER, subject: 'Reminder 1' },
      { to: USER, subject: 'Reminder 2' },
    ],
  },
};
