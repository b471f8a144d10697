/**
 * Counts the steps of text work, so that growth can be tested without a clock: characters that the
 * built-ins read while a body runs. Kernel code that scans text calls these methods by name.
 */
interface Work {
  steps: number;
}

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;
type Cost = (self: unknown, args: readonly unknown[], result: unknown) => number;

const one: Cost = () => 1;
const scanned: Cost = (self, [, from], found) => {
  const start = typeof from === 'number' ? from : 0;
  const end = typeof found === 'number' && found !== -1 ? found : String(self).length;
  return 1 + Math.max(0, end - start);
};
const copied: Cost = (_self, _args, result) => 1 + String(result).length / 16;

const counted: readonly (readonly [object, string, Cost])[] = [
  [String.prototype, 'charAt', one],
  [String.prototype, 'charCodeAt', one],
  [String.prototype, 'indexOf', scanned],
  [String.prototype, 'slice', copied],
  [RegExp.prototype, 'test', one],
  [RegExp.prototype, 'exec', one],
  [Set.prototype, 'has', one],
];

function patch(work: Work, [holder, name, cost]: (typeof counted)[number]): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(holder, name);
  if (descriptor === undefined) throw new Error(`no ${name}`);
  const original = descriptor.value as Method;
  const counting: Method = function counting(...args) {
    const result = original.apply(this, [...args]);
    work.steps += cost(this, args, result);
    return result;
  };
  Object.defineProperty(holder, name, { ...descriptor, value: counting });
  return () => Object.defineProperty(holder, name, descriptor);
}

/** Runs a body and returns how many steps it took. */
export function countedWork(body: () => void): number {
  const work: Work = { steps: 0 };
  const restore = counted.map((entry) => patch(work, entry));
  try {
    body();
  } finally {
    for (const undo of restore) undo();
  }
  return work.steps;
}
