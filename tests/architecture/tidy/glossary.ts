/** The word for an idea, and the words that are not used for it in names of the trusted base. */
export const glossary: Readonly<Record<string, readonly string[]>> = {
  capability: ['permission', 'privilege', 'entitlement'],
  grant: ['whitelist', 'allowlist'],
  guard: ['blacklist', 'denylist'],
  interpreter: ['orchestrator', 'runner'],
  label: ['taintTag', 'provenanceTag'],
  parser: ['extractor', 'quarantinedLlm', 'qLlm'],
  permit: ['admissionToken'],
  planner: ['privilegedLlm', 'pLlm'],
  readers: ['audience'],
};

const words: ReadonlyMap<string, string> = new Map(
  Object.entries(glossary).flatMap(([word, others]) =>
    others.map((other): [string, string] => [other.toLowerCase(), word]),
  ),
);

/** The word of the glossary that a name should use; undefined for a name that is no synonym. */
export function wordFor(name: string): string | undefined {
  const lower = name.toLowerCase();
  const singular = lower.replace(/ies$/, 'y').replace(/s$/, '');
  return words.get(lower) ?? words.get(singular);
}
