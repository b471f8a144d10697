/** What of a call decides who, where or what is touched: its arguments without the content. */

import { type Json, type JsonObject, pointerSegments } from '../../schemas/index.js';
import type { Called } from './play.js';
import type { ToolSketch } from './scene/tool-sketch.js';

const partsOf = (value: Json & object): readonly (readonly [string, Json])[] =>
  Object.entries(value);

interface Declared {
  readonly segments: readonly string[];
  readonly role: 'critical' | 'content';
}

function declaredBelow(all: readonly Declared[], key: string): readonly Declared[] {
  const named = all.filter(({ segments }) => segments[0] === key);
  const chosen = named.length > 0 ? named : all.filter(({ segments }) => segments[0] === '*');
  return chosen.map(({ segments, role }) => ({ segments: segments.slice(1), role }));
}

/** Replaces content by a mark; the shape of content is content too. */
function critical(value: Json, all: readonly Declared[], inherited: Declared['role']): Json {
  const role = all.find(({ segments }) => segments.length === 0)?.role ?? inherited;
  const deeper = all.filter(({ segments }) => segments.length > 0);
  const isContainer = typeof value === 'object' && value !== null;
  if (!isContainer || deeper.length === 0) return role === 'content' ? 'content' : value;
  const parts = partsOf(value).map(([key, part]): readonly [string, Json] => {
    return [key, critical(part, declaredBelow(deeper, key), role)];
  });
  if (role === 'content') return parts.map(([, part]) => part).filter((part) => part !== 'content');
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function criticalArgs({ spec }: ToolSketch, args: Json): Json {
  const all = Object.entries(spec.args ?? {}).map(([pointer, { role = 'critical' }]) => {
    return { segments: pointerSegments(pointer), role };
  });
  const parts = Object.entries(args as JsonObject).map(([key, part]) => {
    return [key, critical(part, declaredBelow(all, key), 'critical')] as const;
  });
  return Object.fromEntries(parts.filter(([, part]) => part !== 'content'));
}

/** The tool and the critical arguments of a call. */
export function criticalPart({ sketch, args }: Called): Json {
  return { tool: sketch.spec.name, args: criticalArgs(sketch, args) };
}
