/** What the messages of the AI SDK say of a call: whether it stands there, and was allowed. */
import { type OwnWords, ownWords } from '../own-words.js';

/** Asks whether an earlier answer of a model made the call: then any question came before. */
export function isCalledIn(messages: readonly unknown[], toolCallId: string): boolean {
  return partsOn(messages, 'tool-call', toolCallId).length > 0;
}

/** Asks whether the messages end with a yes to exactly this call, and with no other word on it. */
export function isApprovedIn(messages: readonly unknown[], toolCallId: string): boolean {
  const calls = partsOn(messages, 'tool-call', toolCallId);
  const asked = partsOn(messages, 'tool-approval-request', toolCallId);
  // Made or asked about twice, a yes to one says nothing of the other.
  if (calls.length > 1 || asked.length !== 1) return false;
  const answers = partsOf(messages.slice(-1), 'tool').filter(
    (part) =>
      part['type'] === 'tool-approval-response' && part['approvalId'] === asked[0]?.['approvalId'],
  );
  return answers.length > 0 && answers.every((part) => part['approved'] === true);
}

function partsOn(
  messages: readonly unknown[],
  type: string,
  toolCallId: string,
): readonly OwnWords[] {
  return partsOf(messages, 'assistant').filter(
    (part) => part['type'] === type && part['toolCallId'] === toolCallId,
  );
}

function partsOf(messages: readonly unknown[], role: string): readonly OwnWords[] {
  return messages.flatMap((message) => {
    const { role: by, content } = ownWords(message);
    return by === role && Array.isArray(content) ? content.map(ownWords) : [];
  });
}
