/**
 * The words of a turn at the root: how the loop works, the user's query, and for each step a
 * handle. Nothing that a tool returned can stand in them (behaviour T-3, C9).
 */
import { type Code, codes, type StepHandle, type TurnContext } from '../../schemas/index.js';
import { jsonLine, section } from '../catalogue-lines.js';
import { delimitedBlock } from '../delimited-block.js';

/** How a turn works, whatever the query; `tier` adds how this model should go about it. */
export function turnSystemPrompt(tier: string): string {
  return `You carry out one request of a user with the tools on offer, one call at a time. ${tier}

You never see what a tool returned. After each call you are told its step, whether it is done and
how large its value is. Where a later call needs that value, write a reference as the whole of an
argument: {{step1}} is the value of step 1, {{step1.items.0.name}} a part of it by the output schema
of the tool. {{fact.NAME}} is a fact. A reference inside other text is refused.

Arguments that decide who is written to, where data goes or what is touched must be copied from the
request, letter by letter, or be references. A value that you made up is refused.

To take one item of a list, call "pick" with words of the request. To find something in a text, call
"parse" with a schema. To act on what a text says, call "delegate" with few capabilities.

End with a short text in your own words, or, where the user wants to see what a step found, with
"answer" and a reference to it. Do not repeat a call. Do nothing that the request does not ask for.`;
}

/** The request, with what may be referred to. */
export function turnUserPrompt({ query, tools, schemas, facts, grant }: TurnContext): string {
  return [
    section(
      'What tools return',
      tools.map(({ name, output }) => jsonLine({ tool: name, output })),
    ),
    section('Schemas', schemas.map(jsonLine)),
    section('Facts', facts.map(jsonLine)),
    `Capabilities: ${JSON.stringify(grant)}`,
    delimitedBlock('request', query),
  ].join('\n\n');
}

/** What a model is told of a step that the session took. */
export function handleText({ step, of, status, size, code }: StepHandle): string {
  // INV-W4: of a handle, and of nothing else.
  const reference = status === 'done' ? { value: `{{${step}}}`, size, shape: of } : {};
  return JSON.stringify({ step, status, ...reference, ...(code === null ? {} : mended(code)) });
}

/** What a model is told of a call that was not taken; `at` is a place in its own words. */
export function refusalText(
  code: Code,
  how: { readonly at?: string; readonly step?: string | null } = {},
): string {
  const { at = '', step = null } = how;
  return JSON.stringify({
    status: 'refused',
    ...mended(code),
    ...(at === '' ? {} : { at }),
    ...(step === null ? {} : { value: `{{${step}}}` }),
  });
}

function mended(code: Code): { readonly code: Code; readonly mend: string } {
  return { code, mend: codes[code].mend };
}
