/** All stories in the order of their numbers: the six scenarios, then the stories. */
import type { Story } from '../story.js';
import { contactsToAttacker } from './contacts-to-attacker.js';
import { contactsToUser } from './contacts-to-user.js';
import { failingReasoner } from './failing-reasoner.js';
import { injection } from './injection.js';
import { limits } from './limits.js';
import { merge } from './merge.js';
import { releaseRule } from './release-rule.js';
import { splice } from './splice.js';
import { subkernel } from './subkernel.js';
import { summary } from './summary.js';
import { webLeak } from './web-leak.js';
import { webPage } from './web-page.js';
import { writeResponse } from './write-response.js';

export const stories: readonly Story[] = Object.freeze([
  summary,
  injection,
  contactsToAttacker,
  contactsToUser,
  webLeak,
  writeResponse,
  ...splice,
  ...subkernel,
  limits,
  ...failingReasoner,
  ...merge,
  webPage,
  ...releaseRule,
]);
