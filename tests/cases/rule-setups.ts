/** Rules that the cases are tried under, each as its report has it. Data. */
import type { ActionClass, GuardrailDocumentInput } from '../../schemas/index.js';

export type Rules = Omit<GuardrailDocumentInput, 'version'>;
type Rule = NonNullable<Rules['rules']>[number];

let made = 0;

/** A rule of the workspace with a name of its own. */
export function rule(given: Omit<Rule, 'id' | 'scope'>): Rule {
  made += 1;
  return { id: `r${made}`, scope: 'workspace', ...given };
}

/** All rules of several set-ups. */
export function together(...parts: readonly Rules[]): Rules {
  return {
    rules: parts.flatMap(({ rules = [] }) => rules),
    never: {
      paths: parts.flatMap(({ never }) => never?.paths ?? []),
      hosts: parts.flatMap(({ never }) => never?.hosts ?? []),
    },
  };
}

/** Commands that begin so may run, any other is asked about. */
export function listed(...commands: readonly string[]): Rules {
  return within('processSpawn', 'prompt', { commands: [...commands] });
}

/** Commands that begin so are asked about, any other may run. */
export function askedAbout(command: string): Rules {
  return {
    rules: [
      rule({ command, decision: 'prompt' }),
      rule({ class: 'processSpawn', decision: 'allow' }),
    ],
  };
}

/** A class is allowed within bounds; beyond them, `otherwise` holds. */
export function within(
  name: ActionClass,
  otherwise: 'prompt' | 'deny',
  constraint: NonNullable<Rule['constraint']>,
): Rules {
  return {
    rules: [
      rule({ class: name, decision: 'allow', constraint }),
      rule({ class: name, decision: otherwise }),
    ],
  };
}

/** Hosts that may be reached; no other. */
export function hosts(...allowed: readonly string[]): Rules {
  return within('networkEgress', 'deny', { hosts: [...allowed] });
}

/** Pushes are allowed, but not to `main`. */
export const noMain: Rules = {
  rules: [
    rule({ class: 'gitPush', decision: 'deny', constraint: { refs: ['main'] } }),
    rule({ class: 'gitPush', decision: 'allow' }),
  ],
};

/** Programs on files of the workspace may run, any other is asked about. */
export function onWorkspace(...commands: readonly string[]): Rules {
  return within('processSpawn', 'prompt', { commands: [...commands], paths: ['/workspace/**'] });
}

/** Paths that no call may touch. */
export function never(...paths: readonly string[]): Rules {
  return { never: { paths: [...paths] } };
}

/** Private addresses are for no call. */
export const noPrivate: Rules = { never: { hosts: ['@private'] } };
