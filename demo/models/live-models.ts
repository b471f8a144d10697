/** Planner and parser over a model on an Ollama server. */
import { makeParser, makePlanner } from '../../reasoner/index.js';
import { ollamaProvider } from '../../reasoner/providers/ollama.js';
import type { Parser, Planner } from '../../schemas/index.js';

export interface LiveModels {
  readonly planner: Planner;
  readonly parser: Parser;
}

/** Makes both roles over one model; throws ReasonerError `config_malformed` for a bad address. */
export function liveModels(model: string, host: string | undefined): LiveModels {
  const provider = ollamaProvider({
    model,
    contextTokens: 16_384,
    ...(host === undefined ? {} : { host }),
  });
  return { planner: makePlanner(provider), parser: makeParser(provider) };
}
