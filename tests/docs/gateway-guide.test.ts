/** What docs/guides/gateway.md shows of settings is read as it says. */
import { expect, test } from 'vitest';
import { parseGateway, parseGateways } from '../../hosts/gateway/index.js';
import { readText } from '../project.js';
import { docBlocks } from '../readme/doc-blocks.js';

const guide = readText('docs/guides/gateway.md');

test('its settings are read, with the narrow choice for whatever they leave out', () => {
  const toml = docBlocks(guide).filter(({ lang }) => lang === 'toml');
  expect(toml).toHaveLength(2);
  const settings = parseGateway(toml[0]?.text ?? '', '/home/alice/sluice.toml');
  expect(settings).toMatchObject({
    principal: 'user:alice@example.com',
    grant: ['files.read', 'files.write'],
    trust: 'never',
    results: 'values',
    elicitation: false,
    sessionCalls: 10_000,
    approvals: '/home/alice/approvals.db',
  });
  const [files] = settings.servers;
  expect(files?.timeoutMs).toBe(60_000);
  expect(files?.resultBytes).toBe(1_048_576);
  expect(Object.keys(files?.tools ?? {})).toEqual(['read_text_file', 'write_file']);
  expect(files?.tools['write_file']).toMatchObject({ untrusted: 'ask', spec: { sink: 'own' } });
});

test('its clients are told apart, each with what the guide says of it', () => {
  const [, clients] = docBlocks(guide).filter(({ lang }) => lang === 'toml');
  const [alice, bob] = parseGateways(clients?.text ?? '', '/home/alice/sluice.toml');
  expect(alice).toMatchObject({
    client: { name: 'alice' },
    principal: 'user:alice@example.com',
    grant: ['files.read', 'files.write'],
    audit: '/home/alice/alice-audit.jsonl',
    approvals: '/home/alice/alice-approvals.db',
  });
  expect(bob).toMatchObject({ grant: ['files.read'], approvals: null });
});
