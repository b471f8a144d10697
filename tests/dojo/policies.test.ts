// Policies are documents: general rules that name no task, no text and no address.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { policyFile, policyNames, policyOf } from '../../demo/agentdojo/arms.js';
import { wanted } from '../../demo/agentdojo/attacks/attack.js';
import { hasSuite, loadSuite } from '../../demo/agentdojo/data.js';
import type { Suite, SuiteName } from '../../demo/agentdojo/suite.js';
import { suiteNames } from '../../demo/agentdojo/suite-data.js';
import { makeBanking } from '../../demo/agentdojo/suites/banking/index.js';
import { makeSlack } from '../../demo/agentdojo/suites/slack/index.js';
import { makeTravel } from '../../demo/agentdojo/suites/travel/index.js';
import { makeWorkspace } from '../../demo/agentdojo/suites/workspace/index.js';
import { dojoData } from './replay.js';

const makers: Readonly<Record<SuiteName, () => Suite>> = {
  workspace: makeWorkspace,
  travel: makeTravel,
  banking: makeBanking,
  slack: makeSlack,
};
const documents = policyNames
  .filter((policy) => policy !== 'none')
  .flatMap((policy) => suiteNames.map((suite) => [policy, suite] as const));

describe.each(documents)('the %s policy of %s', (policy, name) => {
  const rules = policyOf(policy, name);

  test('names tools and arguments that there are, and each rule once', () => {
    const tools = new Map(makers[name]().tools.map((tool) => [tool.name, tool.definition]));
    for (const { tool, argument } of rules) {
      const fields = Object.keys(tools.get(tool)?.fields.fields ?? {});
      const known = [...fields.map((field) => `/${field}`), '*', 'decision'];
      expect([tool, argument, known.includes(argument)]).toEqual([tool, argument, true]);
    }
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('compares with no value: only with who wrote and who chose', () => {
    expect(JSON.stringify(rules)).not.toMatch(/literal|equals|memberOf|task/);
  });

  test.skipIf(!hasSuite(dojoData, name))('holds no word of an attacker or of a task', () => {
    const data = loadSuite(dojoData, name);
    const text = readFileSync(policyFile(policy, name), 'utf8');
    const planted = data.injection_tasks.flatMap(wanted).join(' ');
    const words = planted.match(/[\w.@-]{12,}/g) ?? [];
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  });
});
