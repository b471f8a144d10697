/** `npm run executors`: bundles and signs the executors that come with the package. */
import { shipExecutors } from './ship-executors.js';
import { shippedFolder } from './shipped.js';

const folder = shippedFolder();
const names = await shipExecutors(folder);
process.stdout.write(`${names.length} executors, signed: ${names.join(', ')}\n`);
