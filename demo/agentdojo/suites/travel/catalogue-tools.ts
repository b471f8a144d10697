/** The two ways to ask the catalogue: which places a city has, and one thing of named places. */
import { z } from 'zod';
import type { Json } from '../../../../schemas/index.js';
import { type SuiteTool, suiteTool } from '../../suite.js';
import {
  byName,
  type Declarations,
  namesInCity,
  type Place,
  writtenByOthers,
} from './catalogue.js';

const text = z.string();
const reading = { effect: 'read' as const, capabilities: ['travel.read'] };

/** A tool that lists the places of a city. */
export interface CityTool {
  readonly name: string;
  readonly description: string;
  readonly heading: (city: string) => string;
}

/** Makes a tool that lists the places of a city. */
export function cityTool(
  now: () => readonly Place[],
  { name, description, heading }: CityTool,
): SuiteTool {
  return suiteTool(
    {
      ...reading,
      name,
      description,
      result: { '': writtenByOthers },
      input: z.strictObject({ city: text }),
      output: text,
    },
    ({ city }) => namesInCity(heading(city), now(), city),
  );
}

/** A tool that shows one thing of each named place. */
export interface LookUp<Entry> {
  readonly name: string;
  readonly description: string;
  readonly result: Declarations;
  /** Checks what is shown of one place. */
  readonly shown: z.ZodType;
  readonly show: (place: Entry) => Json;
}

/** Returns a maker of tools that take the names of places under `key`. */
export function makeLookUp<Entry extends Place>(
  now: () => readonly Entry[],
  key: string,
): (given: LookUp<Entry>) => SuiteTool {
  const input = z.strictObject({ [key]: z.array(text) });
  return ({ show, shown, ...declared }) =>
    suiteTool({ ...reading, ...declared, input, output: z.record(text, shown) }, (args) =>
      byName(now(), args[key] ?? [], show),
    );
}
