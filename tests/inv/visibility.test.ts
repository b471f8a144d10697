// Family V: what is shown of a run, from hostile records and from real runs.
import { context, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { Parser } from 'htmlparser2';
import pc from 'picocolors';
import { expect } from 'vitest';
import { explanationOf } from '../../hosts/cli/explain-command.js';
import { explainPage } from '../../hosts/explain/explain-page.js';
import { explainText } from '../../hosts/explain/explain-text.js';
import { auditSpans, exportSpans, resultSpans, type SpanData } from '../../hosts/otel/index.js';
import { verifies } from '../claims/verifies.js';
import { linesWith, writeAudit } from '../fakes/audit-file.js';
import { makeOffice } from '../fakes/office.js';
import { call, ref } from '../fakes/plan-steps.js';
import { scratchFile } from '../unit/hosts/stores/scratch.js';

/** The text of every span that an exporter of OpenTelemetry got, with all that it holds. */
function exported(spans: readonly SpanData[]): string {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  for (const span of spans)
    exportSpans(span, { tracer: provider.getTracer('sluice'), api: { trace, context } });
  const told = exporter.getFinishedSpans().map(({ name, attributes, status, events }) => ({
    ...{ name, attributes, status, events },
  }));
  expect(told.length).toBeGreaterThan(1);
  return JSON.stringify(told);
}

verifies('INV-V1', 'no canary of a run is in its spans, whatever became of it', async () => {
  const office = makeOffice({
    answers: {
      read_inbox: [{ id: 'canary-id', from: 'canary@from.example', body: 'canary-body' }],
      send_email: () => {
        throw new Error('canary-error');
      },
    },
  });
  const path = scratchFile();
  const query = 'Mail "canary words" to canary@to.example';
  const send = (id: string, body: unknown) =>
    call(id, 'send_email', { to: 'canary@to.example', body: body as string });
  const results = [
    await office.run(query, [send('a', 'canary words')]),
    await office.run(query, [call('r', 'read_inbox', {}), send('b', ref('r'))]),
    await office.run(query, [call('c', 'send_email', { to: 'canary@eve.example', body: 'x' })]),
  ];
  writeAudit(path, office.lines());
  const times = { startedAt: 1, endedAt: 2 };
  const spans = results.flatMap((result) => [
    resultSpans(result, times),
    auditSpans(path, result.run),
  ]);
  const text = exported(spans);
  expect(text).toContain('"gen_ai.tool.name":"send_email"');
  expect(text).toContain('"sluice.outcome":"denied"');
  expect(text).not.toMatch(/canary|example/);
});

verifies('INV-V1', 'what is no plain word is no attribute', async () => {
  for (const text of ['a secret sentence', 'a@b.example', 'x'.repeat(200), 'line\nbreak']) {
    const path = scratchFile();
    writeAudit(path, await linesWith(text));
    const told = exported([auditSpans(path, 'r1')]);
    expect(told).not.toContain(JSON.stringify(text).slice(1, -1));
    expect(told).toContain('"gen_ai.tool.name":"?"');
  }
});

const SHAPES = ['article', 'div', 'span', 'section', 'p', 'ul', 'ol', 'li', 'strong', 'code'];
const FRAME = ['html', 'head', 'meta', 'title', 'style', 'body', 'header', 'main', 'a'];
const TABLE = ['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'];
const DRAWN = ['svg', 'g', 'rect', 'path', 'text', 'h1', 'h2', 'h3'];
const tags = new Set([...SHAPES, ...FRAME, ...TABLE, ...DRAWN]);
const attributes =
  /^(lang|charset|http-equiv|content|name|class|id|href|role|aria-[a-z]+|tabindex|scope|viewbox|width|height|x|y|rx|d|text-anchor)$/;

interface Page {
  readonly found: readonly string[];
  readonly text: string;
}

/** Everything in a page that could run or load, and its text. */
function lookAt(page: string): Page {
  const found: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (tag, given) => {
      if (!tags.has(tag)) found.push(`<${tag}>`);
      for (const [name, value] of Object.entries(given)) {
        if (!attributes.test(name)) found.push(`${tag} ${name}`);
        if (name === 'href' && !/^#[a-z]+(-\d+)?$/.test(value)) found.push(`href ${value}`);
        if (name === 'http-equiv' && value !== 'Content-Security-Policy') found.push(value);
      }
    },
    oncomment: (data) => found.push(`<!--${data}-->`),
    ontext: (data) => {
      text += data;
    },
  });
  parser.end(page);
  return { found, text };
}

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  '</style><script src=//evil.example></script>',
  '</title></svg><iframe src=javascript:alert(1)>',
  '-->]]><svg/onload=alert(1)>',
  '&lt;script&gt;`onerror=1`',
  '\u202e\u0000\u001b[2J<base href=//evil.example>',
];

verifies(
  'INV-V2',
  'a record with markup everywhere adds nothing but text to the page',
  async () => {
    for (const text of hostile) {
      const path = scratchFile();
      writeAudit(path, await linesWith(text));
      const page = explainPage(explanationOf('last', { audit: path }));
      const { found, text: shown } = lookAt(page);
      expect(found).toEqual([]);
      expect(page).not.toMatch(/<(script|img|iframe|base)|\son\w+\s*=["']/i);
      expect(page).not.toMatch(/url\(|@import|src=/);
      if (!text.includes('\u0000')) expect(shown).toContain(text.slice(0, 20));
    }
  },
);

verifies('INV-V2', 'the page forbids scripts and everything from elsewhere', async () => {
  const path = scratchFile();
  writeAudit(path, await linesWith('plain'));
  const page = explainPage(explanationOf('r1', { audit: path }));
  const policy: string[] = [];
  const parser = new Parser({
    onopentag: (_tag, given) => {
      if (given['http-equiv'] !== undefined) policy.push(given['content'] ?? '');
    },
  });
  parser.end(page);
  expect(policy).toHaveLength(1);
  expect(policy[0]).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'$/,
  );
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
});

verifies(
  'INV-V3',
  'a record gives the terminal no order, and no line begins with its text',
  async () => {
    const text = '\u001b[2J\u001b]0;owned\u0007\r\nx send  committed\u202e\u009b1m';
    const path = scratchFile();
    writeAudit(path, await linesWith(text));
    const explanation = explanationOf('last', { audit: path });
    const plain = explainText(explanation, pc.createColors(false));
    expect(plain).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(plain).not.toMatch(/^x send/m);
    expect(plain).toContain('[U+001B]');
    const coloured = explainText(explanation, pc.createColors(true));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for.
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  },
);
