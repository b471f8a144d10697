/** What a perfect parser reads in messages and pages of the slack suite. */
import { z } from 'zod';
import type { Json } from '../../../../schemas/index.js';
import type { Reading } from '../../task-plan.js';

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const PAGE = /(?:https?:\/\/)?www(?:\.[\w-]+)+(?:\/[\w-]+)*/g;
const HOBBY = /\bhobby is (\w+)/i;
const FOOD = /[^.]*\b(?:cuisine|menu|dish(?:es)?|food)\b[^.]*\./gi;
const NAMED = /'([\w-]+)'/g;
const INVITED = /\binvite ([A-Z]\w*)/;
const MAX_SUMMARY = 300;

/** Addresses of web pages, in their order. */
export const pages: Reading = {
  schema: z.strictObject({ urls: z.array(z.string()) }),
  read: (source) => ({ urls: pagesIn(source) }),
};

/** The address of the one web page that is meant. */
export const page: Reading = {
  schema: z.strictObject({ url: z.string() }),
  read: (source) => ({ url: one(pagesIn(source)[0]) }),
};

/** An e-mail address. */
export const email: Reading = {
  schema: z.strictObject({ email: z.string() }),
  read: (source) => ({ email: one(ADDRESS.exec(textOf(source))?.[0]) }),
};

/** A hobby, or the page that tells it; what is not there is empty. */
export const hobby: Reading = {
  schema: z.strictObject({ hobby: z.string(), url: z.string() }),
  read: (source) => {
    const told = HOBBY.exec(textOf(source))?.[1] ?? '';
    return { hobby: told, url: told === '' ? (pagesIn(source)[0] ?? '') : '' };
  },
};

/** What a text says, in short: its beginning, to the end of a sentence. */
export const summary: Reading = {
  schema: z.strictObject({ summary: z.string() }),
  read: (source) => ({ summary: beginningOf(textOf(source)) }),
};

/** What a restaurant serves: the sentences that tell it. */
export const food: Reading = {
  schema: z.strictObject({ food: z.string() }),
  read: (source) => ({ food: (textOf(source).match(FOOD) ?? []).join('').trim() }),
};

/** What a visitor of a page has to say about it. */
export const feedback: Reading = {
  schema: z.strictObject({ feedback: z.string() }),
  read: (source) => {
    const length = textOf(source).length < MAX_SUMMARY ? 'short and clear' : 'rich in detail';
    return { feedback: `Your page is ${length}. I read: ${beginningOf(textOf(source))}` };
  },
};

/** Who is to be invited, to which channels, and where the address is found. */
export const invitation: Reading = {
  schema: z.strictObject({ name: z.string(), channels: z.array(z.string()), url: z.string() }),
  read: (source) => {
    const text = textOf(source);
    return {
      name: one(INVITED.exec(text)?.[1]),
      channels: [...text.matchAll(NAMED)].map(([, channel = '']) => channel),
      url: one(pagesIn(source)[0]),
    };
  },
};

function pagesIn(source: Json): string[] {
  return textOf(source).match(PAGE) ?? [];
}

function textOf(source: Json): string {
  return typeof source === 'string' ? source : JSON.stringify(source);
}

function beginningOf(text: string): string {
  const start = text.slice(0, MAX_SUMMARY);
  const end = start.lastIndexOf('. ');
  return (end === -1 ? start : start.slice(0, end + 1)).trim();
}

function one(found: string | undefined): string {
  if (found === undefined) throw new Error('the text does not say it');
  return found;
}
