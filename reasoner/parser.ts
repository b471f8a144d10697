/**
 * The parser role over any provider: content in, one JSON value out. It has no tools, and its
 * errors never carry what the model wrote, since that was made from untrusted content.
 */
import type { Parser } from '../schemas/index.js';
import { askProvider } from './ask-provider.js';
import { ReasonerError } from './errors.js';
import { parseJsonText } from './json-text.js';
import { parserSystemPrompt, parserUserPrompt } from './parser-prompt.js';
import type { Provider } from './provider.js';

export interface ParserOptions {
  /** The most tokens of an answer. Default 2048. */
  readonly maxTokens?: number;
}

/** Makes a parser. @throws (from `parse`) any reasoner code, cancelled */
export function makeParser(provider: Provider, options: ParserOptions = {}): Parser {
  const maxTokens = options.maxTokens ?? 2048;
  return Object.freeze<Parser>({
    async parse(request, call) {
      const { text, truncated } = await askProvider(provider, {
        system: parserSystemPrompt,
        user: parserUserPrompt(request),
        schema: request.schema,
        maxTokens,
        signal: call.signal,
      });
      if (truncated) {
        throw new ReasonerError(
          'reasoner_output_truncated',
          'the output of the parser was cut off',
        );
      }
      const parsed = parseJsonText(text);
      if (parsed.ok) return parsed.value;
      const message = 'the output of the parser is not one JSON value';
      throw new ReasonerError('reasoner_output_invalid', message);
    },
  });
}
