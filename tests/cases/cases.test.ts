// The list of cases as a whole: each has an answer that fits its verdict, and a test.
import { expect, test } from 'vitest';
import { readText } from '../project.js';
import type { CaseAnswer, KernelCase } from './kernel-case.js';
import { kernelCases } from './kernel-cases.js';

const rank: Readonly<Record<CaseAnswer, number>> = { allow: 0, require_approval: 1, deny: 2 };
const rows = Object.entries<KernelCase>(kernelCases);

test('every case has an answer that fits its verdict', () => {
  const odd = rows.filter(([, { verdict, expected, ours }]) => {
    const isWeaker = ours === null || rank[ours] < rank[expected];
    if (verdict === 'met') return isWeaker;
    return verdict === 'later' && !isWeaker;
  });
  expect(odd.map(([id]) => id)).toEqual([]);
});

test('every case that is decided has a test', () => {
  const files = ['json', 'taint', 'vaglio'].map((name) =>
    readText(`tests/cases/${name}-cases.test.ts`),
  );
  const ids = files.flatMap((text) => [...text.matchAll(/(?:decides\(|^ {2})'(\w+-\d+)'/gm)]);
  const tested = new Set(ids.map((match) => match[1]));
  const decided = rows.filter(([, { verdict, ours }]) => verdict !== 'later' || ours !== null);
  expect(decided.map(([id]) => id).filter((id) => !tested.has(id))).toEqual([]);
  expect([...tested].filter((id) => !Object.hasOwn(kernelCases, id ?? ''))).toEqual([]);
});
