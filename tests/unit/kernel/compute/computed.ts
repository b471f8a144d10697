/** Runs one function of the table on plain values, and says what came of it. */
import { expect } from 'vitest';
import { answer } from '../../../../kernel/compute/condition.js';
import { compute } from '../../../../kernel/compute/table.js';
import { RunStopped } from '../../../../kernel/errors.js';
import { labelled } from '../../../../kernel/provenance/tainted.js';
import {
  type Code,
  type ComputeFunction,
  type Condition,
  type Json,
  makeLabel,
} from '../../../../schemas/index.js';

const label = makeLabel({ sources: ['user'], readers: 'anyone' });

export type Inputs = Readonly<Record<string, Json>>;

interface Fields {
  readonly by?: string;
  readonly where?: Condition;
}

/** The value that a function makes. @throws RunStopped */
export function computed(fn: ComputeFunction, args: Inputs, { by, where }: Fields = {}): Json {
  const entries = Object.entries(args).map(
    ([key, value]) => [key, labelled(value, label)] as const,
  );
  const call = {
    fn,
    args: Object.fromEntries(entries),
    by,
    where: (item: Parameters<typeof answer>[1]) => {
      if (where === undefined) throw new Error('no condition');
      return answer(where, item, (value) => {
        if (typeof value === 'object' && value !== null) throw new Error('only literals');
        return labelled(value, label);
      });
    },
    choice: ['planner'],
    selection: 'unique' as const,
  };
  return compute(call).value;
}

/** Expects a typed stop whose message holds no text of the inputs. */
export function expectStop(
  fn: ComputeFunction,
  args: Inputs,
  fields: Fields = {},
  code: Code = 'compute_failed',
): void {
  let stop: unknown;
  try {
    stop = { value: computed(fn, args, fields) };
  } catch (error) {
    stop = error;
  }
  expect({ fn, args, stop: stop instanceof RunStopped ? stop.code : stop }).toEqual({
    fn,
    args,
    stop: code,
  });
  const { message } = stop as RunStopped;
  expect(message.length).toBeLessThan(100);
  expect(message).not.toContain('SECRET');
}
