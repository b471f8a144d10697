// Attacks on what a stored run takes along: budgets that grow back on the way from process to
// process, a kernel of other settings, a clock that is set back, a disk that is full.
import { describe, expect, test } from 'vitest';
import type { Office } from '../fakes/office.js';
import { call } from '../fakes/plan-steps.js';
import { expectBlocked, expectCommitted } from '../fakes/refusal.js';
import {
  asksAboutMail,
  mailQuery,
  mailTo,
  makeOffices,
  refusal,
  resume,
  saveNote,
  suspend,
} from '../fakes/suspensions.js';

describe('a budget of the principal', () => {
  test('does not grow back in the process that stored a run which went on elsewhere', async () => {
    const offices = makeOffices();
    const budgets = { 'notes.write': { principal: { count: 3 } } };
    const config = { guardrails: { ...asksAboutMail, budgets } };
    const again = call('again', 'save_note', { text: 'hello' });
    const [here, there] = [offices.open(config), offices.open(config)];
    const { id } = await suspend(offices, here, [saveNote, mailTo('one'), again, mailTo('two')]);
    // The second note is written in the other process, which stores the run again.
    const next = await there.kernel.suspend(await resume(there, offices, id), offices.store);
    expectCommitted(await resume(here, offices, next.id));
    expectCommitted(await here.run(mailQuery, [saveNote]));
    expectBlocked(await here.run(mailQuery, [saveNote]), 'budget_exhausted', 'rules');
  });

  test('is not taken twice for a run that comes back to its process again and again', async () => {
    const offices = makeOffices();
    const budgets = { 'notes.write': { principal: { count: 2 } } };
    const office = offices.open({ guardrails: { ...asksAboutMail, budgets } });
    const first = await suspend(offices, office, [saveNote, mailTo('one'), mailTo('two')]);
    const next = await office.kernel.suspend(
      await resume(office, offices, first.id),
      offices.store,
    );
    expectCommitted(await resume(office, offices, next.id));
    expectCommitted(await office.run(mailQuery, [saveNote]));
    expectBlocked(await office.run(mailQuery, [saveNote]), 'budget_exhausted', 'rules');
  });
});

test('a kernel that selects strictly goes on with no value that was selected otherwise', async () => {
  const offices = makeOffices();
  const { id } = await suspend(offices);
  const strict = offices.open({ selection: 'strict' });
  await expect(resume(strict, offices, id)).rejects.toThrow(refusal('suspension_mismatch'));
  expect([strict.canaries.calls, [...offices.store.claimed]]).toEqual([[], []]);
  expectCommitted(await resume(offices.open(), offices, id));
});

test('a clock that stands before the instant of storing takes nothing up', async () => {
  const offices = makeOffices();
  const at = (now: number): Office => offices.open({ ports: { clock: { now: () => now } } });
  const { id } = await suspend(offices, at(5000));
  const early = at(4999);
  await expect(resume(early, offices, id)).rejects.toThrow(refusal('suspension_expired'));
  expect([early.canaries.calls, [...offices.store.claimed]]).toEqual([[], []]);
  expectCommitted(await resume(at(5000), offices, id));
});
