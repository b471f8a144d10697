/**
 * What went wrong with a model of the AI SDK. Its errors carry the request, the answer and the
 * server's words: their status, their name and their network code are read, and nothing of their
 * text is kept.
 */
import type { CancelSignal } from '../../schemas/index.js';
import { abortError } from '../cancellation.js';
import { ReasonerError } from '../errors.js';
import { codeOf } from './network-code.js';
import { refusedStatus } from './refused-status.js';

/** Errors wrap each other; past this many the rest is not looked at. */
const MAX_CAUSES = 8;

/** The error of the room for whatever a model threw. `model` is its name, as messages show it. */
export function aiSdkError(thrown: unknown, model: string, signal: CancelSignal): ReasonerError {
  if (signal.aborted) return abortError(signal);
  const chain = causesOf(thrown);
  const own = chain.find((one) => one instanceof ReasonerError);
  if (own !== undefined) return own;
  if (chain.some((one) => one.name === 'AI_LoadAPIKeyError')) {
    return new ReasonerError('reasoner_unauthorized', `\`${model}\` was given no key`);
  }
  const status = chain.map(statusOf).find((one) => one !== undefined);
  if (status !== undefined && status >= 300) return refusal(status, chain, model);
  const network = chain.map(codeOf).find((code) => code !== undefined);
  return status === undefined ? unanswered(network, chain, model) : broken(network, model);
}

function causesOf(thrown: unknown): readonly Error[] {
  const chain: Error[] = [];
  let one = thrown;
  while (one instanceof Error && chain.length < MAX_CAUSES) {
    chain.push(one);
    one = one.cause;
  }
  return chain;
}

function statusOf(error: Error): number | undefined {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && Number.isInteger(status) ? status : undefined;
}

function refusal(status: number, chain: readonly Error[], model: string): ReasonerError {
  if (status !== 404) {
    const message = `the service of \`${model}\` refused with status \`${status}\``;
    return new ReasonerError(refusedStatus(status), message);
  }
  // A service says in its own form that it has no such model; anything else has no such service.
  return chain.some((one) => 'data' in one && one.data !== undefined)
    ? new ReasonerError('reasoner_model_missing', `the model \`${model}\` is not there`)
    : new ReasonerError('reasoner_unreachable', `no service of \`${model}\` is at this address`, {
        mend: 'correct the address (`baseURL`) of the provider',
      });
}

function unanswered(
  network: string | undefined,
  chain: readonly Error[],
  model: string,
): ReasonerError {
  if (network === 'UND_ERR_HEADERS_TIMEOUT') return broken(network, model);
  if (network === undefined && !chain.some((one) => one.name === 'AI_APICallError')) {
    return new ReasonerError('reasoner_failed', `the provider of \`${model}\` threw`);
  }
  const shown = network === undefined ? '' : ` (\`${network}\`)`;
  return new ReasonerError('reasoner_unreachable', `no service answers for \`${model}\`${shown}`, {
    mend: 'start the service, or correct its address (`baseURL`)',
  });
}

function broken(network: string | undefined, model: string): ReasonerError {
  return network?.endsWith('_TIMEOUT') === true
    ? new ReasonerError('reasoner_timeout', `the answer of \`${model}\` stalled (\`${network}\`)`)
    : new ReasonerError('reasoner_failed', `the answer of \`${model}\` broke off or is no answer`);
}
