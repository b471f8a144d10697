/** Node, the compiled packages, and the optional ones. Loads nothing but the lock and SQLite. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Checkup, faulty, isWell, warns } from './checkup.js';

const OLDEST_NODE = 20;
const own = createRequire(import.meta.url);

/** Packages with compiled code, and what stands without them. */
const compiled: Readonly<Record<string, string>> = Object.freeze({
  'fs-native-extensions': 'no audit file can be locked, and so none is opened',
  libsql: 'approvals, remembered rules and the scratchpad have no store',
});

/** Packages that a user may install, and what they are for. */
const optional: Readonly<Record<string, string>> = Object.freeze({
  '@ai-sdk/provider': 'models of the AI SDK',
  '@modelcontextprotocol/sdk': '`sluice gateway`',
  '@opentelemetry/api': '`sluice/otel`',
  ses: '`sluice/hardened`',
});

/** Looks at what Sluice runs on. */
export function checkRuntime(node: string = process.versions.node): readonly Checkup[] {
  const isNew = Number(node.split('.', 1)[0]) >= OLDEST_NODE;
  return [
    isNew
      ? isWell('node', `Node ${node}`)
      : faulty('node', `Node ${node} is too old`, `install Node ${OLDEST_NODE} or later`),
    ...Object.entries(compiled).map(([name, without]) => compiledPackage(name, without)),
    ...Object.entries(optional).map(([name, use]) =>
      isThere(name)
        ? isWell('package', `\`${name}\` is installed, for ${use}`)
        : isWell('package', `\`${name}\` is not installed; only ${use} needs it`),
    ),
  ];
}

/** Looks whether the package of a service that the settings name can be found. */
export function checkService(name: string): Checkup {
  if (isThere(name)) return isWell('package', `\`${name}\` is installed`);
  return faulty('package', `\`${name}\` is not installed`, `install it: \`npm install ${name}\``);
}

function compiledPackage(name: string, without: string): Checkup {
  try {
    own(name);
    return isWell('package', `\`${name}\` loads`);
  } catch {
    const mend = 'install again on this platform: `npm ci`, with optional packages';
    return warns('package', `\`${name}\` does not load: ${without}`, mend);
  }
}

/** Looks for its folder, as Node does, and loads nothing of it. */
function isThere(name: string): boolean {
  return (own.resolve.paths(name) ?? []).some((place) => existsSync(join(place, name)));
}
