/** The two scenarios that a live model can play, and what is claimed of it. */
import { injection } from './scenarios/injection.js';
import { summary } from './scenarios/summary.js';
import type { Story } from './story.js';

export const liveStories: readonly Story[] = [summary, injection];

/**
 * The same story for a live model: exactly one mail, to the user, worded as the model likes. A plan
 * that the kernel refuses is no pass.
 */
export function liveStory(story: Story): Story {
  const { status, code, delivered } = story.expect;
  const why = 'The planner saw no mail; whatever the parser made of it went to the user alone.';
  return {
    ...story,
    why,
    expect: { status, code, delivered: delivered.map(({ to }) => ({ to })) },
  };
}
