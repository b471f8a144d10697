/**
 * The closed list of codes: every refusal, rejection and fault of Sluice carries one. Data: who
 * must act, and the mend a reader is shown. One page each in docs/errors.
 */
export type CodeFamily = 'plan' | 'denied' | 'fault' | 'run';

interface CodeEntry {
  readonly family: CodeFamily;
  readonly mend: string;
}

function entry(family: CodeFamily, mend: string): CodeEntry {
  return Object.freeze({ family, mend });
}

const plan = (mend: string): CodeEntry => entry('plan', mend);
const denied = (mend: string): CodeEntry => entry('denied', mend);
const fault = (mend: string): CodeEntry => entry('fault', mend);
const run = (mend: string): CodeEntry => entry('run', mend);

export const codes = Object.freeze({
  plan_malformed: plan('return one JSON object that fits the JSON Schema of the plan'),
  plan_duplicate_id: plan('give every step an id of its own'),
  plan_unknown_step: plan('refer only to steps that the plan has'),
  plan_forward_reference: plan('refer only to steps that stand earlier in the list'),
  plan_unknown_tool: plan('use only tools of the catalogue'),
  plan_unknown_schema: plan('use only schemas of the catalogue'),
  plan_unknown_fact: plan('use only facts that the host supplied for this run'),
  plan_misplaced_item: plan(
    'refer to `each` only inside a map, and to `item` only in a condition about items',
  ),
  plan_compute_malformed: plan('give the function exactly what the table of functions says'),

  guard_forbidden_path: denied(
    'no permission reaches past the guard; take the path out of the arguments',
  ),
  guard_dangerous_command: denied('no permission reaches past the guard; run a narrower command'),
  guard_failed: denied('report this as a fault of the kernel; nothing was executed'),
  capability_missing: denied('grant the capability to the run, or drop the step'),
  schema_invalid: denied('send arguments that fit the input schema of the tool'),
  schema_unknown_key: denied('drop the argument that the input schema does not name'),
  schema_not_idempotent: denied(
    'use a schema that returns its own output unchanged when it is applied to it',
  ),
  schema_failed: denied('use a schema that validates synchronously and does not throw'),
  snapshot_refused: denied(
    'pass plain JSON data: no getters, functions, cycles, NaN, lone surrogates or reserved keys',
  ),
  snapshot_too_large: denied('pass less: the value is over the bound on depth, size or node count'),
  digest_refused: denied('remove `toJSON` from the built-in prototypes of this process'),
  critical_untrusted: denied('quote the value in the query, or supply it as a fact'),
  control_tainted: denied(
    'let the user or the host choose the value, not the content of a tool result',
  ),
  target_unanchored: denied('quote the target of an irreversible step in the query'),
  handle_required: denied(
    'pass a handle of the kind that the argument names, as a tool returned it',
  ),
  decision_tainted: denied(
    'decide this step at the root planner, not in a planner that has read content',
  ),
  recipient_unknown: denied(
    'give one plain address from the query or from a fact for each recipient',
  ),
  reader_excluded: denied(
    'narrow the recipients, name them as `readers` of the value, or add a release rule',
  ),
  third_party_subject: denied("add a release rule for other people's data, or drop the argument"),
  content_to_other: denied(
    'send it to the requesting user, quote the text in the query, or add a release rule',
  ),
  declassify_denied: denied('change the release rule that forbids it, or drop the argument'),
  declassify_failed: denied('mend the declassifier: it threw or returned no known answer'),
  rules_denied: denied('change the rule that denies it, or choose another action'),
  path_unresolved: denied('name a path that can be followed to its end on this host'),
  path_changed: denied('ask again: a path led elsewhere between the decision and the effect'),
  path_linked: denied(
    'write a new file and rename it over the old one, or take away the other names of the file',
  ),
  ref_invalid: denied('name a branch or tag that git would take'),
  amount_invalid: denied('say a whole amount, not below zero'),
  budget_exhausted: denied('raise the budget of the capability, or do less'),
  judge_denied: denied('state the intent in the query, or choose a plainer action'),
  approval_unavailable: denied('connect an approver, or add a rule that needs none'),
  approval_denied: denied('the approver refused; ask again with other arguments'),
  approval_mismatch: denied('rule on exactly the request that is open: its id and digest'),
  approval_expired: denied('rule before the request expires'),
  approval_failed: denied('mend the approver: it threw or returned no known ruling'),
  audit_unavailable: denied(
    'make the audit store writable; no effect runs without its admission record',
  ),
  policy_unavailable: denied('make the policy source return a grant and a policy'),
  layer_failed: denied(
    'mend the layer: it threw, or gave no known answer; a layer that fails never allows',
  ),
  withdrawn: denied('decide again: the policy changed between the approval and the effect'),

  foreign_kernel: fault('load one copy of the package: this object was made by another one'),
  gate_required: fault('build the dispatcher with a gate made by this kernel'),
  final_class: fault('do not extend or proxy the classes of the kernel'),
  tool_unknown: fault('register the tool with the dispatcher'),
  tool_duplicate: fault('give every tool a name of its own'),
  tool_malformed: fault('mend the tool definition as the message says'),
  schema_refused: fault(
    'use zod 4, or standard schemas with their JSON Schema: strict objects, no `catch`',
  ),
  permit_spent: fault('ask the gate again: a permit pays for one effect'),
  permit_foreign: fault('use the permit only for the call that it was minted for'),
  plan_unverified: fault('verify the plan first'),
  label_empty: fault('give every value at least one source'),
  tainted_required: fault('pass a value that this kernel labelled'),
  reason_required: fault('say in one sentence why the value may leave its label'),
  grant_malformed: fault('name capabilities with letters, digits and `_.:-`'),
  grant_widens: fault('give a session at most the grant of its gate'),
  fact_malformed: fault('supply facts as plain JSON with known readers'),
  query_malformed: fault('pass the query as non-empty well-formed text'),
  config_malformed: fault('mend the configuration as the message says'),
  reentrant_run: fault('do not run the kernel from inside one of its tools; use a sub-kernel step'),
  audit_broken: fault(
    'do not write to a broken chain; run `sluice audit verify` and start a new file',
  ),
  audit_locked: fault('close the other writer of this audit file'),
  json_malformed: fault('send exactly one JSON value'),
  json_duplicate_key: fault('name each key of an object once'),
  json_too_deep: fault('nest less deeply'),
  json_reserved_key: fault('do not use `__proto__`, `constructor` or `prototype` as a key'),
  json_too_long: fault('send less text'),
  json_lone_surrogate: fault('send well-formed Unicode text'),
  usage_malformed: fault('run the command with `--help`: it lists arguments and options'),
  policy_malformed: fault('mend the policy where the message says, or the rules that it names'),
  input_unreadable: fault('name a file that exists and that this user may read'),
  host_module_failed: fault('mend the host module: it threw, or what it imports is not there'),
  host_module_malformed: fault(
    'make its default export a createKernel configuration, or a function that returns one',
  ),
  mailbox_missing: fault(
    'name a folder with .eml files, a Maildir, an mbox or an .eml file that holds a message',
  ),

  limit_steps: run('raise `maxSteps`, or split the task'),
  limit_effects: run('raise `maxEffects`, or split the task'),
  limit_parses: run('raise `maxParses`, or parse larger pieces'),
  limit_model_calls: run('raise `maxModelCalls`'),
  limit_depth: run('raise `maxDepth`, or nest fewer sub-kernels'),
  limit_fan_out: run('raise `atMost` of the map, or narrow its list'),
  cancelled: run('run again without cancelling'),
  reasoner_missing: run('supply a planner or a parser, or a plan that needs none'),
  reasoner_failed: run('look at the provider: it threw or returned nothing usable'),
  reasoner_timeout: run('raise `reasonerTimeoutMs`, or use a faster model'),
  reasoner_unreachable: run(
    'start the model server, or correct its address (ollama: `host`, or http://127.0.0.1:11434)',
  ),
  reasoner_model_missing: run('install the model, or name one that is installed'),
  reasoner_output_invalid: run('use a model that follows the JSON Schema of the task'),
  reasoner_output_truncated: run('allow the model more tokens'),
  parse_invalid: run('use a schema that the content can fill, or a better parser'),
  parse_not_verbatim: run('use a parser that copies these fields, or do not ask for them verbatim'),
  path_missing: run('select only fields that the value has'),
  select_none: run('look for what the list holds, or ask first whether it holds it'),
  select_ambiguous: run('say enough for one item to fit'),
  compute_failed: run('give the function values of the kind that it takes'),
  tool_failed: run('look at the tool: it threw; nothing is retried'),
  tool_timeout: run('raise the time limit of the tool, or make it faster'),
  result_refused: run('make the tool return plain JSON data within the bounds'),
  result_invalid: run('make the tool return what its output schema promises'),
} as const satisfies Readonly<Record<string, CodeEntry>>);

export type Code = keyof typeof codes;
