/** `sluice catalog`: what a catalogue of executors lets in, and what not and why (T-31). */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { visibleLine } from '../answer/visible-text.js';
import { type Catalogue, openCatalogue } from '../catalogue/catalogue.js';
import type { CommandParts } from './command-parts.js';
import type { Screen } from './screen.js';

interface CatalogFlags {
  readonly keys?: string;
  readonly json?: true;
}

const CATALOG_HELP = `
DIR is a folder of executors, or of one. Without DIR: ~/.config/sluice/executors. A folder is let in
if a key of --keys signed its manifest and every file of its code has the digest that stands there.
Nothing is run.

Exit codes: 0 everything was let in, 1 something was not.

Examples:
  sluice catalog
  sluice catalog executors --keys trusted-keys
  sluice catalog executors/fs_read --keys catalog.key.pub --json`;

/** Adds the command to the command line. */
export function addCatalog(program: Command, { screen, done }: CommandParts): void {
  program
    .command('catalog')
    .description('list the executors that would be let in, and what would not')
    .argument('[DIR...]', 'folders of executors')
    .option(
      '--keys <DIR>',
      'public keys: a folder of *.pub, or one. Default: ~/.config/sluice/keys',
    )
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', CATALOG_HELP)
    .action(async (folders: readonly string[], flags: CatalogFlags) => {
      const own = join(homedir(), '.config', 'sluice');
      const catalogue = openCatalogue({
        folders: folders.length > 0 ? folders : [join(own, 'executors')],
        keys: flags.keys ?? join(own, 'keys'),
      });
      catalogue.close();
      if (flags.json === true) await screen.printJson(listed(catalogue));
      else await screen.print(catalogText(catalogue, screen));
      done(catalogue.rejected.length === 0 ? 0 : 1);
    });
}

function listed({ executors, rejected }: Catalogue): object {
  const accepted = executors.map(({ name, version, description, signedBy, manifest }) => {
    const { effect, capabilities } = manifest.tool;
    return { name, version, description, effect, capabilities, signedBy };
  });
  return { accepted, rejected };
}

function catalogText({ executors, rejected }: Catalogue, { paint }: Screen): string {
  const width = Math.max(0, ...executors.map(({ name, version }) => name.length + version.length));
  const accepted = executors.map(({ name, version, signedBy }) => {
    const id = `${name} ${version}`.padEnd(width + 1);
    return `${paint.green('in ')} ${id}  signed by ${signer(signedBy)}`;
  });
  const refused = rejected.map(({ path, code, reason }) => {
    return `${paint.red('out')} ${visibleLine(path)}  ${code}: ${visibleLine(reason)}`;
  });
  const count = `${executors.length} in, ${rejected.length} out`;
  return `${[...accepted, ...refused, count].join('\n')}\n`;
}

function signer({ key, name }: { readonly key: string; readonly name: string | null }): string {
  const short = `key ${key.slice(0, 16)}`;
  return name === null ? short : `${visibleLine(name)} (${short})`;
}
