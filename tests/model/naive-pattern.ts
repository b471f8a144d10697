/** Declarations by pointer pattern, kept as a list and filtered on the way down. */
export interface Declared<T> {
  /** What is declared for this very place. */
  readonly spec: T | undefined;
  readonly below: readonly (readonly [readonly string[], T])[];
}

/** Everything that is declared. */
export function declaredOf<T>(specs: Readonly<Record<string, T>>): Declared<T> {
  return narrow(Object.entries(specs).map(([p, spec]) => [p.split('/').slice(1), spec] as const));
}

function narrow<T>(all: readonly (readonly [readonly string[], T])[]): Declared<T> {
  return {
    spec: all.find(([segments]) => segments.length === 0)?.[1],
    below: all.filter(([segments]) => segments.length > 0),
  };
}

/** What is declared for a part: by its name if any pattern names it, else by `*`. */
export function declaredFor<T>(node: Declared<T>, key: string): Declared<T> {
  const named = node.below.filter(([[first]]) => first === key);
  const chosen = named.length > 0 ? named : node.below.filter(([[first]]) => first === '*');
  return narrow(chosen.map(([segments, spec]) => [segments.slice(1), spec] as const));
}
