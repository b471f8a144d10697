/** The policy in a file, and the managed rules over it. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { compileGuardrails } from '../../kernel/index.js';
import { nodePathResolver } from '../node/path-resolver.js';
import { lintPolicy } from '../policy/lint-policy.js';
import { managedPath, readManagedRules } from '../policy/managed-file.js';
import { readPolicyFile } from '../policy/policy-file.js';
import { resolvePatterns } from '../policy/resolve-patterns.js';
import { isWritableByOthers } from '../stores/owned-file.js';
import { type Checkup, faulty, isWell, looked, warns } from './checkup.js';

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_FINDINGS = 5;

/** Looks at a policy as `sluice policy lint` does. */
export function checkPolicy(path: string, now: number): readonly Checkup[] {
  return looked('policy', () => {
    const document = resolvePatterns(readPolicyFile(path), {
      home: homedir(),
      resolver: nodePathResolver,
    });
    const found = lintPolicy(document, now).filter(({ level }) => level !== 'note');
    const mend = `\`sluice policy lint ${path}\` lists them all`;
    const told = found.slice(0, MAX_FINDINGS).map(({ level, rule, message }) => {
      const text = `\`${rule}\`: ${message}`;
      return level === 'error' ? faulty('policy', text, mend) : warns('policy', text, mend);
    });
    if (told.length === 0) compileGuardrails(document);
    const well = isWell('policy', `\`${path}\` has no rule that does nothing by its text`);
    return [...(told.length === 0 ? [well] : told), ...writable('policy', path)];
  });
}

/** Looks at the managed rules, where the environment names some. */
export function checkManaged(env: Environment = process.env): readonly Checkup[] {
  return looked('managed', () => {
    const path = managedPath(env);
    const rules = readManagedRules(env);
    if (path === null || rules === null)
      return [isWell('managed', 'no managed rules: `SLUICE_MANAGED_POLICY` is not set')];
    const well = isWell('managed', `${rules.length} managed rules in \`${path}\``);
    return [well, ...writable('managed', path)];
  });
}

function writable(what: string, path: string): readonly Checkup[] {
  if (process.geteuid === undefined || !isWritableByOthers(statSync(path))) return [];
  return [warns(what, `other users may write to \`${path}\``, `\`chmod go-w ${path}\``)];
}
