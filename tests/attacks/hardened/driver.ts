/**
 * A process under attack: `driver.js plain|hardened first|later [NAME…]` tries each attempt and
 * prints what became of it, one JSON line each. `first` means: before the package is loaded. What
 * is imported here statically is loaded before the attempt and is no part of the package.
 */
import { writeSync } from 'node:fs';
import { patched } from '../../fakes/patched.js';
import type { Attempt } from './attempt.js';
import { attempts } from './attempts/attempts.js';
import { realJson } from './before.js';
import { Loot } from './loot.js';
import type { Observed } from './victim.js';

/** What one attempt came to, as it is printed. */
export interface Report {
  readonly name: string;
  /** Null where the attempt or the package threw. */
  readonly observed: Observed | null;
  /** What threw: a code of Sluice, or another error; null where nothing did. */
  readonly threw: string | null;
  readonly hasCallable: boolean;
  readonly hasText: boolean;
}

const SECRET = 'attacker@evil.com';
const [mode = 'plain', moment = 'first', ...names] = process.argv.slice(2);
const entry = mode === 'hardened' ? 'sluice/hardened' : 'sluice';

async function load(): Promise<typeof import('./victim.js')> {
  const front = (await import(entry)) as { readonly createKernel?: unknown } | undefined;
  // What swallows the rejection of an import gets no front door by it.
  if (typeof front?.createKernel !== 'function') throw new Error('the entry gave nothing');
  return import('./victim.js');
}

/** Does some work under an attempt, and takes the attempt back. */
function under<T>(attempt: Attempt, loot: Loot, work: () => Promise<T>): Promise<T> {
  return patched(attempt.patches?.(loot) ?? [], async () => {
    const undo = await attempt.also?.(loot);
    try {
      return await work();
    } finally {
      undo?.();
    }
  });
}

/** The attempt comes first; package and victim are loaded under it. */
async function first(attempt: Attempt, loot: Loot): Promise<Observed> {
  const victim = await under(attempt, loot, async () => {
    const { Victim } = await load();
    const made = new Victim(attempt, loot);
    await made.work();
    return made;
  });
  return victim.observed();
}

/** The kernels are built already when the attempt comes. */
async function later(attempt: Attempt, loot: Loot): Promise<Observed> {
  const { Victim } = await load();
  const victim = new Victim(attempt, loot);
  await under(attempt, loot, () => victim.work());
  return victim.observed();
}

function nameOf(error: unknown): string {
  if (error instanceof Error) {
    const { code } = error as { readonly code?: unknown };
    return typeof code === 'string' ? code : `${error.name}: ${error.message}`;
  }
  return 'something';
}

async function report(name: string): Promise<Report> {
  const attempt = attempts[name];
  if (attempt === undefined) throw new Error(`no attempt is called \`${name}\``);
  const loot = new Loot(SECRET);
  let observed: Observed | null = null;
  let threw: string | null = null;
  try {
    observed = await (moment === 'first' ? first : later)(attempt, loot);
  } catch (error) {
    threw = nameOf(error);
  }
  return { name, observed, threw, hasCallable: loot.hasCallable, hasText: loot.hasText };
}

// What is made at first use is made by then: an attempt that comes later finds a kernel at work.
if (moment === 'later') await report('nothing');
for (const name of names) writeSync(1, `${realJson(await report(name))}\n`);
process.exit(0);
