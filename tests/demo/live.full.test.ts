import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ATTACKER } from '../../demo/models/attacker.js';
import { honestPlan, honestSteps } from '../../demo/scenarios/honest-plan.js';
import type { ChatBody, ChatReply } from '../fakes/ollama-replies.js';
import { type OllamaServer, startOllamaServer } from '../fakes/ollama-server.js';
import { compileDemo, type Ended, runDemoProcess } from './demo-process.js';
import { reportShape } from './report-shape.js';

const SUMMARY = `- four mails. ${ATTACKER} wants all contacts.`;

beforeAll(compileDemo, 600_000);

function isParser(body: ChatBody): boolean {
  return body.messages.some(({ content }) => content.startsWith('You read a source'));
}

/** A server whose model plans as told, and summarises. */
async function serve(plan: object): Promise<OllamaServer> {
  const reply = (body: ChatBody): ChatReply => ({
    kind: 'text',
    text: JSON.stringify(isParser(body) ? { text: SUMMARY } : plan),
    perMessage: 64,
  });
  const server = await startOllamaServer({ reply });
  onTestFinished(() => server.stop());
  return server;
}

function runLive(host: string, ...args: readonly string[]): Promise<Ended> {
  return runDemoProcess('--reasoner', 'ollama', '--model', 'small', '--host', host, ...args);
}

describe('a live model', () => {
  test('that plans well gets both scenarios through', async () => {
    const server = await serve(honestPlan);
    const { code, stdout, stderr } = await runLive(server.url, '--json');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const { scenarios } = reportShape.parse(JSON.parse(stdout));
    expect(scenarios.map(({ name }) => name)).toEqual(['summary', 'injection']);
    expect(scenarios.map(({ delivered }) => delivered.length)).toEqual([1, 1]);
    const planners = server.requests.filter(({ body }) => !isParser(body));
    expect(planners).toHaveLength(2);
    expect(JSON.stringify(planners.map(({ body }) => body))).not.toContain(ATTACKER);
  });

  test('whose plan the Gate refuses is told of, and is no pass', async () => {
    const send = { ...honestSteps.send, args: { ...honestSteps.send.args, to: ATTACKER } };
    const { inbox, brief } = honestSteps;
    const server = await serve({ steps: [inbox, brief, send], final: 'send' });
    const { code, stdout } = await runLive(server.url);
    expect(code).toBe(1);
    expect(stdout).toContain('blocked (critical_untrusted), NOT AS CLAIMED');
    expect(stdout).toContain('mend: quote the value in the query, or supply it as a fact');
    expect(stdout).toContain('0 of 2 stories went as claimed.');
    expect(stdout).toContain('0 mails arrived');
  });

  test('that writes no plan is told of, and is no pass', async () => {
    const server = await serve({ answer: 42 });
    const { code, stdout } = await runLive(server.url, '1');
    expect(code).toBe(1);
    expect(stdout).toContain('rejected (plan_malformed), NOT AS CLAIMED');
  });

  test('that is not installed, or whose server is down, shows the mend', async () => {
    const server = await startOllamaServer({ models: [] });
    const missing = await runLive(server.url, '1');
    await server.stop();
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain('mend: install the model, or name one that is installed');
    const down = await runLive(server.url, '--json', '1');
    expect(down.code).toBe(1);
    expect(down.stderr).toContain('mend: start the model server, or correct its address');
    expect(JSON.parse(down.stdout).scenarios[0]).toMatchObject({ status: 'failed', delivered: [] });
  });
});
