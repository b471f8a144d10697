/**
 * Names of tools as a service takes them. Sluice's names may hold `.` and `:` and run to 128
 * characters; services take letters, digits, `_` and `-`, at most 64 of them.
 */
import type { OfferedTool } from '../conversation.js';

const MAX_WIRE_NAME = 64;

/** The names of one request, there and back. */
export interface WireNames {
  /** The name that the service is told. */
  readonly out: (name: string) => string;
  /** The name behind one that the service gave back; a name that was never told stays as it is. */
  readonly back: (wire: string) => string;
}

/**
 * Gives every tool on offer a wire name of its own, the same each time. Names that need no change
 * are told as they are, also where another one would become the same.
 */
export function wireNames(tools: readonly OfferedTool[]): WireNames {
  const names = tools.map(({ name }) => name);
  const toWire = new Map<string, string>();
  const toName = new Map<string, string>();
  for (const name of [...names.filter(fits), ...names.filter((name) => !fits(name))]) {
    if (toWire.has(name)) continue;
    const wire = firstFree(asWire(name), toName);
    toWire.set(name, wire);
    toName.set(wire, name);
  }
  return {
    out: (name) => toWire.get(name) ?? asWire(name),
    back: (wire) => toName.get(wire) ?? wire,
  };
}

function fits(name: string): boolean {
  return asWire(name) === name;
}

function asWire(name: string): string {
  const wire = name.slice(0, MAX_WIRE_NAME).replace(/[^A-Za-z0-9_-]/g, '_');
  return wire === '' ? '_' : wire;
}

function firstFree(wire: string, taken: ReadonlyMap<string, string>): string {
  if (!taken.has(wire)) return wire;
  for (let number = 2; ; number += 1) {
    const end = `_${number}`;
    const other = wire.slice(0, MAX_WIRE_NAME - end.length) + end;
    if (!taken.has(other)) return other;
  }
}
