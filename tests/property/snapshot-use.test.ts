import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { anySituation } from '../../hosts/conformance/scene/situation.js';
import { resultOf } from '../../hosts/conformance/scene/world.js';
import { declassify, type RunResult } from '../../kernel/index.js';
import type { ApprovalRequest, AuditRecord, Json, JsonObject } from '../../schemas/index.js';
import { sortedText } from '../model/naive-relabel.js';
import { partsOf } from '../model/naive-tree.js';
import { type Act, type Played, setStage } from './play.js';
import { seeded } from './seed.js';

const situations = anySituation({
  mixing: 40,
  failing: 0,
  rules: 2,
  parallel: 20,
  care: 92,
  steps: 6,
});

interface Use {
  readonly call: string;
  readonly args: JsonObject;
  readonly text: string;
}

function isFrozen(value: Json): boolean {
  return Object.isFrozen(value) && partsOf(value).every(([, part]) => isFrozen(part));
}

/** Tries to change a value in every way there is; says whether anything gave way. */
function changed(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const set = Reflect.set(value, 'added', 1);
  const gone = Object.keys(value).some((key) => Reflect.deleteProperty(value, key));
  const turned = Reflect.setPrototypeOf(value, { inherited: 1 });
  return set || gone || turned || partsOf(value).some(([, part]) => changed(part));
}

function plainCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

const SPOILT = 'spoilt afterwards';
/** Turns of the microtask queue after which the kernel has long read what it was handed. */
const TURNS = 20;

/** Changes a value some turns after it was handed over, while the run goes on. */
function spoilLater(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  let turns = TURNS;
  const turn = (): void => {
    turns -= 1;
    if (turns > 0) queueMicrotask(turn);
    else for (const key of Object.keys(holder)) holder[key] = SPOILT;
  };
  queueMicrotask(turn);
}

function recordsOf({ lines }: Played, kind: AuditRecord['kind']): ReadonlyMap<string, AuditRecord> {
  const records = lines.map((line) => JSON.parse(line) as AuditRecord);
  return new Map(
    records.filter((record) => record.kind === kind).map((record) => [record.call ?? '', record]),
  );
}

/** Plays with tools that change what they get and what they gave, and a planner that does so. */
async function playSpoiling(
  situation: Parameters<typeof setStage>[0],
  asked: ApprovalRequest[],
): Promise<{ readonly played: Played; readonly uses: readonly Use[] }> {
  const uses: Use[] = [];
  const { play, ports } = setStage(situation);
  const plan = plainCopy(situation.plan);
  const spoiling: Act = ({ sketch, args }, { call }) => {
    const text = sortedText(args);
    uses.push({ call, args, text });
    if (changed(args)) throw new Error('the arguments gave way');
    const result = plainCopy(resultOf(sketch, args, { salt: 9 }));
    spoilLater(result);
    return result;
  };
  const approver = {
    ask: async (request: ApprovalRequest) => {
      asked.push(request);
      const { approval, digest } = request;
      return { approval, digest, decision: 'allow' as const, approver: 'me' };
    },
  };
  const planner = {
    plan: async () => {
      spoilLater(plan);
      spoilLater(plan.steps);
      return plan;
    },
  };
  const config = { planner, ports: { ...ports, approver } };
  const played = await play({ salt: 9 }, { act: () => spoiling, isPlanned: true, config });
  return { played, uses };
}

function outputText({ output }: RunResult): string | null {
  return output && sortedText(declassify(output, { reason: 'the test digests it' }));
}

type Hmac = (text: string) => string;

/** The tool got the frozen data whose digest was recorded, and of which the approver was asked. */
function checkUses(played: Played, uses: readonly Use[], asked: readonly ApprovalRequest[]): void {
  const admissions = recordsOf(played, 'admission');
  const hmac: Hmac = (text) => createHmac('sha256', played.key).update(text).digest('hex');
  for (const { call, args, text } of uses) {
    const record = admissions.get(call);
    expect(record?.kind === 'admission' && record.data.args).toBe(hmac(text));
    expect([isFrozen(args), sortedText(args)]).toEqual([true, text]);
    expect(text).not.toContain(SPOILT);
  }
  for (const { call, args } of asked) {
    const use = uses.find((one) => one.call === call);
    if (use === undefined) continue;
    expect(args).toBe(createHash('sha256').update(use.text).digest('hex'));
  }
}

/** What a run returns is what the tool's record speaks of. */
function checkOutput({ result, ...played }: Played, final: string): void {
  const text = outputText(result);
  const call = result.effects.find(({ step }) => step === final)?.call ?? '';
  const record = recordsOf({ result, ...played }, 'terminal').get(call);
  if (text === null || record?.kind !== 'terminal') return;
  expect(record.data.result).toBe(createHmac('sha256', played.key).update(text).digest('hex'));
  expect(text).not.toContain(SPOILT);
}

describe('what was decided is what runs', () => {
  seeded(
    'the tool gets the data whose digest was recorded, whoever changes what they handed over',
    fc.asyncProperty(situations, async (situation) => {
      const asked: ApprovalRequest[] = [];
      const { played, uses } = await playSpoiling(situation, asked);
      checkUses(played, uses, asked);
      checkOutput(played, situation.plan.final);
    }),
    { claims: ['INV-B4', 'INV-H1', 'INV-B11', 'INV-B13'] },
  );
});
