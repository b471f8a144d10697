// Tries tiny-host: `node try.mjs [--faulty] [CK-8 …]`
import { conformance } from 'sluice/conformance';
import { tinyHost } from './tiny-host.mjs';

const [, , ...words] = process.argv;
const ids = words.filter((word) => word.startsWith('CK-'));
const subject = tinyHost({ isFaulty: words.includes('--faulty') });
const only = ids.length > 0 ? { only: ids } : {};
const { findings } = await conformance(subject, { seed: 7, runs: 30, ...only });
for (const { id, result, why } of findings)
  if (result !== 'pass') console.log(`${id} ${result}: ${why}`);
console.log(`failed: ${findings.filter(({ result }) => result === 'fail').length}`);
