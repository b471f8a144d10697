// Where the paths of a call lead, before it is decided and once more before its effect.
import { describe, expect, test } from 'vitest';
import { noPaths } from '../../../../kernel/effects/decision-inputs.js';
import { decideFollowing, followAgain } from '../../../../kernel/effects/followed-paths.js';
import type { PathResolver } from '../../../../schemas/index.js';
import { actSpec } from '../../../fakes/actor.js';
import { callOf, inputsOf } from '../gate/gate-call.js';
import { gateOf } from './effect-desk.js';

function resolverOf(answer: (name: string) => unknown) {
  const asked: string[] = [];
  const resolve = (name: string): unknown => {
    asked.push(name);
    return answer(name);
  };
  return { asked, paths: { resolve } as unknown as PathResolver };
}

const moved = expect.objectContaining({
  name: 'EffectDenied',
  code: 'path_changed',
  message: 'a path of the call led elsewhere when it was decided',
  denial: expect.objectContaining({ stage: 'admission' }),
});

describe('paths that are followed once more', () => {
  test('are none where none were followed: nobody is asked', () => {
    const { asked, paths } = resolverOf(() => null);
    expect(followAgain(gateOf({ paths }), noPaths)).toBe(noPaths);
    expect(asked).toEqual([]);
  });

  test('lead where they led', () => {
    const { asked, paths } = resolverOf((name) =>
      name === '/a' ? { real: '/x', names: 2, more: 'dropped' } : null,
    );
    const before = { '/a': { real: '/x', names: 2 }, '/b': null };
    const now = followAgain(gateOf({ paths }), before);
    expect({ ...now }).toStrictEqual(before);
    expect(asked).toEqual(['/a', '/b']);
    expect([Object.isFrozen(now), Object.isFrozen(now['/a'])]).toEqual([true, true]);
  });

  test.each([
    ['to another file', { real: '/x', names: 1 }, { real: '/y', names: 1 }],
    ['to a file that got a further name', { real: '/x', names: 1 }, { real: '/x', names: 2 }],
    ['nowhere any more', { real: '/x', names: 1 }, null],
    ['somewhere at last', null, { real: '/x', names: 1 }],
  ])('deny when one leads %s', (_, before, after) => {
    const { paths } = resolverOf(() => after);
    expect(() => followAgain(gateOf({ paths }), { '/a': before })).toThrow(moved);
  });

  test('lead nowhere without a resolver', () => {
    expect({ ...followAgain(gateOf(), { '/a': null }) }).toStrictEqual({ '/a': null });
    expect(() => followAgain(gateOf(), { '/a': { real: '/a', names: 1 } })).toThrow(moved);
  });
});

describe('what a resolver answers', () => {
  const throwing = () => {
    throw new Error('disk');
  };
  test.each([
    ['nothing', () => undefined],
    ['an error', throwing],
    ['no path', () => ({ names: 1 })],
    ['a path that is no text', () => ({ real: { startsWith: () => true }, names: 1 })],
    ['a relative path', () => ({ real: 'x', names: 1 })],
    ['no number of names', () => ({ real: '/x' })],
    ['half a name', () => ({ real: '/x', names: 0.5 })],
    ['fewer names than none', () => ({ real: '/x', names: -1 })],
  ])('tells nothing where it is %s', (_, answer) => {
    const { paths } = resolverOf(answer);
    expect({ ...followAgain(gateOf({ paths }), { '/a': null }) }).toStrictEqual({ '/a': null });
  });

  test('counts for a file that has no name left', () => {
    const end = { real: '/x', names: 0 };
    const { paths } = resolverOf(() => end);
    expect(followAgain(gateOf({ paths }), { '/a': end })['/a']).toStrictEqual(end);
  });
});

describe('a decision', () => {
  const acts = { spec: { ...actSpec }, authority: ['act'], args: { path: '/work/a' } };
  const policy = { ...inputsOf().policy, grant: ['act'] };

  test('is taken twice where paths have to be followed, on where they lead', () => {
    const { asked, paths } = resolverOf(() => ({ real: '/real', names: 1 }));
    const { verdict, inputs } = decideFollowing(
      gateOf({ paths }),
      callOf(acts),
      inputsOf({ policy }),
    );
    expect(asked).toEqual(['/work/a']);
    expect({ ...inputs.paths }).toEqual({ '/work/a': { real: '/real', names: 1 } });
    expect([verdict.unfollowed, verdict.outcome, Object.isFrozen(inputs)]).toEqual([
      [],
      'allow',
      true,
    ]);
  });

  test('is taken once where there are none, on the inputs as they are', () => {
    const { asked, paths } = resolverOf(() => null);
    const given = inputsOf();
    expect(decideFollowing(gateOf({ paths }), callOf(), given).inputs).toBe(given);
    expect(asked).toEqual([]);
  });

  test('ends at the first stage that denies, unless all are asked for', () => {
    const given = inputsOf({ policy: { ...policy, grant: [] } });
    const stages = (isWhole?: boolean) =>
      decideFollowing(gateOf(), callOf(acts), given, isWhole).verdict.answers.map(
        ({ stage }) => stage,
      );
    expect(stages()).toEqual(['guard', 'capability']);
    expect(stages(false)).toEqual(stages());
    expect(stages(true)).toEqual(['guard', 'capability', 'schema', 'provenance', 'rules']);
  });
});
