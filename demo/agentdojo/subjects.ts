/** The four suites with their plans. */
import { loadSuite } from './data.js';
import type { Subject } from './experiment.js';
import { bankingPlans } from './plans/banking/index.js';
import { slackPlans } from './plans/slack/index.js';
import { travelPlans } from './plans/travel/index.js';
import { workspacePlans } from './plans/workspace/index.js';
import type { Suite, SuiteName } from './suite.js';
import { makeBanking } from './suites/banking/index.js';
import { makeSlack } from './suites/slack/index.js';
import { makeTravel } from './suites/travel/index.js';
import { makeWorkspace } from './suites/workspace/index.js';
import type { SuitePlans } from './task-plan.js';

const parts: Readonly<Record<SuiteName, readonly [() => Suite, SuitePlans]>> = {
  workspace: [makeWorkspace, workspacePlans],
  travel: [makeTravel, travelPlans],
  banking: [makeBanking, bankingPlans],
  slack: [makeSlack, slackPlans],
};

/** Loads a suite's data. @throws SuiteDataError `suite_missing` or `suite_malformed` */
export function loadSubject(dir: string, name: SuiteName): Subject {
  const [make, plans] = parts[name];
  return { suite: make(), data: loadSuite(dir, name), plans };
}
