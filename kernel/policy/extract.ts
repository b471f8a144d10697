/**
 * What the checked arguments of a call name in each dimension that rules speak of (behaviour G-31).
 * Says what is written there, not where it leads: a path may be relative, a host may be a URL. What
 * stands where something is named, and cannot be read, is said too, so that it can tighten. Linear.
 */
import {
  type ArgumentDimension,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../schemas/index.js';
import { freeze, isSafeInteger } from '../primordials.js';
import { type NamesPlan, unnamed } from './names-plan.js';

type Dimension = Exclude<ArgumentDimension, 'none'>;

export interface NamedArguments {
  readonly paths: readonly string[];
  readonly refs: readonly string[];
  readonly hosts: readonly string[];
  /** A text as a shell would read it, or the words of one command. */
  readonly commands: readonly (string | readonly string[])[];
  /** All that are given, added up. */
  readonly count: number | null;
  readonly cents: number | null;
  /** Where something is named that is no text, or no number, and nobody can read. */
  readonly unreadable: readonly Dimension[];
  /** A count, an amount or a sum is below zero, or no whole number that is exact. */
  readonly hasNegative: boolean;
}

interface Found {
  readonly path: string[];
  readonly ref: string[];
  readonly host: string[];
  readonly command: (string | readonly string[])[];
  count: number | null;
  cents: number | null;
  readonly unreadable: Set<Dimension>;
  hasNegative: boolean;
}

function nothingYet(): Found {
  return {
    path: [],
    ref: [],
    host: [],
    command: [],
    count: null,
    cents: null,
    unreadable: new Set(),
    hasNegative: false,
  };
}

const nothing: NamedArguments = sealed(nothingYet());

/** Lists what arguments name by the plan of their tool, in the order in which it stands there. */
export function namedArguments(plan: NamesPlan, args: JsonObject): NamedArguments {
  let found: Found | null = null;
  for (const key in args) {
    const part = plan.kids[key] ?? plan.star;
    if (part === null || part === unnamed) continue;
    found ??= nothingYet();
    visit(args[key] as Json, part, { dimension: part.dimension, isOwn: true }, found);
  }
  return found === null ? nothing : sealed(found);
}

/** What a part is taken for, and whether by itself or as an item of what is taken for it. */
interface Taken {
  readonly dimension: ArgumentDimension | null;
  readonly isOwn: boolean;
}

function visit(value: Json, plan: NamesPlan, taken: Taken, found: Found): void {
  if (plan.isLeaf && (taken.dimension === null || taken.dimension === 'none')) return;
  if (isJsonList(value)) visitList(value, plan, taken, found);
  else if (!isJsonObject(value)) add(value, taken, found);
  else if (plan.isLeaf) cannotRead(taken, found);
  else {
    for (const key in value) {
      const part = plan.kids[key] ?? plan.star ?? unnamed;
      visit(value[key] as Json, part, { dimension: part.dimension, isOwn: true }, found);
    }
  }
}

function visitList(list: readonly Json[], plan: NamesPlan, taken: Taken, found: Found): void {
  if (plan.isLeaf && !taken.isOwn) cannotRead(taken, found);
  else if (plan.isLeaf && taken.dimension === 'command') addWords(list, taken, found);
  else {
    for (let i = 0; i < list.length; i += 1) {
      const part = plan.kids[i] ?? plan.star ?? unnamed;
      const isOwn = part.dimension !== null;
      const dimension = part.dimension ?? taken.dimension;
      visit(list[i] as Json, part, { dimension, isOwn }, found);
    }
  }
}

/** A list that stands for a command holds its words. */
function addWords(list: readonly Json[], taken: Taken, found: Found): void {
  if (!list.every((word) => typeof word === 'string')) cannotRead(taken, found);
  else if (list.length > 0) found.command.push(list);
}

function add(value: Exclude<Json, object>, taken: Taken, found: Found): void {
  const { dimension, isOwn } = taken;
  // An argument left open names nothing; a gap in a list does.
  if (dimension === null || dimension === 'none' || (value === null && isOwn)) return;
  if (dimension === 'count' || dimension === 'cents') {
    if (typeof value !== 'number') cannotRead(taken, found);
    else if (!isSafeInteger(value) || value < 0) found.hasNegative = true;
    else found[dimension] = total(found[dimension] ?? 0, value, found);
  } else if (typeof value === 'string') found[dimension].push(value);
  else cannotRead(taken, found);
}

/** Several payments in one call cost what they come to. */
function total(before: number, value: number, found: Found): number {
  const sum = before + value;
  if (isSafeInteger(sum)) return sum;
  found.hasNegative = true;
  return before;
}

function cannotRead({ dimension }: Taken, found: Found): void {
  if (dimension !== null && dimension !== 'none') found.unreadable.add(dimension);
}

function sealed({ path, ref, host, command, unreadable, ...amounts }: Found): NamedArguments {
  return freeze({
    paths: freeze(path),
    refs: freeze(ref),
    hosts: freeze(host),
    commands: freeze(command),
    count: amounts.count,
    cents: amounts.cents,
    unreadable: freeze([...unreadable]),
    hasNegative: amounts.hasNegative,
  });
}
