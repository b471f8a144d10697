/**
 * The newest messages of a Maildir by the time of their delivery, which stands first in their file
 * names. No link is followed, and the folder is left as it was: nothing is marked as read.
 */
import { entryNames } from '../paths/entry-names.js';
import { type Folder, openFolder } from '../paths/folder.js';
import type { Place } from '../paths/place.js';
import { readRegular } from '../paths/regular-file.js';
import { quoted, Refusal, systemCode } from '../protocol/refusal.js';
import { maxMessageBytes, type NewestMails, type RawMail } from './raw-mail.js';

/** How many file names of a folder are looked at. */
const MAX_NAMES = 100_000;

interface Delivery {
  readonly folder: Folder;
  readonly name: string;
  /** The name without the flags, which change when the mail is read. */
  readonly key: string;
  /** Seconds; zero where the name tells none. */
  readonly time: number;
}

/** Reads the newest `limit` messages of a Maildir; throws a `Refusal` if the folder is none. */
export async function newestInMaildir(place: Place, limit: number): Promise<NewestMails> {
  const root = await openFolder(place.folder.at(place.name), place.path);
  const opened: Folder[] = [root];
  try {
    const deliveries: Delivery[] = [];
    let hasMore = false;
    for (const name of ['new', 'cur']) {
      const folder = await openPart(root, name);
      opened.push(folder);
      const { names, hasMore: hasUnseen } = await entryNames(folder, MAX_NAMES);
      hasMore ||= hasUnseen;
      for (const file of names) if (!file.startsWith('.')) deliveries.push(delivery(folder, file));
    }
    deliveries.sort((a, b) => b.time - a.time || (a.key < b.key ? 1 : -1));
    const newest = deliveries.slice(0, limit);
    const mails: RawMail[] = [];
    for (const one of newest) mails.push(await read(one, place));
    return { mails, hasMore: hasMore || deliveries.length > limit };
  } finally {
    for (const folder of opened.reverse()) await folder.close();
  }
}

async function openPart(root: Folder, name: string): Promise<Folder> {
  try {
    return await openFolder(root.at(name), `${root.path}/${name}`);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error;
    throw new Refusal(`${quoted(root.path)} is no Maildir; name a folder with \`new\` and \`cur\``);
  }
}

function delivery(folder: Folder, name: string): Delivery {
  const time = Number(/^(\d{1,12})[.]/.exec(name)?.[1] ?? '0');
  return { folder, name, key: name.replace(/:.*$/s, ''), time };
}

async function read({ folder, name, key }: Delivery, { hints }: Place): Promise<RawMail> {
  const place = { folder, name, path: `${folder.path}/${name}`, hints };
  try {
    return { key, raw: await readRegular(place, maxMessageBytes) };
  } catch (error) {
    // Too large, a link, or moved by another mail program: the others are read all the same.
    if (error instanceof Refusal || systemCode(error) !== null) return { key, raw: null };
    throw error;
  }
}
