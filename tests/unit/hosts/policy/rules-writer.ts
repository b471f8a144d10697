/**
 * A process that changes a store of rules, started by rules-store-process.full.test.ts. Prints one
 * line an event: `open`, the id of each rule once it is added, `error CODE`.
 */
import { writeSync } from 'node:fs';
import { HostError } from '../../../../hosts/errors.js';
import { openRulesStore } from '../../../../hosts/policy/rules-store.js';
import { rememberedRule } from './remembered-rule.js';

const [path = '', name = '', count = '0'] = process.argv.slice(2);

// Synchronous, so that a line is out before the process can be killed.
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

try {
  const store = openRulesStore(path);
  say('open');
  for (let i = 0; i < Number(count); i += 1) {
    const id = `${name}-${i}`;
    store.add(rememberedRule(id));
    if (i % 5 === 4) store.revoke(id, i);
    store.list();
    say(id);
  }
  store.close();
} catch (error) {
  say(`error ${error instanceof HostError ? `${error.code} ${error.message}` : String(error)}`);
  process.exitCode = 1;
}
