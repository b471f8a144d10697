/**
 * What the tests of the Ollama provider share: servers that end with their test, a silent console.
 */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Provider } from '../../reasoner/index.js';
import { type OllamaOptions, ollamaProvider } from '../../reasoner/providers/ollama.js';
import type { ChatReply } from './ollama-replies.js';
import { type OllamaServer, type OllamaServerOptions, startOllamaServer } from './ollama-server.js';

interface OllamaHarness {
  /** Starts a server that gives these replies, in order. */
  serve(...replies: ChatReply[]): Promise<OllamaServer>;
  serveBy(options: OllamaServerOptions): Promise<OllamaServer>;
}

/** Registers the hooks of a test file. After each test the console must have stayed silent. */
export function ollamaHarness(): OllamaHarness {
  const servers: OllamaServer[] = [];
  const printed: unknown[][] = [];
  beforeEach(() => {
    for (const method of ['log', 'warn', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation((...words) => printed.push(words));
    }
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    // The client below the provider prints; nothing of an answer may reach a host's console.
    expect(printed.splice(0)).toEqual([]);
  });
  const serveBy = async (options: OllamaServerOptions): Promise<OllamaServer> => {
    const server = await startOllamaServer(options);
    servers.push(server);
    return server;
  };
  return { serve: (...replies) => serveBy({ replies }), serveBy };
}

/** A provider for the model `small` of a server. */
export function providerOf(server: OllamaServer, options: Partial<OllamaOptions> = {}): Provider {
  return ollamaProvider({ model: 'small', host: server.url, ...options });
}
