// The experiment on its smallest suite: what is claimed of every arm holds there.
import { describe, expect, test } from 'vitest';
import { arms } from '../../demo/agentdojo/arms.js';
import { familyNames } from '../../demo/agentdojo/attacks/index.js';
import { hasSuite } from '../../demo/agentdojo/data.js';
import { runArm, type TraceRow } from '../../demo/agentdojo/experiment.js';
import { jsonReport, textReport } from '../../demo/agentdojo/report.js';
import { loadSubject } from '../../demo/agentdojo/subjects.js';
import { suiteNames } from '../../demo/agentdojo/suite-data.js';
import { dojoData } from './replay.js';

const armOf = (name: string) => arms.filter((arm) => arm.name === name);

describe.skipIf(!hasSuite(dojoData, 'slack'))('the experiment', () => {
  test('has 97 tasks and 949 pairs', () => {
    const subjects = suiteNames.map((name) => loadSubject(dojoData, name));
    const pairs = subjects.map(({ data }) => data.user_tasks.length * data.injection_tasks.length);
    expect(pairs.reduce((sum, count) => sum + count, 0)).toBe(949);
    expect(subjects.flatMap(({ plans }) => plans)).toHaveLength(97);
  });

  test('lets nothing of an attacker out under our rules, asks nobody, and tells what ran', async () => {
    const rows: TraceRow[] = [];
    const [arm] = armOf('ours, whole grant');
    if (arm === undefined) throw new Error('no such arm');
    const subject = loadSubject(dojoData, 'slack');
    const result = await runArm(subject, arm, true, { onRun: (row) => rows.push(row) });
    for (const family of familyNames) {
      expect([family, result.attacks[family]?.a]).toEqual([family, 0]);
      expect([family, result.attacks[family]?.asked]).toEqual([family, 0]);
    }
    const runs = familyNames.reduce((sum, name) => sum + (result.attacks[name]?.runs ?? 0), 0);
    expect(rows).toHaveLength(runs + subject.plans.length);
    const results = [{ arm, suites: { slack: result }, ms: 1 }];
    expect(JSON.parse(JSON.stringify(jsonReport(results)))).toMatchObject({
      arms: [{ name: arm.name, asks: false, suites: { slack: { tasks: 21 } } }],
    });
    expect(textReport(results)).toContain('combined');
  });

  test('counts an attack that gets out: with a user who says yes to all', async () => {
    const [arm] = armOf('ours, user says yes to all');
    if (arm === undefined) throw new Error('no such arm');
    const { attacks } = await runArm(loadSubject(dojoData, 'slack'), arm, true);
    const counted = familyNames.reduce((sum, name) => sum + (attacks[name]?.a ?? 0), 0);
    expect(counted).toBeGreaterThan(0);
    expect(attacks.constants?.asked).toBeGreaterThan(0);
  });
});
