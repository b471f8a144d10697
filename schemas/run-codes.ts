/** The codes by which a run ends: a limit, a model or a tool. Data. */
import { type CodeEntry, run } from './code-entry.js';

export const runCodes = Object.freeze({
  limit_steps: run('raise `maxSteps`, or split the task'),
  limit_effects: run('raise `maxEffects`, or split the task'),
  limit_parses: run('raise `maxParses`, or parse larger pieces'),
  limit_model_calls: run('raise `maxModelCalls`'),
  limit_depth: run('raise `maxDepth`, or nest fewer sub-kernels'),
  limit_fan_out: run('raise `atMost` of the map, or narrow its list'),
  cancelled: run('run again without cancelling'),
  turn_reference_malformed: run(
    'write a reference such as `{{step1.field}}` as the whole of a value, and of a step that ran',
  ),
  turn_reference_unknown: run('refer only to steps of this turn that have a value, and to facts'),
  turn_arguments_malformed: run('send arguments that fit the schema of what is called'),
  turn_tool_unknown: run('call only what is on offer'),
  turn_call_repeated: run('refer to the step that has it already, or end the turn with an answer'),
  turn_call_cyclic: run('do something else, or end the turn with an answer'),
  turn_content_withheld: run(
    'the planner sees no content: end with `answer` and a reference, or give the reference to ' +
      '`parse` or `delegate`',
  ),
  turn_unanswered: run('look at the last steps of the turn; ask again in other words'),
  reasoner_missing: run('supply a planner or a parser, or a plan that needs none'),
  reasoner_failed: run('look at the provider: it threw or returned nothing usable'),
  reasoner_timeout: run('raise `reasonerTimeoutMs`, or use a faster model'),
  reasoner_unreachable: run(
    'start the model server, or correct its address (ollama: `host`, or http://127.0.0.1:11434)',
  ),
  reasoner_unauthorized: run('give the provider a key that is valid for this model'),
  reasoner_busy: run('wait and run again, or use another model: nothing is retried'),
  reasoner_model_missing: run('install the model, or name one that is installed'),
  reasoner_output_invalid: run('use a model that follows the JSON Schema of the task'),
  reasoner_output_truncated: run('allow the model more tokens'),
  parse_invalid: run('use a schema that the content can fill, or a better parser'),
  parse_not_verbatim: run('use a parser that copies these fields, or do not ask for them verbatim'),
  value_unknown: run(
    'refer to a value that the session still has: `{"$value": "v1"}`, with `path` for a part of it',
  ),
  path_missing: run('select only fields that the value has'),
  select_none: run('look for what the list holds, or ask first whether it holds it'),
  select_ambiguous: run('say enough for one item to fit'),
  compute_failed: run('give the function values of the kind that it takes'),
  tool_failed: run('look at the tool: it threw; nothing is retried'),
  tool_timeout: run('raise the time limit of the tool, or make it faster'),
  executor_changed: run(
    'restore the files of the executor, or look at what changed and sign it again',
  ),
  executor_unavailable: run('install the program that the manifest runs, and mind its limits'),
  executor_failed: run('look at what the executor says: it ran and gave an error'),
  executor_crashed: run('look at the executor: it ended without an answer'),
  executor_timeout: run('raise `timeout_ms` of its manifest, or make it faster'),
  executor_output_invalid: run(
    'make the executor print one JSON object, `{"ok":true,"value":…}` or `{"ok":false,"error":"…"}`',
  ),
  executor_output_too_large: run('raise `output_bytes` of its manifest, or answer less'),
  executor_leaked_secret: run('make the executor keep its secrets out of what it prints'),
  secret_unavailable: run('give the host a secret of that name, as one line of text'),
  result_refused: run('make the tool return plain JSON data within the bounds'),
  result_invalid: run('make the tool return what its output schema promises'),
  server_unavailable: run(
    'start the server, or mind its command or address, and call again; nothing is retried',
  ),
  tool_unpinned: run(
    'look at the definition as it is now and write its digest into the settings: ' +
      '`sluice gateway init`',
  ),
  gateway_busy: run('wait for the calls that are open'),
} as const satisfies Readonly<Record<string, CodeEntry>>);
