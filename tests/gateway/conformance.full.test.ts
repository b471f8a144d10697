// The protocol's conformance suite against the gateway in front of a server that has all of its
// tools: which scenarios pass, and why the others do not apply. docs/guides/gateway.md lists both.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveHttp } from '../../hosts/gateway/index.js';
import { openDoor } from '../fakes/gateway-door.js';
import { asReads, draftOf, edited, openRoom } from '../fakes/gateway-room.js';
import { projectRoot, readText } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';
import { officialTool, runTool } from './official-tool.js';

const conformance = officialTool('@modelcontextprotocol/conformance', 'dist/index.js', 20);

const passing = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

/** Scenarios that do not apply, by design: what the suite says of each, as far as it says why. */
const notOffered = 'Method not found';
const byDesign: Readonly<Record<string, string>> = {
  'logging-set-level': notOffered,
  'completion-complete': notOffered,
  'resources-list': notOffered,
  'resources-read-text': notOffered,
  'resources-read-binary': notOffered,
  'resources-templates-read': notOffered,
  'resources-subscribe': notOffered,
  'resources-unsubscribe': notOffered,
  'prompts-list': notOffered,
  'prompts-get-simple': notOffered,
  'prompts-get-with-args': notOffered,
  'prompts-get-embedded-resource': notOffered,
  'prompts-get-with-image': notOffered,
  // It begins by setting the level.
  'tools-call-with-logging': notOffered,
  // What a server says beside its answer is not passed on, and it may ask for nothing.
  'tools-call-with-progress': 'No progress notifications received',
  'tools-call-sampling': 'Server did not request sampling',
  'tools-call-elicitation': 'Server did not request elicitation',
  'elicitation-sep1034-defaults': 'Server did not request elicitation',
  'elicitation-sep1330-enums': 'Server did not request elicitation',
  // A schema with references is not enforced, so that the tool is left out.
  'json-schema-2020-12': "Tool 'json_schema_2020_12_tool' not found",
};

/** Streams that a client comes back to are a recommendation, which the gateway does not follow. */
const recommended = ['server-sse-polling'];

interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO';
  readonly errorMessage?: string;
}

async function outcomes(): Promise<ReadonlyMap<string, readonly Check[]>> {
  const fixture = join(projectRoot, 'tests/gateway/fixtures/conformance-server.mjs');
  const draft = await draftOf('conf', [fixture]);
  const gateway = await openRoom(edited(draft, asReads));
  const http = await serveHttp(gateway);
  onTestFinished(() => http.close());
  const folder = scratchFolder();
  const url = await openDoor(http, 'conf');
  await runTool(conformance, ['server', '--url', url, '--suite', 'all', '-o', folder]);
  return new Map(
    readdirSync(folder).map((name) => {
      const text = readFileSync(join(folder, name, 'checks.json'), 'utf8');
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
      return [scenario, JSON.parse(text) as readonly Check[]];
    }),
  );
}

test.skipIf(conformance.missing !== null)(
  'every scenario of the suite passes, or fails for the reason that stands here',
  async () => {
    const found = await outcomes();
    const named = [...passing, ...Object.keys(byDesign), ...recommended];
    expect([...found.keys()].sort()).toEqual(named.sort());
    const told = [...found].map(([scenario, checks]) => {
      const failed = checks.filter(({ status }) => status === 'FAILURE');
      const isShown = checks.some(({ status }) => status === 'SUCCESS');
      return [scenario, failed.map(({ errorMessage }) => errorMessage ?? ''), isShown] as const;
    });
    for (const [scenario, failures, isShown] of told) {
      const reason = byDesign[scenario];
      if (reason !== undefined)
        expect(failures, scenario).toEqual([expect.stringContaining(reason)]);
      else expect([failures, isShown], scenario).toEqual([[], !recommended.includes(scenario)]);
    }
  },
);

test('the guide names every scenario', () => {
  const guide = readText('docs/guides/gateway.md');
  for (const name of passing) expect(guide).toContain(`\`${name}\``);
  for (const name of [...Object.keys(byDesign), ...recommended])
    expect(guide).toMatch(new RegExp(`\`(${name}|${name.split('-')[0]}-\\*)\``));
});
