/** The settings of turns, and what they name: models, the catalogue with its keys, secrets. */
import { closeSync } from 'node:fs';
import { openCatalogue } from '../catalogue/catalogue.js';
import { readSettings } from '../settings/read-settings.js';
import type { ProviderName, Settings } from '../settings/settings.js';
import { shippedSet } from '../shipping/shipped.js';
import { isOpenToOthers, openOwnedFile } from '../stores/owned-file.js';
import { checkPolicy } from './check-rules.js';
import { checkService } from './check-runtime.js';
import { type Checkup, faulty, isWell, looked, warns } from './checkup.js';

/** Packages of the services that a tier may name. */
const services: Readonly<Partial<Record<ProviderName, string>>> = Object.freeze({
  openai: '@ai-sdk/openai',
  anthropic: '@ai-sdk/anthropic',
});

const EXECUTORS =
  '`npm run executors` in a checkout of Sluice; a package is packed with them after `npm run build`';

/** Looks at a file of settings and at all that it names. */
export function checkSettings(path: string, now: number): readonly Checkup[] {
  return looked('settings', () => {
    const settings = readSettings(path);
    return [
      isWell('settings', `\`${path}\` is read, mode ${settings.mode}`),
      ...(settings.principal === null ? [unnamed(path)] : []),
      ...modelPackages(settings),
      ...(settings.policy === null
        ? [isWell('policy', 'the built-in rules: the settings name no policy')]
        : checkPolicy(settings.policy, now)),
      ...looked('catalogue', () => checkCatalogue(settings)),
      ...looked('secrets', () => checkSecrets(settings)),
    ];
  });
}

function unnamed(path: string): Checkup {
  const mend = 'add a table `[principal]` with `id = "user:you@example.com"`';
  return faulty('settings', `\`${path}\` does not say whose turns these are`, mend);
}

function modelPackages({ models: { fast, middle, wise } }: Settings): readonly Checkup[] {
  const names = new Set([fast, middle, wise].map(({ provider }) => services[provider]));
  return [...names].flatMap((name) => (name === undefined ? [] : [checkService(name)]));
}

function checkCatalogue({ catalogue }: Settings): readonly Checkup[] {
  const shipped = catalogue.shipped ? shippedSet() : null;
  const opened = openCatalogue({
    folders: [...catalogue.folders, ...(shipped === null ? [] : [shipped.folder])],
    keys: [...catalogue.keys, ...(shipped === null ? [] : [shipped.key])],
    capabilityHints: catalogue.hints,
  });
  opened.close();
  const missing = catalogue.shipped && shipped === null;
  return [
    isWell('catalogue', `${opened.executors.length} executors are let in`),
    ...(missing ? [warns('catalogue', 'the shipped executors were not built', EXECUTORS)] : []),
    ...opened.rejected.map(({ path, code, reason }) => {
      const mend = 'sign it again with `sluice sign`, or name the key of its author in `keys`';
      return faulty('catalogue', `not let in: ${path}: ${code}: ${reason}`, mend);
    }),
  ];
}

function checkSecrets({ catalogue: { secrets } }: Settings): readonly Checkup[] {
  if (secrets === null) return [];
  const fd = openOwnedFile(secrets, 'read');
  try {
    return isOpenToOthers(fd)
      ? [faulty('secrets', `other users may read \`${secrets}\``, `\`chmod 600 ${secrets}\``)]
      : [isWell('secrets', `only this user reads \`${secrets}\``)];
  } finally {
    closeSync(fd);
  }
}
