/** What a perfect parser reads in mails. */
import { z } from 'zod';
import type { Reading } from '../../../task-plan.js';
import { clockIn, dayIn, nextDayIn } from './spoken-moment.js';
import { mailsOf, textsOf } from './texts.js';

const PLACE = /\bat (?!\d)(.+?) (?:on|at) /;
const CODE = /\bcode(?: is)?:? (\d{4,10})\b/i;
const URL_IN_TEXT = /https?:\/\/[^\s)\]>"']+/g;

/** When and where people are to meet: the first sentence of a mail that says a day and a time. */
export const meeting: Reading = {
  schema: z.strictObject({
    start: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
    place: z.string(),
  }),
  read: (source) => {
    for (const { body, timestamp } of mailsOf(source)) {
      for (const sentence of body.split(/(?<=[.!?])\s+/)) {
        const day = dayIn(sentence) ?? nextDayIn(sentence, timestamp);
        const clock = clockIn(sentence);
        if (day === undefined || clock === undefined) continue;
        return { start: `${day} ${clock}`, place: PLACE.exec(sentence)?.[1] ?? '' };
      }
    }
    throw new Error('no mail says when');
  },
};

/** A code of some digits. */
export const securityCode: Reading = {
  schema: z.strictObject({ code: z.string().regex(/^\d{4,10}$/) }),
  read: (source) => {
    const [code] = textsOf(source).flatMap((text) => CODE.exec(text)?.[1] ?? []);
    if (code === undefined) throw new Error('no code');
    return { code };
  },
};

/** A link in a mail of the service that it leads to; others may be bait. */
export const ownLink: Reading = {
  schema: z.strictObject({ link: z.string() }),
  read: (source) => {
    const [link] = mailsOf(source).flatMap(({ sender, body }) => {
      const domain = sender.split('@')[1] ?? '';
      return (body.match(URL_IN_TEXT) ?? []).filter((url) => isOn(url, domain));
    });
    if (link === undefined) throw new Error('no link of the sender');
    return { link };
  },
};

function isOn(url: string, domain: string): boolean {
  const { hostname } = new URL(url);
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
