// A yes of a framework: what it covers, how often, how long, and who is asked where it does not.
import { describe, expect, test } from 'vitest';
import {
  frameworkApprovals,
  underYes,
  withoutYes,
} from '../../../../hosts/adapters/framework-approvals.js';
import type { ApprovalRequest, PortCall } from '../../../../schemas/index.js';
import { verifies } from '../../../claims/verifies.js';
import { anApprovalRequest } from '../../../fakes/approval-request.js';
import { approverThat } from '../../../fakes/approvers.js';

const how = { signal: new AbortController().signal } as unknown as PortCall;
const asked = anApprovalRequest({ approval: 'foreseen', digest: 'f'.repeat(64) });
const open = anApprovalRequest({ approval: 'r2', run: 'run2', call: 'run2.1', openedAt: 120_999 });

const answers = (request: ApprovalRequest, face = frameworkApprovals({ approver: 'alice' })) =>
  underYes(face, asked, () => face.ask(request, how));

describe('a yes', () => {
  test('rules on the open request, by its own name and digest', async () => {
    expect(await answers(open)).toEqual({
      approval: 'r2',
      digest: open.digest,
      decision: 'allow',
      approver: 'alice',
      source: 'framework',
    });
  });

  verifies('INV-X10', 'names what was asked about where that is another call', async () => {
    const others: Partial<ApprovalRequest>[] = [
      { principal: 'user:eve@evil.com' },
      { agent: 'other' },
      { tool: 'other' },
      { definition: '1'.repeat(64) },
      { args: '1'.repeat(64) },
      { labels: '1'.repeat(64) },
      { policy: 'p2' },
      { cwd: '/tmp' },
      { environment: ['PATH'] },
      { timeoutMs: 1 },
      { obligations: [...asked.obligations, ...asked.obligations] },
      { needs: { atLeast: 2, signed: false } },
      { effects: [{ ...asked, step: 's', paths: '' }] as never },
      { openedAt: 121_000 },
    ];
    for (const other of others)
      expect(await answers({ ...open, ...other })).toMatchObject({ digest: asked.digest });
  });

  verifies('INV-X10', 'answers one question, of its own face', async () => {
    const face = frameworkApprovals({ approver: 'alice' });
    const [other, otherwise] = [frameworkApprovals({ approver: 'bob' }), approverThat('deny')];
    await underYes(face, asked, async () => {
      await expect(other.ask(open, how)).rejects.toMatchObject({ code: 'approval_unavailable' });
      expect((await face.ask(open, how)).digest).toBe(open.digest);
      await expect(face.ask(open, how)).rejects.toMatchObject({ code: 'approval_unavailable' });
      expect(() => withoutYes(() => face)).not.toThrow();
    });
    const second = frameworkApprovals({ approver: 'alice', otherwise });
    const hidden = underYes(second, asked, () => withoutYes(() => second.ask(open, how)));
    expect((await hidden).decision).toBe('deny');
    expect(otherwise.asked).toEqual([open]);
  });

  verifies('INV-X10', 'is over with its call, whatever that leaves running', async () => {
    const face = frameworkApprovals({ approver: 'alice' });
    let leave: () => void = () => undefined;
    const later = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const left = await underYes(face, asked, async () => ({
      asking: later.then(() => face.ask(open, how)),
    }));
    leave();
    await expect(left.asking).rejects.toMatchObject({ code: 'approval_unavailable' });
  });

  test('that covers nothing lets another face be asked', async () => {
    const otherwise = approverThat('deny');
    const face = frameworkApprovals({ approver: 'alice', otherwise });
    const stranger = { ...open, tool: 'other' };
    expect((await answers(stranger, face)).decision).toBe('deny');
    expect((await face.ask(open, how)).decision).toBe('deny');
    expect(otherwise.asked).toEqual([stranger, open]);
  });

  test('counts as long as the host says', async () => {
    const face = frameworkApprovals({ approver: 'alice', withinMs: 3_600_000 });
    const late = { ...open, openedAt: 3_600_999 };
    expect((await answers(late, face)).digest).toBe(open.digest);
    const over = { ...open, openedAt: 3_601_000 };
    expect((await answers(over, face)).digest).toBe(asked.digest);
  });

  test.each([
    { approver: '' },
    { approver: 'a b' },
    { approver: 'a', withinMs: 0 },
    { approver: 'a', withinMs: Number.NaN },
  ])('is not set up with %j', (options) => {
    expect(() => frameworkApprovals(options)).toThrow(
      expect.objectContaining({ code: 'config_malformed' }),
    );
  });
});
