/**
 * The client's own user interface as a face: a question goes to the very client whose call it is
 * about, by elicitation. Whoever runs that client can answer for its user; see LIM-94.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { requestLines } from '../../kernel/index.js';
import type { ApprovalRequest, Approver, PortCall, Ruling } from '../../schemas/index.js';
import { HostError } from '../errors.js';

/** A call as its client knows it. */
interface Calling {
  readonly server: Server;
  readonly requestId: RequestId;
  /** Is told why this client could not be asked: to the kernel a face just failed. */
  readonly cannotAsk: (why: string) => void;
}

const calling = new AsyncLocalStorage<Calling>();

async function ask(request: ApprovalRequest, { signal }: PortCall): Promise<Ruling> {
  // INV-X13: of the call that waits for the answer.
  const of = calling.getStore();
  if (of?.server.getClientCapabilities()?.elicitation === undefined)
    throw unasked(of, 'the client has no elicitation');
  if (request.needs.signed) throw unasked(of, 'a signed ruling takes another face');
  const { approval, digest, openedAt, expiresAt } = request;
  const { server, requestId } = of;
  const answer = await server.elicitInput(
    {
      mode: 'form',
      message: requestLines(request).join('\n'),
      requestedSchema: {
        type: 'object',
        properties: {
          allow: { type: 'boolean', title: 'Allow this one call', default: false },
        },
        required: ['allow'],
      },
    },
    {
      signal: signal as AbortSignal,
      timeout: Math.max(1, expiresAt - openedAt),
      // Over HTTP it goes where the call came from: a client need not listen anywhere else.
      relatedRequestId: requestId,
    },
  );
  const isAllowed = answer.action === 'accept' && answer.content?.['allow'] === true;
  return {
    approval,
    digest,
    decision: isAllowed ? 'allow' : 'deny',
    approver: 'client',
    source: 'elicitation',
  };
}

function unasked(of: Calling | undefined, why: string): HostError {
  of?.cannotAsk(why);
  return new HostError('approval_unavailable', why);
}

/** The face of whichever client is calling, and what says who that is. */
export const clientFaces: {
  readonly approver: Approver;
  /** Runs a call of a client; questions on the way go to it. */
  readonly during: <T>(call: Calling, body: () => T) => T;
} = Object.freeze({
  approver: Object.freeze({ ask }),
  during: <T>(call: Calling, body: () => T): T => calling.run(call, body),
});
