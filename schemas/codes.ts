/**
 * The closed list of codes: every refusal, rejection and fault of Sluice carries one. Data: who
 * must act, and the mend a reader is shown. One page each in docs/errors.
 */
import { type CodeEntry, denied, fault, plan } from './code-entry.js';
import { runCodes } from './run-codes.js';

export type { CodeFamily } from './code-entry.js';

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
  safety_denied: denied(
    'run another command: the black list holds in every safety mode, and `strict` refuses what ' +
      '`normal` would ask about',
  ),
  path_unresolved: denied('name a path that can be followed to its end on this host'),
  path_changed: denied('ask again: a path led elsewhere between the decision and the effect'),
  path_linked: denied(
    'write a new file and rename it over the old one, or take away the other names of the file',
  ),
  ref_invalid: denied('name a branch or tag that git would take'),
  amount_invalid: denied('say a whole amount, not below zero'),
  budget_exhausted: denied('raise the budget of the capability, or do less'),
  scope_denied: denied('name something within the hints of the executor, or widen the hints'),
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
  idempotency_conflict: denied('use another idempotency key, or the same arguments as before'),
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
  session_busy: fault('wait for what the session was last asked to do'),
  session_over: fault('open another session; this one has ended, or may run nothing more'),
  reentrant_run: fault('do not run the kernel from inside one of its tools; use a sub-kernel step'),
  audit_broken: fault(
    'do not write to a broken chain; run `sluice audit verify` and start a new file',
  ),
  audit_locked: fault('close the other writer of this audit file'),
  approvals_unavailable: fault(
    'name an approval store that this user owns and may write, and wait for who writes to it',
  ),
  approvals_malformed: fault('start a new approval store: this file is damaged or something else'),
  terminal_required: fault('run it on a terminal, or rule through another face'),
  face_unavailable: fault('give the HTTP face a free port of this machine'),
  suspension_impossible: fault(
    'suspend a run that ended with `needs_approval` at a step of its own plan, once',
  ),
  suspension_unknown: fault('name a suspension that the store holds'),
  suspension_malformed: fault(
    'use the file as it was stored, under its own name and with the key of its store',
  ),
  suspension_expired: fault('run the query again: the suspension is over'),
  suspension_claimed: fault(
    'look in the audit what became of it: a suspension is taken up once; run the query again',
  ),
  suspension_mismatch: fault(
    'resume with the configuration that suspended: its principal, audit store and tools',
  ),
  suspensions_unavailable: fault(
    'name a folder that this user owns and may write, which holds suspensions or nothing',
  ),
  suspensions_malformed: fault('start a new folder of suspensions: this one has lost its key'),
  call_unknown: fault('name a call that `sluice audit uncertain` lists, by its whole id'),
  call_settled: fault('nothing is left to say: the call has ended, or somebody resolved it'),
  key_malformed: fault(
    'name a key file that `sluice keygen` wrote: FILE to sign, FILE.pub to verify',
  ),
  key_purpose: fault(
    'make a key for each use: `sluice keygen --for audit|catalog|approver|report`',
  ),
  key_exists: fault('name a file that is not there yet: a key is never written over'),
  key_exposed: fault(
    'keep a private key in a file of mode 600, in a folder that only its owner may write to; ' +
      'make a new one if others could read it',
  ),
  realm_altered: fault(
    'import `sluice/hardened` first, before code that changes built-ins, in a process without such ' +
      'code',
  ),
  realm_package_missing: fault('install `ses`, which is an optional peer of this package'),
  realm_late: fault('import `sluice/hardened` before anything else of this package'),
  model_package_missing: fault('install the package of the service that the settings name'),
  peer_missing: fault('install the package that the message names: it is an optional peer'),
  settings_malformed: fault('mend the settings where the message says'),
  scratchpad_unavailable: fault(
    'name a scratchpad file that this user owns and may write, and put less into it',
  ),
  scratchpad_malformed: fault('start a new scratchpad: this file is damaged or something else'),
  scratchpad_refused: fault(
    'read an entry of this very turn and its user, before it expires, with the value that was put',
  ),
  turns_unavailable: fault('name a folder that this user owns and may write'),
  run_unknown: fault(
    'name a run by its id, by a beginning that no other run has, or `last`; `sluice audit show` lists them',
  ),
  turn_unknown: fault('name a turn that `sluice turns list` shows, by its whole id'),
  catalogue_unkeyed: fault(
    'name a folder or files of public keys: `sluice keygen --for catalog` makes a pair',
  ),
  catalogue_file_refused: fault(
    'use a regular file and folder of this user, no links, and take the right to write from ' +
      'others: `chmod go-w`',
  ),
  manifest_malformed: fault('mend the manifest where the message says'),
  manifest_unsigned: fault('sign the executor: `sluice sign DIR --key FILE`'),
  manifest_untrusted: fault('sign the executor again with a key whose public half the host trusts'),
  executor_duplicate: fault('give every executor a name of its own, or name one folder less'),
  subject_unavailable: fault('name a program that this user can start, and its arguments'),
  protocol_broken: fault('keep to the protocol of docs/conformance-kit.md, on both ends'),
  vectors_malformed: fault('name a file that `sluice conformance` wrote'),
  output_unwritable: fault('name a folder that this user may write to, and a file that is none'),
  report_malformed: fault('name a report that `sluice conformance --json --sign` printed'),
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

  ...runCodes,
} as const satisfies Readonly<Record<string, CodeEntry>>);

export type Code = keyof typeof codes;
