/** Hints by trying everything: exponential, for short texts. */

/** Whether a hint matches a path, name by name. */
export function naivePathFits(hint: string, path: string): boolean {
  return triesNames(partsOf(hint), partsOf(path));
}

/** Whether a host is a name, or below it for `*.name`, the name itself too. */
export function naiveHostFits(hint: string, host: string): boolean {
  if (hint === '*') return true;
  if (!hint.startsWith('*.')) return hint === host;
  const wanted = hint.slice(2).split('.');
  const given = host.split('.');
  return wanted.join() === given.slice(-wanted.length).join();
}

function partsOf(path: string): readonly string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

function triesNames(hint: readonly string[], names: readonly string[]): boolean {
  const [first, ...rest] = hint;
  if (first === undefined) return names.length === 0;
  if (first === '**')
    return names.some((_, taken) => triesNames(rest, names.slice(taken))) || triesNames(rest, []);
  const [name, ...left] = names;
  return name !== undefined && triesSigns([...first], [...name]) && triesNames(rest, left);
}

function triesSigns(pattern: readonly string[], name: readonly string[]): boolean {
  const [sign, ...rest] = pattern;
  if (sign === undefined) return name.length === 0;
  const [here, ...left] = name;
  if (sign === '*')
    return triesSigns(rest, name) || (here !== undefined && triesSigns(pattern, left));
  return here !== undefined && (sign === '?' || sign === here) && triesSigns(rest, left);
}
