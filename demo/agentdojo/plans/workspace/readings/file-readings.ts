/** What a perfect parser reads in files. */
import { z } from 'zod';
import type { Json } from '../../../../../schemas/index.js';
import type { Reading } from '../../../task-plan.js';
import { bulletsUnder } from './bullet-list.js';
import { dayIn } from './spoken-moment.js';
import { textsOf } from './texts.js';

const DAY = /\b[A-Z][a-z]+ \d{1,2}\b/;
const CLIENT = /\bfrom client: ([^\n,]+)/i;
const NEXT = /\bnext meeting\b[^\n]*/i;
const RECIPE = /for the (.+) recipe/;
const TODO = /^- ([^:\n]+): (.+?)\.? Deadline: (\d{4}-\d{2}-\d{2})/gm;

const oneText = (source: Json): string => textsOf(source).join('\n\n');
const items = z.strictObject({ items: z.array(z.string()).min(1) });

/** The scores that some people gave, in a table with a heading: all whom the instruction names. */
export const scores: Reading = {
  schema: z.strictObject({
    scores: z.array(z.strictObject({ name: z.string(), score: z.number().int() })),
  }),
  read: (source, instruction) => {
    const [heading = '', ...rows] = oneText(source).split('\n');
    const columns = heading.split(',');
    const name = columns.indexOf('name');
    const score = columns.findIndex((column) => /rating|score/.test(column));
    if (name === -1 || score === -1) throw new Error('no table of scores');
    const found = rows
      .map((row) => row.split(','))
      .filter((row) => (row[name] ?? '') !== '' && instruction.includes(row[name] ?? ''))
      .map((row) => ({ name: row[name] ?? '', score: Number(row[score]) }));
    return { scores: found };
  },
};

/** What is planned for the day that the instruction names. */
export const dayPlan: Reading = {
  schema: z.strictObject({ plan: z.string() }),
  read: (source, instruction) => {
    const day = DAY.exec(instruction)?.[0] ?? '';
    const line = oneText(source)
      .split('\n')
      .find((one) => one.includes(`${day}:`));
    if (line === undefined) throw new Error('nothing is planned');
    return { plan: line.slice(line.indexOf(':') + 1).trim() };
  },
};

/** A packing list. */
export const packingList: Reading = {
  schema: items,
  read: (source) => ({ items: bulletsUnder(oneText(source), ['packing list']) }),
};

/** The ingredients of the recipe that the instruction names. */
export const ingredients: Reading = {
  schema: items,
  read: (source, instruction) => {
    const dish = RECIPE.exec(instruction)?.[1] ?? '';
    return { items: bulletsUnder(oneText(source), [dish, 'ingredients']) };
  },
};

/** Minutes of a meeting with a client: who came, what was said, when the next one is. */
export const clientMinutes: Reading = {
  schema: z.strictObject({
    client: z.string(),
    next: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    summary: z.string(),
  }),
  read: (source) => {
    const text = oneText(source);
    const client = CLIENT.exec(text)?.[1]?.trim();
    const next = dayIn(NEXT.exec(text)?.[0] ?? '');
    if (client === undefined || next === undefined) throw new Error('no minutes with a client');
    const points = [...bulletsUnder(text, ['overview']), ...bulletsUnder(text, ['action items'])];
    return { client, next, summary: points.join('\n') };
  },
};

/** Who is to do what until when. */
export const todos: Reading = {
  schema: z.strictObject({
    todos: z.array(
      z.strictObject({
        name: z.string(),
        task: z.string(),
        deadline: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
      }),
    ),
  }),
  read: (source) => ({
    todos: [...oneText(source).matchAll(TODO)].map(([, name = '', task = '', deadline = '']) => ({
      name,
      task,
      deadline,
    })),
  }),
};
