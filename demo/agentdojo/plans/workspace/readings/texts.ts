/** The texts and mails that stand in what a parser is given. */
import { isJsonList, isJsonObject, type Json } from '../../../../../schemas/index.js';

/** Every text of a value, in order. */
export function textsOf(source: Json): readonly string[] {
  if (typeof source === 'string') return [source];
  if (isJsonList(source)) return source.flatMap(textsOf);
  return isJsonObject(source) ? Object.values(source).flatMap(textsOf) : [];
}

/** What a reader looks at in a mail. */
export interface MailText {
  readonly sender: string;
  readonly body: string;
  readonly timestamp: string;
}

/** The mails of a list, or the one mail. */
export function mailsOf(source: Json): readonly MailText[] {
  if (isJsonList(source)) return source.flatMap(mailsOf);
  if (!isJsonObject(source)) return [];
  const { sender, body, timestamp } = source;
  return typeof sender === 'string' && typeof body === 'string' && typeof timestamp === 'string'
    ? [{ sender, body, timestamp }]
    : [];
}
