// The gateway's part of `sluice.toml`: narrow where nothing is said, refused where it is misspelt.
import { describe, expect, test } from 'vitest';
import { parseGateway, parseGateways } from '../../../../hosts/gateway/index.js';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const head = '[principal]\nid = "user:alice@example.com"\n';
const server = '[servers.files]\ncommand = "node"\n';
const tool = `[servers.files.tools.read]\ndigest = "${DIGEST}"\n`;

const parse = (text: string) => parseGateway(text, '/home/alice/sluice.toml');

test('a tool of which nothing is said writes and sends, and needs a capability of its own', () => {
  const [files] = parse(head + server + tool).servers;
  expect(files?.tools['read']).toEqual({
    digest: DIGEST,
    untrusted: 'deny',
    spec: {
      effect: 'write',
      egress: true,
      mutates: false,
      commit: false,
      capabilities: ['files.read'],
      classes: ['fileWriteOutsideWorktree', 'networkEgress'],
      result: { '': { readers: [], subjects: [] } },
      timeoutMs: 60_000,
    },
  });
});

test('a client is trusted with nothing, and granted nothing', () => {
  const settings = parse(head + server);
  expect([settings.trust, settings.grant, settings.elicitation]).toEqual(['never', [], false]);
  expect([settings.audit, settings.approvals, settings.policy]).toEqual([null, null, null]);
});

const HEX = 'b'.repeat(64);
const alice = `[clients.alice]\nprincipal = "user:alice@example.com"\ntoken_sha256 = "${DIGEST.slice(7)}"\n`;
const bob = `[clients.bob]\nprincipal = "user:bob@example.com"\ntoken_sha256 = "${HEX}"\n`;

test('each client of a file has its own principal, grant and stores', () => {
  const hers = '[clients.alice.grant]\ncapabilities = ["b", "a", "b"]\n';
  const common = '[grant]\ncapabilities = ["c"]\n';
  const text = `${alice}audit = "a.jsonl"\n${hers}${bob}approvals = "b.db"\n${common}${server}`;
  expect(parseGateways(text, '/home/alice/sluice.toml')).toMatchObject([
    {
      client: { name: 'alice', tokenDigest: 'a'.repeat(64) },
      principal: 'user:alice@example.com',
      grant: ['a', 'b'],
      audit: '/home/alice/a.jsonl',
      approvals: null,
    },
    {
      client: { name: 'bob', tokenDigest: HEX },
      principal: 'user:bob@example.com',
      grant: ['c'],
      audit: null,
      approvals: '/home/alice/b.db',
    },
  ]);
});

test('what turns read of the same file is left to them', () => {
  expect(parse(`${head}[runtime]\nmode = "local"\n${server}`).servers).toHaveLength(1);
});

describe('is refused:', () => {
  test.each([
    ['no principal', server, '`principal` is missing'],
    ['clients on stdio', alice + server, 'told apart over HTTP alone'],
    ['a principal beside clients', head + alice + server, 'either `[principal]` or `[clients]`'],
    ['no client', `[clients]\n${server}`, 'no client'],
    ['a token in clear', alice.replace('_sha256', '') + server, 'token'],
    ['a digest of other letters', alice.replace('aaa', 'AAA') + server, '64 hexadecimal digits'],
    [
      'a token of two clients',
      alice + bob.replace(HEX, 'a'.repeat(64)) + server,
      'the same `token_sha256`',
    ],
    [
      'an audit of two clients',
      `${alice}audit = "x"\n${bob}audit = "./x"\n${server}`,
      'the same `audit`',
    ],
    [
      'a common list of requests',
      `${alice}[gateway]\napprovals = "x"\n${server}`,
      'an `approvals` of its own',
    ],
    [
      'a client’s grant beside a policy',
      `policy = "p"\n${alice}[clients.alice.grant]\n${server}`,
      'leave out `clients.alice.grant`',
    ],
    ['no server', `${head}[servers]\n`, 'no server'],
    ['a misspelt key', `${head}${server}comand = "x"\n`, 'comand'],
    ['neither command nor address', `${head}[servers.files]\n`, 'either `command` or `url`'],
    ['both', `${head}${server}url = "http://localhost:1"\n`, 'either `command` or `url`'],
    ['an address of files', `${head}[servers.a]\nurl = "file:///etc"\n`, 'http'],
    ['the name of the gateway', `${head}[servers.sluice]\ncommand = "x"\n`, 'the gateway itself'],
    ['a name with two parts', `${head}[servers.a_b]\ncommand = "x"\n`, 'letters, digits or `-`'],
    ['a tool without a digest', `${head}${server}[servers.files.tools.read]\n`, 'digest'],
    ['a digest that is none', `${head}${server}${tool.replace('sha256:', '')}`, 'sha256:'],
    ['a class that there is not', `${head}${server}${tool}classes = ["everything"]\n`, 'classes'],
    ['a tool that does nothing', `${head}${server}${tool}effect = "pure"\n`, 'effect'],
    [
      'handles and elicitation together',
      `${head}[gateway]\nresults = "handles"\nelicitation = true\n${server}`,
      'leave out `elicitation`',
    ],
    [
      'a policy beside a grant',
      `policy = "p.yaml"\n${head}[grant]\ncapabilities = ["a"]\n${server}`,
      'a grant of its own',
    ],
    [
      'a policy beside what it says itself',
      `policy = "p.yaml"\n${head}[gateway]\nuntrusted = "ask"\n${server}`,
      'leave out `untrusted`',
    ],
    ['no TOML', '[', 'at 1:'],
  ])('%s', (_, text, words) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        code: 'settings_malformed',
        message: expect.stringContaining(words),
      }),
    );
  });
});
