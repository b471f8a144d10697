/**
 * The policy engine beside Cedar (pre-parsed) and casbin, on policies that say the same: one host a
 * rule, all in one scope, the last rule decides; everything else is denied.
 */
import { createRequire } from 'node:module';
import { newEnforcer, newModel, StringAdapter } from 'casbin';
import { compileGuardrails, resolveAction } from '../../kernel/index.js';
import type { Action, GuardrailDocumentInput, Standing } from '../../schemas/index.js';
import type { Candidate } from './measure.js';

interface Cedar {
  preparsePolicySet(id: string, policies: object): { readonly type: string };
  statefulIsAuthorized(call: object): { readonly response?: { readonly decision: string } };
}

const cedar = createRequire(import.meta.url)('@cedar-policy/cedar-wasm/nodejs') as Cedar;

const standing: Standing = Object.freeze({
  space: null,
  agent: null,
  mode: 'chat',
  autonomy: null,
  safety: 'normal',
  isOperator: false,
});

function hostOf(index: number): string {
  return `h${index}.example.com`;
}

type Ask = (host: string) => boolean;

function ours(rules: number): Ask {
  const document: GuardrailDocumentInput = {
    version: 1,
    rules: [
      ...Array.from({ length: rules }, (_, index) => ({
        id: `allow-${index}`,
        scope: 'workspace',
        class: 'networkEgress' as const,
        decision: 'allow' as const,
        constraint: { hosts: [hostOf(index)] },
      })),
      { id: 'rest', scope: 'workspace', class: 'networkEgress', decision: 'deny' },
    ],
  };
  const guardrails = compileGuardrails(document);
  return (host) => {
    const action: Action = {
      tool: 'web_fetch',
      classes: ['networkEgress'],
      commands: [],
      isOpaque: false,
      paths: null,
      refs: null,
      hosts: { values: [host], reach: 'listed' },
      count: null,
      cents: null,
    };
    const question = { action, standing, now: 0, grant: [], net: [], safety: [], confirms: [] };
    return resolveAction(guardrails, question).decision === 'allow';
  };
}

function cedarOf(rules: number): Ask {
  const policies = Array.from(
    { length: rules },
    (_, index) =>
      `permit(principal, action == Action::"networkEgress", resource) when { context.host == "${hostOf(index)}" };`,
  ).join('\n');
  const id = `rules-${rules}`;
  const parsed = cedar.preparsePolicySet(id, { staticPolicies: policies });
  if (parsed.type !== 'success') throw new Error('cedar does not take the policies');
  return (host) => {
    const { response } = cedar.statefulIsAuthorized({
      principal: { type: 'Agent', id: 'a' },
      action: { type: 'Action', id: 'networkEgress' },
      resource: { type: 'Net', id: 'n' },
      context: { host },
      preparsedPolicySetId: id,
      entities: [],
    });
    return response?.decision === 'allow';
  };
}

const MODEL = `
[request_definition]
r = act, host
[policy_definition]
p = act, host
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.act == p.act && r.host == p.host`;

async function casbinOf(rules: number): Promise<Ask> {
  const lines = Array.from({ length: rules }, (_, index) => `p, networkEgress, ${hostOf(index)}`);
  const enforcer = await newEnforcer(newModel(MODEL), new StringAdapter(lines.join('\n')));
  return (host) => enforcer.enforceSync('networkEgress', host);
}

/** The three engines on so many rules, asked about the last of them and about none. */
export async function engines(rules: number): Promise<readonly Candidate[]> {
  const asks: readonly (readonly [string, Ask])[] = [
    ['casbin', await casbinOf(rules)],
    ['cedar', cedarOf(rules)],
    ['sluice', ours(rules)],
  ];
  const last = hostOf(rules - 1);
  for (const [name, ask] of asks) {
    // A figure of an engine that says something else would be worth nothing.
    if (!ask(last) || !ask(hostOf(0)) || ask('other.example.com'))
      throw new Error(`${name} does not say the same`);
  }
  return asks.map(([name, ask]) => ({
    name: `${rules} rules: ${name}`,
    run: () => ask(last) && ask('other.example.com'),
  }));
}

/** The engine alone. */
export function engineAlone(rules: number): Candidate {
  const ask = ours(rules);
  const last = hostOf(rules - 1);
  return { name: `${rules} rules: sluice`, run: () => ask(last) && ask('other.example.com') };
}
