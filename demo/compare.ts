/** Holds what was claimed of a story against what came of it. */
import { type Json, sameJson } from '../schemas/index.js';
import type { ArrivedMail, Outcome } from './outcome.js';
import type { Expectation, ExpectedMail } from './story.js';

/** Lists in words where an outcome differs from the claim; empty if it went as claimed. */
export function differences(expected: Expectation, outcome: Outcome): readonly string[] {
  const out: string[] = [];
  const { status, code, delivered, requested, plan, audit } = outcome;
  if (status !== expected.status) {
    out.push(`the status is ${status}, not ${expected.status}`);
  }
  if (code !== expected.code) {
    out.push(`the code is ${code ?? 'none'}, not ${expected.code ?? 'none'}`);
  }
  out.push(...mailDifferences(expected.delivered, delivered));
  const wanted = expected.requested ?? [];
  if (!sameJson([...requested], [...wanted])) {
    out.push(`the web was asked for ${count(requested)}, not for ${count(wanted)}`);
  }
  if (expected.plan !== undefined && !sameSteps(expected.plan.steps, plan)) {
    out.push('the plan that was followed is another one');
  }
  if (!audit.intact) out.push('the audit chain does not verify');
  return out;
}

function mailDifferences(
  expected: readonly ExpectedMail[],
  arrived: readonly ArrivedMail[],
): readonly string[] {
  const out = arrived.slice(expected.length).map(({ to }) => `a mail to ${to} arrived as well`);
  for (const [i, wanted] of expected.entries()) {
    const mail = arrived[i];
    if (mail === undefined) out.push(`no mail to ${wanted.to} arrived`);
    else out.push(...oneMail(wanted, mail).map((what) => `mail ${i + 1}: ${what}`));
  }
  return out;
}

function oneMail(wanted: ExpectedMail, mail: ArrivedMail): readonly string[] {
  const out: string[] = [];
  if (mail.to !== wanted.to) out.push(`it went to ${mail.to}, not to ${wanted.to}`);
  if (wanted.subject !== undefined && mail.subject !== wanted.subject) out.push('another subject');
  if (wanted.holds !== undefined && !mail.text.includes(wanted.holds)) {
    out.push(`its text does not hold ${wanted.holds}`);
  }
  return out;
}

function count(urls: readonly string[]): string {
  return urls.length === 0 ? 'nothing' : urls.join(', ');
}

/** By way of text, so that an absent property and an undefined one are the same. */
function sameSteps(a: readonly object[], b: readonly object[]): boolean {
  const plain = (steps: readonly object[]): Json => JSON.parse(JSON.stringify(steps));
  return sameJson(plain(a), plain(b));
}
