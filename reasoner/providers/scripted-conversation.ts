/**
 * A model that converses from a script: no key, no network. A script may be as malicious as a test
 * likes; what was asked is kept in `seen`.
 */
import { freeId, takenIds } from '../call-ids.js';
import { assertNotAborted } from '../cancellation.js';
import type {
  AskedCall,
  ConversationProvider,
  ConversationRequest,
  Reply,
} from '../conversation.js';
import { ReasonerError } from '../errors.js';

/** Parts of a reply; what is left out is empty. An id that a call leaves out is made up. */
export interface ScriptedReply extends Partial<Omit<Reply, 'calls'>> {
  readonly calls?: readonly (Omit<AskedCall, 'id'> & { readonly id?: string })[];
}

/** A list gives its replies one a call, in order; a function is called. A text is a whole reply. */
export type ConversationScript =
  | readonly (string | ScriptedReply)[]
  | ((request: ConversationRequest) => string | ScriptedReply);

export interface ScriptedConversation extends ConversationProvider {
  /** Every request it was sent, in order, with the messages that it had then. */
  readonly seen: readonly ConversationRequest[];
}

/**
 * Answers from a script. @throws (from `converse`) reasoner_failed past the end of a list,
 * cancelled, and what a function of the script throws
 */
export function scriptedConversation(script: ConversationScript): ScriptedConversation {
  const seen: ConversationRequest[] = [];
  return Object.freeze<ScriptedConversation>({
    seen,
    async converse(request) {
      assertNotAborted(request.signal);
      seen.push({ ...request, messages: [...request.messages], tools: [...request.tools] });
      const next = typeof script === 'function' ? script(request) : script[seen.length - 1];
      if (next === undefined) {
        const message = `the script holds no reply for call ${seen.length}`;
        throw new ReasonerError('reasoner_failed', message, {
          mend: 'add the reply to the script',
        });
      }
      return wholeReply(typeof next === 'string' ? { text: next } : next, request);
    },
  });
}

function wholeReply({ calls = [], ...given }: ScriptedReply, request: ConversationRequest): Reply {
  const taken = takenIds(request.messages);
  const usage = { inputTokens: null, outputTokens: null };
  const named = calls.map((call) => ({ ...call, id: call.id ?? freeId(undefined, taken) }));
  return { text: '', thinking: null, truncated: false, usage, ...given, calls: named };
}
