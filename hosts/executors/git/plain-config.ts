/**
 * What a repository says of itself, as far as a push needs it. Any setting that is not known to be
 * harmless in a push is refused by its name: many start programs, lead elsewhere or read more
 * files.
 */
import { quoted, Refusal } from '../protocol/refusal.js';
import { runGit } from './run-git.js';

/** Settings that start nothing and lead nowhere in a push. Names as git prints them. */
const HARMLESS: readonly RegExp[] = [
  /^(?:advice|author|color|column|committer|diff|gui|index|init|log|pull|rebase|status|user)\.\w+$/,
  /^branch\.[^\n]*\.(?:description|merge|rebase|remote)$/,
  /^commit\.(?:gpgsign|verbose)$/,
  /^core\.(?:abbrev|autocrlf|bare|bigfilethreshold|compression|eol|filemode|ignorecase)$/,
  /^core\.(?:ignorestat|logallrefupdates|longpaths|precomposeunicode|quotepath)$/,
  /^core\.(?:repositoryformatversion|safecrlf|sharedrepository|symlinks|untrackedcache)$/,
  /^extensions\.objectformat$/,
  /^gc\.(?:auto|pruneexpire)$/,
  /^merge\.(?:conflictstyle|ff)$/,
  /^receive\.(?:denydeletes|denynonfastforwards|fsckobjects)$/,
  /^remote\.[^\n]*\.(?:fetch|prune|tagopt|url)$/,
];

/** Every value of each setting, by its name as git prints it. */
export type PlainConfig = ReadonlyMap<string, readonly string[]>;

/**
 * Reads one configuration file, nothing that it includes; throws a `Refusal` for a risky setting.
 */
export async function readPlainConfig(file: string): Promise<PlainConfig> {
  const listing = ['config', '--file', file, '--no-includes', '--null', '--list'];
  const { code, stdout, isCut } = await runGit(listing);
  if (code !== 0 || isCut) {
    throw new Refusal(`the configuration ${quoted(file)} cannot be read; mend it`);
  }
  const found = new Map<string, readonly string[]>();
  for (const entry of stdout.toString('utf8').split('\0')) {
    if (entry === '') continue;
    const end = entry.indexOf('\n');
    const name = end === -1 ? entry : entry.slice(0, end);
    if (!HARMLESS.some((pattern) => pattern.test(name))) {
      throw new Refusal(
        `the setting ${quoted(name)} may start or read more; take it out or push by hand`,
      );
    }
    found.set(name, [...(found.get(name) ?? []), end === -1 ? '' : entry.slice(end + 1)]);
  }
  return found;
}
