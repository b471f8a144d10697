/** Where the calls of a gate stand, unless a host says more. */
import { expect, test } from 'vitest';
import { type StandingOptions, standingOf } from '../../../../kernel/gate/standing.js';

test('a gate that is told nothing stands in an ordinary chat', () => {
  const standing = standingOf({});
  expect(standing).toEqual({
    space: null,
    agent: null,
    mode: 'chat',
    autonomy: null,
    safety: 'normal',
    isOperator: false,
  });
  expect(Object.isFrozen(standing)).toBe(true);
});

test('what a host says is kept, and nothing in it makes an operator', () => {
  const given = { space: 'a', agent: 'b', mode: 'plan', autonomy: 'proposeOnly', safety: 'yolo' };
  const asked = { ...given, isOperator: true } as unknown as StandingOptions;
  expect(standingOf(asked)).toEqual({ ...given, isOperator: false });
});

test.each(['mode', 'autonomy', 'safety'])('a word of no list is refused as `%s`', (key) => {
  for (const word of ['', 'CHAT', 'toString', 7])
    expect(() => standingOf({ [key]: word })).toThrow(
      expect.objectContaining({
        code: 'config_malformed',
        message: expect.stringMatching(new RegExp(`\`${key}\` is none of \\w+, \\w+`)),
      }),
    );
});
