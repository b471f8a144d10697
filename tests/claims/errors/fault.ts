/** Pages of the codes by which the kernel faults: the host's wiring must change. */
import type { ErrorPages } from './page.js';

export const faultPages = {
  foreign_kernel: {
    seenAs: 'An object of one loaded copy of the package was passed to another.',
    why:
      'Authority rests on the identity of the classes. Two copies do not vouch for each ' +
      'other.',
  },
  gate_required: {
    seenAs: 'A dispatcher was built with something that is not a gate of this kernel.',
    why: 'Without a genuine gate nothing would stand between a plan and a tool.',
  },
  final_class: {
    seenAs: 'A class of the kernel was extended, or built through a subclass or a proxy.',
    why: 'A subclass could override a check, so the classes are final.',
  },
  tool_unknown: {
    seenAs: 'A call names a tool that the dispatcher does not hold.',
    why: 'Only registered tools have a spec that the gate can decide on.',
  },
  tool_duplicate: {
    seenAs: 'Two tools of one host have the same name.',
    why: 'A name must mean one callable and one spec.',
  },
  tool_malformed: {
    seenAs: 'A tool definition is incomplete or contradicts itself.',
    why:
      'What a tool declares is what is checked; a wrong declaration would check the wrong ' +
      'thing.',
  },
  schema_refused: {
    seenAs:
      "A tool's schema is loose, catches errors or is not a schema that the kernel can " + 'read.',
    why: 'Unknown keys and swallowed errors would let arguments past that nobody looked at.',
  },
  permit_spent: {
    seenAs: 'A permit was used a second time.',
    why: 'One allow pays for one effect.',
  },
  permit_foreign: {
    seenAs: 'A permit was used for another call than the one it was minted for.',
    why: 'The gate allowed exactly one snapshot; another needs a decision of its own.',
  },
  plan_unverified: {
    seenAs: 'The interpreter was given a plan that was not verified by this kernel.',
    why: 'Only a verified plan is known to run forward and to name known tools.',
  },
  label_empty: {
    seenAs: 'A label without any source reached the kernel.',
    why:
      'A value that nobody wrote does not exist. Reading that as trust would be the widest ' +
      'hole of all.',
  },
  tainted_required: {
    seenAs: 'A bare value was passed where a labelled one is required.',
    why: 'Without a label nothing is known of where the value may go.',
  },
  reason_required: {
    seenAs: 'A value was opened without a reason.',
    why:
      'Every place that takes a value out of its label must say why, so that a reviewer can ' +
      'find and judge it.',
  },
  grant_malformed: {
    seenAs: 'A grant holds something that cannot name a capability.',
    why:
      'Capabilities are compared as exact names; a pattern or an empty name would match by ' +
      'accident.',
  },
  grant_widens: {
    seenAs: 'A session was opened with more than the grant of its gate.',
    why: 'Its planner would be told of tools that the gate then refuses, or worse, does not.',
  },
  fact_malformed: {
    seenAs: 'A fact is not plain JSON, or its readers are not known.',
    why: 'Facts are trusted values, so their shape and readers must be beyond doubt.',
  },
  query_malformed: {
    seenAs: 'The query is empty, not text, or not well-formed Unicode.',
    why: 'Quoting compares text exactly; text with broken characters has no exact form.',
  },
  config_malformed: {
    seenAs: 'The configuration of the kernel is missing a part or has a wrong one.',
    why: 'A part left out is never read as permission.',
  },
  session_busy: {
    seenAs: 'A session was given a fragment, a question or its end while it was at work.',
    why: 'Fragments follow one another: what may be referred to has to be known.',
  },
  session_over: {
    seenAs: 'A session was used after its end, or after a fragment that nothing may follow.',
    why:
      'After a limit, a cancel, or an effect of which nobody knows whether it happened, nothing ' +
      'more may run on the same query.',
  },
  reentrant_run: {
    seenAs: 'A tool started a run of the kernel that is calling it.',
    why: 'That run would take its query from inside a tool, as if the user had typed it.',
  },
  audit_broken: {
    seenAs: 'The chain of the audit file does not hold: a record was changed, dropped or moved.',
    why: 'Appending to a broken chain would hide where it broke.',
  },
  audit_locked: {
    seenAs: 'Another process holds the audit file.',
    why: 'Two writers would continue the chain from the same record.',
  },
  approvals_unavailable: {
    seenAs:
      'The file of an approval store cannot be opened or written safely: a link, another owner, ' +
      'deleted meanwhile, or another process has been writing to it for seconds.',
    why: 'A ruling that cannot be kept by all processes alike counts for none: the call is refused.',
  },
  approvals_malformed: {
    seenAs:
      'The file of an approval store is damaged, is a database of something else, or stands ' +
      'without the key that it was made with.',
    why: 'Requests whose seals nobody can check are not shown to anybody who could allow them.',
  },
  terminal_required: {
    seenAs: 'A ruling was asked for on a terminal, and input or output is none.',
    why: 'Nobody reads what a pipe is shown. Silence, or a word that a program typed, is no consent.',
  },
  face_unavailable: {
    seenAs: 'The HTTP face could not listen on its port of the loopback address.',
    why: 'It listens nowhere else, so that no other machine can reach it.',
  },
  call_unknown: {
    seenAs: 'A call was to be resolved that no record of this audit file admits.',
    why: 'A resolution is evidence about one call; a guess would close another, or none.',
  },
  call_settled: {
    seenAs: 'A call was to be resolved that has ended or was resolved already.',
    why: 'What is settled is not said twice: two answers would leave nobody knowing which counts.',
  },
  key_malformed: {
    seenAs: 'A key file holds something else, another kind of key, or a key that was changed.',
    why: 'What a key does not say plainly, as what it is for, must not be guessed.',
  },
  key_purpose: {
    seenAs: 'A key that was made for one use was given for another.',
    why:
      'One key has one use: whoever may sign records must not be able to rule on calls with ' +
      'the same key.',
  },
  key_exists: {
    seenAs: 'A key was to be made in a file that is there already.',
    why: 'A key that is written over is lost, and with it whatever only it could verify.',
  },
  key_exposed: {
    seenAs: 'Other users may read a private key, change it, or put another file in its place.',
    why: 'A signature says who signed only as long as nobody else has the key.',
  },
  realm_altered: {
    seenAs:
      'The hardened entry found a built-in that is missing or not as it was made, or lockdown threw.',
    why: 'Lockdown freezes what it finds. A built-in that was replaced before would be kept for good.',
  },
  realm_package_missing: {
    seenAs: 'The hardened entry was imported, and the package `ses` is not installed.',
    why: 'Without lockdown the entry would be the usual one under a name that promises more.',
  },
  realm_late: {
    seenAs: 'The hardened entry was imported into a process that had loaded the package before.',
    why:
      'The package takes built-ins as they are when it is loaded. What it took in an open realm ' +
      'may be of another module.',
  },
  peer_missing: {
    seenAs: 'A command needs a package that is an optional peer, and it is not installed.',
    why: 'Sluice brings no framework and no protocol that its user does not ask for.',
  },
  model_package_missing: {
    seenAs: 'The settings name a service whose package of the AI SDK is not installed.',
    why: 'Sluice brings no package of a service; who uses one installs it.',
  },
  settings_malformed: {
    seenAs: 'A `sluice.toml` is no TOML, names a key that there is not, or lacks a model.',
    why:
      'A misspelt setting would be one that does nothing. Every problem is told at once, by its ' +
      'place.',
  },
  scratchpad_unavailable: {
    seenAs:
      'The scratchpad cannot be opened or written safely, or a value is larger than all of it.',
    why: 'What others may read or replace is no place for what a tool returned.',
  },
  scratchpad_malformed: {
    seenAs: 'The file of the scratchpad is damaged, of another version, or of another program.',
    why: 'What a damaged store says of who may read it is worth nothing.',
  },
  scratchpad_refused: {
    seenAs:
      'A slice was asked of an entry that is not there, has expired, or is of another turn or ' +
      'user; or of a value that is not the one that was put.',
    why:
      'It is one answer for all of these, so that nobody learns by asking which entries others ' +
      'have.',
  },
  turns_unavailable: {
    seenAs: 'The folder of the turn log cannot be read or written safely.',
    why:
      'It is told once and changes nothing: the log is for people to read, and the audit is ' +
      'elsewhere.',
  },
  run_unknown: {
    seenAs:
      '`sluice explain` was given a run that the audit file has not, or a beginning that several have.',
    why: 'A guess at which run was meant would explain another one.',
  },
  turn_unknown: {
    seenAs: '`sluice turns show` was given an id that no readable line of the log has.',
    why: 'A guess at which turn was meant would show another one.',
  },
  subject_unavailable: {
    seenAs: 'The program that the conformance kit was to test could not be started.',
    why: 'What does not start was not tested, and must not look as if it had passed.',
  },
  protocol_broken: {
    seenAs:
      'A subject of the conformance kit, or the kit that plays one, said what the protocol does ' +
      'not allow, ended too early, or said nothing for too long.',
    why: 'What cannot be read is no answer; the process is ended and its run counts as failed.',
  },
  vectors_malformed: {
    seenAs: 'A file given as vectors or as an example to replay is neither.',
    why: 'A vector that is only half understood would be checked by half.',
  },
  output_unwritable: {
    seenAs: 'A file that the command was to write cannot be written.',
    why: 'An example that was found and is not kept could not be played again.',
  },
  report_malformed: {
    seenAs: 'A file given as a signed report of the conformance kit is none.',
    why: 'Only what was signed as a whole can be verified.',
  },
  json_malformed: {
    seenAs: 'A text entry is not exactly one JSON value, or has text after it.',
    why: 'What two readers understand differently is not a safe thing to decide on.',
  },
  json_duplicate_key: {
    seenAs: 'An object of the input names a key twice.',
    why: 'Readers differ on which of the two counts.',
  },
  json_too_deep: {
    seenAs: 'The input nests more deeply than the bound allows.',
    why: 'The bound keeps hostile input from using up the stack.',
  },
  json_too_long: {
    seenAs: 'The input is longer than the bound of this entry allows.',
    why: 'The bound keeps hostile input from using up the memory.',
  },
  json_lone_surrogate: {
    seenAs: 'A string of the input holds half of a surrogate pair.',
    why:
      'Such text has no exact form: two writers encode it differently, and so it would ' +
      'digest differently.',
  },
  json_reserved_key: {
    seenAs: 'The input uses `__proto__`, `constructor` or `prototype` as a key.',
    why: 'Such keys reach prototypes in careless code further on.',
  },
  usage_malformed: {
    seenAs: 'The command was called with an unknown option, or without something that it needs.',
    why: 'A word that is not understood must not be read as another.',
  },
  policy_malformed: {
    seenAs: 'A policy document, a managed file or a stored rule is not what its schema says.',
    why:
      'A rule that is misspelt would be a rule that does nothing. So nothing of the policy is ' +
      'used, and every call is denied.',
  },
  input_unreadable: {
    seenAs: 'A file that the command line or the policy names is missing, or closed to this user.',
    why: 'An input that is not there is never read as an empty one.',
  },
  host_module_failed: {
    seenAs: 'The host module threw while it was loaded, called or running, or never settled.',
    why: 'Without its configuration there is no grant, and so nothing that may run.',
  },
  host_module_malformed: {
    seenAs: 'The default export of the host module is no configuration of a kernel.',
    why: 'A part left out is never read as permission.',
  },
  mailbox_missing: {
    seenAs: 'The path given as the mailbox does not exist or is no kind of mailbox that is known.',
    why: 'Without mail there is nothing to read, and an empty inbox would be a wrong answer.',
  },
} as const satisfies ErrorPages;
