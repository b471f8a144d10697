/** Pages of the codes by which the gate refuses an effect: the policy said no. */
import type { ErrorPages } from './page.js';

export const deniedPages = {
  guard_forbidden_path: {
    seenAs:
      'A string somewhere in the arguments names a protected place, such as a key store or ' +
      'a system file.',
    why:
      'The guard is coded and looks at every string; it is the floor under every grant, ' +
      'rule and ruling.',
  },
  guard_dangerous_command: {
    seenAs: 'A shell command matches one of the coded patterns for damage that cannot be undone.',
    why:
      'No permission is worth a wiped disk. The guard is no shell and errs on the side of ' +
      'refusing.',
  },
  guard_failed: {
    seenAs: 'The guard itself threw while it looked at the arguments.',
    why: 'A check that did not finish has not agreed. The call is refused and nothing ran.',
  },
  capability_missing: {
    seenAs: 'A step uses a tool whose capability the run was not granted.',
    why: 'The grant says what this run may do at all; a plan cannot add to it.',
  },
  schema_invalid: {
    seenAs: 'The arguments do not fit the input schema of the tool.',
    why:
      'A tool is called only with arguments of the shape that its host declared and that ' +
      'every stage looked at.',
  },
  schema_unknown_key: {
    seenAs: 'The arguments hold a key that the input schema does not name.',
    why:
      'An argument nobody declared has no role and no recipients, so nothing could check ' +
      'where it goes.',
  },
  schema_not_idempotent: {
    seenAs: 'The schema changed its own output when it was applied a second time.',
    why:
      'What was decided must be what runs. A schema that keeps changing the value has no ' +
      'final form to decide on.',
  },
  schema_failed: {
    seenAs: 'The schema of the tool threw or answered asynchronously.',
    why:
      'The gate decides in one step without waiting. A check that fails or comes later is ' +
      'no check.',
  },
  snapshot_refused: {
    seenAs:
      'A value holds something other than plain JSON: a getter, a function, a cycle, NaN, a ' +
      'reserved key.',
    why:
      'Such a value could answer the check one way and the tool another. Only plain data ' +
      'has one meaning.',
  },
  snapshot_too_large: {
    seenAs: 'A value is deeper, longer or has more parts than the bounds allow.',
    why:
      'Checks must end. The bounds keep hostile input from using up the stack or the ' + 'memory.',
  },
  digest_refused: {
    seenAs:
      'A `toJSON` method sits on `Object.prototype` or another built-in prototype of the ' +
      'process.',
    why:
      'It would change what the digest is taken of, so two different arguments could look ' +
      'the same to an approver.',
  },
  critical_untrusted: {
    seenAs:
      'An argument that decides who, where or what is touched holds a value of the planner ' +
      'or of a tool.',
    why:
      'Only the user and the host may decide that. A model that read an injected text may ' +
      'not.',
  },
  control_tainted: {
    seenAs:
      'The value is genuine, but tainted content chose it: by an index, a predicate or the ' +
      'shape of a list.',
    why: 'Who picks a value decides as much as who writes it.',
  },
  target_unanchored: {
    seenAs: "An irreversible tool was aimed by the planner's own choice, not by the user's words.",
    why:
      'What cannot be undone must hit the thing that the user named, not the thing that ' +
      'seemed best.',
  },
  handle_required: {
    seenAs: 'A literal or a handle of another kind stands where a handle is declared.',
    why: 'An id names a thing with readers of its own. Only the handle carries them along.',
  },
  decision_tainted: {
    seenAs:
      'Content decided that this step runs: a planner that had read it, whoever filled the list ' +
      'of the map around it, or the condition of a `when` whose arguments are not all wholly the ' +
      "user's or the host's.",
    why:
      "Even an effect without arguments can be the attacker's wish. The decision is checked " +
      'like an argument.',
  },
  recipient_unknown: {
    seenAs: 'A recipient is missing, tainted, a list in one string, or not one plain address.',
    why: 'Without knowing who receives a value, nothing can tell whether they may.',
  },
  reader_excluded: {
    seenAs: 'An argument goes to somebody who is not among its readers.',
    why:
      'The value was read under an account for certain readers; sending it on would widen ' +
      'them.',
  },
  third_party_subject: {
    seenAs:
      'An argument holds data about other people and goes to somebody who is not one of ' + 'them.',
    why: "Their data is not the user's to pass on without a rule that says so.",
  },
  content_to_other: {
    seenAs: 'Text of the planner or of a tool goes to somebody other than the user.',
    why: "Such text may be what an attacker wants said in the user's name.",
  },
  declassify_denied: {
    seenAs: 'A release rule matched and says deny.',
    why: 'The strictest matching rule wins over every other.',
  },
  declassify_failed: {
    seenAs: "The host's release function threw, or returned something that is no answer.",
    why: 'A declassifier that fails has released nothing.',
  },
  rules_denied: {
    seenAs: "A rule of the host's policy denies this action.",
    why: "Rules only tighten; a plan, a user's ruling or a capability does not lift them.",
  },
  safety_denied: {
    seenAs: 'A command is on the black list, or on the grey list in the safety mode `strict`.',
    why: 'What stops the machine, and what a strict host refuses, no rule and no ruling lifts.',
  },
  path_unresolved: {
    seenAs:
      'An argument names a path that cannot be followed: a loop of links, a folder without access, a drive of another system.',
    why: 'Where nobody knows where a path leads, no rule and no guard can speak of it.',
  },
  path_changed: {
    seenAs: 'A path of the call led elsewhere right before the effect than when it was decided.',
    why: 'What was checked is what runs: a directory that became a link meanwhile was not checked.',
  },
  path_linked: {
    seenAs: 'A write names a file that has further names (hard links).',
    why: 'Whoever writes it in place changes what the other names show, wherever they lie.',
  },
  ref_invalid: {
    seenAs: 'An argument that names a branch or tag holds what is none, such as an option.',
    why: 'A name that begins with a dash, or that a shell would read, does something else elsewhere.',
  },
  amount_invalid: {
    seenAs:
      'A count or an amount is negative or not whole, or is not said although a budget needs it.',
    why: 'What is not said cannot be reserved, and what is below zero would make room in a budget.',
  },
  budget_exhausted: {
    seenAs:
      'The budget of a capability that the tool needs does not hold so much, in this run or for this principal.',
    why: 'A capability with a budget is good for so many calls and cents; what is taken is not given back.',
  },
  judge_denied: {
    seenAs: "The judge's score for this call lies below the threshold.",
    why: 'The call fits the stated intent too badly to run unasked.',
  },
  approval_unavailable: {
    seenAs: 'The call needs the user, and no approver is connected.',
    why: 'Silence is not consent. Without anyone to ask, what must be asked is refused.',
  },
  approval_denied: {
    seenAs: 'The approver was asked and refused.',
    why: "The user's refusal is final for exactly these arguments.",
  },
  approval_mismatch: {
    seenAs: 'The ruling names another request or another digest than the one that is open.',
    why: 'A ruling holds for the arguments that were shown and for no others.',
  },
  approval_expired: {
    seenAs: 'The ruling came at or after the instant at which the request expired.',
    why: 'What was true when the question was asked may no longer be.',
  },
  approval_failed: {
    seenAs: 'The approver threw, or answered with something that is no ruling.',
    why: 'Only a plain ruling discharges an obligation.',
  },
  audit_unavailable: {
    seenAs:
      'The admission record could not be stored: a full disk, a read-only file, a closed ' +
      'store.',
    why: 'An effect without its record would be one that nobody can find again.',
  },
  policy_unavailable: {
    seenAs: 'The policy source threw or returned no grant and policy.',
    why: 'Without a policy in force nothing is allowed by omission.',
  },
  layer_failed: {
    seenAs: 'A stage or a port threw, timed out or is absent.',
    why: 'Each layer answers as tightly as it can when it cannot answer at all.',
  },
  idempotency_conflict: {
    seenAs: 'A run makes a second call with the same idempotency key and other arguments.',
    why:
      'The tool does the thing of a key once: the second call would do nothing, and read as if ' +
      'it had.',
  },
  withdrawn: {
    seenAs: 'The call was admitted, but the second decision on the same arguments denied it.',
    why:
      'The policy changed while the user was asked. The tool did not run; the audit closes ' +
      'the admission.',
  },
} as const satisfies ErrorPages;
