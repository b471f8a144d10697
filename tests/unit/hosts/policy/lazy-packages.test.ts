/** Hosts without a policy on disk do not load what reads one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../project.js';
import { policyFile } from './policy-texts.js';

const SCRIPT = `
  import Module from 'node:module';
  import { readPolicyFile } from '${join(projectRoot, 'dist/hosts/index.js')}';
  const loaded = () => ['yaml', 'libsql'].filter((name) =>
    Object.keys(Module._cache).some((file) => file.includes('/node_modules/' + name + '/')));
  console.log(loaded().join());
  readPolicyFile(process.argv[1]);
  console.log(loaded().join());
`;

test('yaml comes with the first document, libsql with the first store', () => {
  const args = ['--input-type=module', '-e', SCRIPT, policyFile('version: 1')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([stderr, stdout]).toEqual(['', '\nyaml\n']);
});
