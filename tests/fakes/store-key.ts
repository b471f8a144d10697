/** A process that opens or makes an approval store and prints its key. */
import { openApprovalStore } from '../../hosts/index.js';

const store = openApprovalStore(process.argv[2] ?? '');
process.stdout.write(`${store.key}\n`);
store.close();
