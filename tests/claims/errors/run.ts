/** Pages of the codes by which a run ends: a limit, a model or a tool. */
import type { ErrorPages } from './page.js';

export const runPages = {
  limit_steps: {
    seenAs: 'The plan, or the whole tree of plans, has more steps than the run may take.',
    why: 'Every loop has a bound, so that a plan cannot run for ever.',
  },
  limit_effects: {
    seenAs: 'The run reached its limit on tool steps; reads and denied attempts count too.',
    why: 'The limit bounds the damage of a plan that should not have been.',
  },
  limit_parses: {
    seenAs: 'The run reached its limit on parse steps.',
    why: 'Each parse is a model call on untrusted content, and costs as one.',
  },
  limit_model_calls: {
    seenAs: 'The run reached its limit on calls to a planner or parser.',
    why: 'A reasoner that keeps asking for more must come to an end.',
  },
  limit_depth: {
    seenAs: 'Sub-kernels are nested more deeply than the run allows.',
    why: 'Content that makes a planner start a planner must come to an end.',
  },
  limit_fan_out: {
    seenAs: 'The list of a map has more items than its `atMost` allows.',
    why:
      'Whoever fills a list decides how often the steps of a map run. The plan says how often ' +
      'at most, and a longer list runs none of them.',
  },
  cancelled: {
    seenAs: 'The caller aborted the run.',
    why: 'No further effect starts after a cancel; what was committed stays and is listed.',
  },
  turn_reference_malformed: {
    seenAs: 'A model wrote a reference into the middle of a text, or one that cannot be read.',
    why: 'A reference carries the label of what it stands for; a text that was glued to it has none.',
  },
  turn_reference_unknown: {
    seenAs: 'A model referred to a step that has no value, or to a fact that there is not.',
    why: 'A reference that is not there would become a text that looks like one.',
  },
  turn_arguments_malformed: {
    seenAs: 'A model called something with arguments that are no JSON object, or do not fit.',
    why: 'Nothing is guessed of what a model may have meant.',
  },
  turn_tool_unknown: {
    seenAs: 'A model called something that was not on offer in its turn.',
    why: 'What is on offer depends on the query alone.',
  },
  turn_call_repeated: {
    seenAs: 'A model asked again for what an earlier step of its turn has.',
    why: 'Small models repeat themselves; a second reading brings nothing and costs a step.',
  },
  turn_call_cyclic: {
    seenAs: 'A model went back and forth between two calls.',
    why: 'A turn that goes round comes to no end by itself.',
  },
  turn_content_withheld: {
    seenAs: 'A model asked for content in its own answer, or wrote a reference into a text.',
    why:
      'At the root nothing that a tool returned is shown to the planner. Content goes to the ' +
      'parser, to a sub-kernel, or to the user.',
  },
  turn_unanswered: {
    seenAs: 'A session was ended without an answer, though no step of it had failed last.',
    why: 'A turn that says nothing to its user has not done what it was asked.',
  },
  reasoner_missing: {
    seenAs: 'The run needed a planner or a parser, and none was supplied.',
    why: 'The kernel holds no model of its own.',
  },
  reasoner_failed: {
    seenAs: 'The planner or parser threw, or returned nothing that can be used.',
    why: 'Its provider failed; the run ends closed instead of guessing.',
  },
  reasoner_timeout: {
    seenAs: 'The planner or parser did not answer within its time.',
    why: 'A reasoner that hangs must not hold the run open.',
  },
  reasoner_unreachable: {
    seenAs: 'The model server refused the connection or cannot be found.',
    why: 'It is not running, or the address is wrong.',
  },
  reasoner_unauthorized: {
    seenAs: 'The service of the model refused the key of its provider, or there was none.',
    why: "Keys are the provider's; Sluice holds none and shows none.",
  },
  reasoner_busy: {
    seenAs: 'The service of the model takes no more requests for now.',
    why: 'A rate limit or its load; whether to wait is for whoever started the run.',
  },
  reasoner_model_missing: {
    seenAs: 'The model server runs but does not have the model.',
    why: 'Models are installed on the server, not by Sluice.',
  },
  reasoner_output_invalid: {
    seenAs: "The model's answer is not JSON or does not fit the schema.",
    why: 'Only an answer of the asked shape is used; one repair round was already spent.',
  },
  reasoner_output_truncated: {
    seenAs: 'The model stopped at its token limit in the middle of the answer.',
    why: 'Half an answer is not an answer; it is not completed by guess.',
  },
  parse_invalid: {
    seenAs: "The parser's answer does not fit the schema that the step names.",
    why: 'The next step relies on that shape.',
  },
  parse_not_verbatim: {
    seenAs:
      'A field that the step asks for verbatim is no text, or does not stand whole in one text ' +
      'of the source.',
    why:
      'A field is labelled as copied only if the kernel found it in the source, letter by ' +
      'letter. A parser that changed it has written it itself.',
  },
  server_unavailable: {
    seenAs: 'A server behind the gateway cannot be started or reached, or broke off.',
    why:
      'A call that was under way may have had its effect: it ends as uncertain, and nothing is ' +
      'tried again by itself.',
  },
  tool_unpinned: {
    seenAs:
      'A server behind the gateway offers a tool that nobody has looked at, or defines it in other ' +
      'words than those that were looked at.',
    why:
      'Whoever writes a definition speaks to the model that reads it. A definition that changed ' +
      'after it was approved is a new one.',
  },
  gateway_busy: {
    seenAs: 'A client of the gateway has more calls open than one client may have.',
    why: 'Each open call holds its arguments and, maybe, a question to somebody.',
  },
  value_unknown: {
    seenAs: 'A client refers to a value that its session does not have, or no longer.',
    why:
      'A session keeps a bounded number of values, the newest; a name that stands for nothing is ' +
      'not read as text.',
  },
  path_missing: {
    seenAs: 'A reference selects a field or an item that the value does not have.',
    why: 'A missing value is not read as an empty one.',
  },
  select_none: {
    seenAs:
      'No item fits the condition of a `select`, or the list of a `least` or `most` is empty.',
    why: 'There is nothing to take, and the next best item is not what was asked for.',
  },
  select_ambiguous: {
    seenAs: 'More than one item fits the condition of a `select`.',
    why:
      'Whoever asks for one item means one. Taking the first would leave the choice to whoever ' +
      'orders the list.',
  },
  compute_failed: {
    seenAs:
      'A function was given what it does not work on: a text for a number, a day that the ' +
      'calendar does not have, a division by nought, a map over what is no list.',
    why: 'A function has an answer or it has none; none is not replaced by a likely one.',
  },
  tool_failed: {
    seenAs: 'The tool threw or rejected.',
    why:
      'A read that fails ends the run. A write that fails may have acted, so the run is ' +
      'uncertain and nothing is tried again.',
  },
  tool_timeout: {
    seenAs: 'The tool did not answer within its time limit.',
    why:
      'A write may still act after that; the run is uncertain, and a late result is dropped ' +
      'and recorded.',
  },
  result_refused: {
    seenAs: 'The tool returned something other than plain JSON, or too much of it.',
    why: 'A result must have one meaning before it can be labelled.',
  },
  result_invalid: {
    seenAs: "The tool's result does not fit its output schema.",
    why:
      'After a write the effect stands, and the run lists it as committed with an invalid ' +
      'output.',
  },
} as const satisfies ErrorPages;
