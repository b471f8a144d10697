/** What the messages of the AI SDK say of a call: whether it stands there, and was allowed. */

type Part = Readonly<Record<string, unknown>>;

/** Asks whether an earlier answer of a model made the call: then any question came before. */
export function isCalledIn(messages: readonly unknown[], toolCallId: string): boolean {
  return partsOf(messages, 'assistant').some(
    (part) => part['type'] === 'tool-call' && part['toolCallId'] === toolCallId,
  );
}

/** Asks whether the messages end with a yes to exactly this call, and with no other word on it. */
export function isApprovedIn(messages: readonly unknown[], toolCallId: string): boolean {
  const asked = partsOf(messages, 'assistant')
    .filter((part) => part['type'] === 'tool-approval-request' && part['toolCallId'] === toolCallId)
    .map((part) => part['approvalId']);
  const answers = partsOf(messages.slice(-1), 'tool').filter(
    (part) => part['type'] === 'tool-approval-response' && asked.includes(part['approvalId']),
  );
  return answers.length > 0 && answers.every((part) => part['approved'] === true);
}

function partsOf(messages: readonly unknown[], role: string): readonly Part[] {
  return messages.flatMap((message) => {
    const { role: by, content } = message as {
      readonly role?: unknown;
      readonly content?: unknown;
    };
    return by === role && Array.isArray(content) ? (content as readonly Part[]) : [];
  });
}
