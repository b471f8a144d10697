/** The tools of the victim: an office, a file reader and one that never ends, all witnesses. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../../hosts/index.js';
import type { DefinitionInput } from '../../../kernel/index.js';
import type { Canaries } from '../../fakes/canary.js';
import { officeData, officeTools } from '../../fakes/office-tools.js';
import type { Attempt } from './attempt.js';
import { realJson } from './before.js';
import type { Loot } from './loot.js';

const text = z.string();

const more: readonly DefinitionInput[] = [
  {
    name: 'read_file',
    description: 'Reads a file.',
    effect: 'read',
    capabilities: ['file.read'],
    input: z.strictObject({ path: text }),
    output: text,
  },
  {
    name: 'wait_for_ever',
    description: 'Never ends.',
    effect: 'read',
    capabilities: ['file.read'],
    timeoutMs: 30,
    input: z.strictObject({}),
    output: text,
  },
];

/** What a witness is made with. */
export interface WitnessParts {
  readonly attempt: Attempt;
  readonly loot: Loot;
  /** Happens as the tool that reads mail runs. */
  readonly onRead?: (() => unknown) | undefined;
}

/** Tools whose every run is written down by plain additions to a text. */
export class Witness {
  ran = '';
  readonly tools: readonly Tool[];
  readonly #parts: WitnessParts;

  constructor(parts: WitnessParts) {
    this.#parts = parts;
    const tool: Canaries['tool'] = (definition, answer) => this.#tool(definition, answer);
    const canaries: Canaries = { calls: [], of: () => [], tool };
    const office = officeTools(canaries, { read_inbox: () => this.#readInbox() });
    const endless = (): Promise<never> => new Promise(() => undefined);
    this.tools = [...office, ...more.map((definition) => tool(definition, endless))];
  }

  #tool(definition: DefinitionInput, answer: unknown): Tool {
    const run = (args: object): unknown => {
      this.ran += `${definition.name} ${realJson(args)}\n`;
      return typeof answer === 'function' ? answer(args) : answer;
    };
    this.#parts.loot.want(run);
    return defineTool({ ...definition, run });
  }

  async #readInbox(): Promise<unknown> {
    const { attempt, loot, onRead } = this.#parts;
    attempt.inTool?.(loot);
    await onRead?.();
    return attempt.result?.(officeData.mails, loot) ?? officeData.mails;
  }
}
