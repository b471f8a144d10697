// The list of cases as a whole: each has an answer that fits its verdict, and a test.
import { expect, test } from 'vitest';
import { listFiles, readText } from '../project.js';
import type { CaseAnswer, KernelCase } from './kernel-case.js';
import { kernelCases } from './kernel-cases.js';

const rank: Readonly<Record<CaseAnswer, number>> = { allow: 0, require_approval: 1, deny: 2 };
const rows = Object.entries<KernelCase>(kernelCases);

test('every case has an answer that fits its verdict', () => {
  const odd = rows.filter(([, { verdict, expected, ours }]) => {
    const isWeaker = ours === null || rank[ours] < rank[expected];
    // To ask about what should pass is as wrong as to let pass what should not.
    if (verdict === 'met') return isWeaker || (expected === 'allow' && ours !== 'allow');
    return verdict === 'later' && !isWeaker;
  });
  expect(odd.map(([id]) => id)).toEqual([]);
});

test('every answer fits its code, and what is documented names its limit', () => {
  const odd = rows.filter(([, { verdict, ours, code, how }]) => {
    if (verdict === 'documented' && !/\(LIM-\d+\)/.test(how)) return true;
    if (ours === 'require_approval') return code !== 'approval_unavailable';
    return (ours === null || ours === 'allow') && code !== null;
  });
  expect(odd.map(([id]) => id)).toEqual([]);
});

test('every case that is decided has a test', () => {
  const files = listFiles('tests/cases', '-cases.test.ts').map((file) => readText(file));
  const ids = files.flatMap((text) => [...text.matchAll(/(?:decides\(|^ {2})'(\w+-\d+)'/gm)]);
  const tested = new Set(ids.map((match) => match[1]));
  const decided = rows.filter(([, { verdict, ours }]) => verdict !== 'later' || ours !== null);
  expect(decided.map(([id]) => id).filter((id) => !tested.has(id))).toEqual([]);
  expect([...tested].filter((id) => !Object.hasOwn(kernelCases, id ?? ''))).toEqual([]);
});
