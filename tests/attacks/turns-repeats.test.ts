// Turns: a model that is told of a failure and tries the same again.
import { describe, expect } from 'vitest';
import { verifies } from '../claims/verifies.js';
import { calls, playTurn, stepsOf } from '../fakes/turns.js';

describe('the same call again', () => {
  verifies('T-28', 'after a write whose result was refused: it has happened', async () => {
    const again = calls('save_note', { text: 'hello' });
    const { outcome, office } = await playTurn('Save "hello"', [again, again, { text: 'Done.' }], {
      config: { answers: { save_note: { id: 7 } } },
    });
    expect(stepsOf(outcome)[0]).toEqual(['save_note', 'failed', 'result_invalid']);
    expect(office.canaries.of('save_note')).toHaveLength(1);
  });

  verifies('T-8', 'a read that failed may be tried again', async () => {
    let tries = 0;
    const inbox = () => {
      tries += 1;
      if (tries === 1) throw new Error('not now');
      return [];
    };
    const script = [calls('read_inbox'), calls('read_inbox'), { text: 'Done.' }];
    const { outcome } = await playTurn('Ask', script, {
      config: { answers: { read_inbox: inbox } },
    });
    expect(stepsOf(outcome).slice(0, 2)).toEqual([
      ['read_inbox', 'failed', 'tool_failed'],
      ['read_inbox', 'done', null],
    ]);
  });
});
