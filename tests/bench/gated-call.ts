/**
 * One gated call, both audit records chained in memory, beside the bare call and validation plus a
 * digest.
 */

import * as nodeCrypto from 'node:crypto';
import { createHash } from 'node:crypto';
import stableStringify from 'fast-json-stable-stringify';
import { z } from 'zod';
import { nodeClock, nodeRandom, nodeTimer } from '../../hosts/index.js';
import { rootContext } from '../../kernel/context/planning-context.js';
import {
  AuditChain,
  defineTool,
  EffectDispatcher,
  type Engine,
  Gate,
  makeEngine,
  trustQuery,
} from '../../kernel/index.js';
import { resolveRecord } from '../../kernel/interpreter/resolve.js';
import { startRun } from '../../kernel/interpreter/session.js';
import { mintTainted } from '../../kernel/provenance/tainted.js';
import { snapshot } from '../../kernel/snapshot/snapshot.js';
import { noFields } from '../../kernel/tools/field-tree.js';
import { type Arg, unboundedLimits } from '../../schemas/index.js';
import type { Candidate } from './measure.js';
import { countingSink } from './office.js';

const input = z.strictObject({ to: z.string(), subject: z.string(), body: z.string() });
const run = async (): Promise<{ readonly id: string }> => ({ id: 'm1' });

const tool = defineTool({
  name: 'send_email',
  description: 'Sends a mail.',
  effect: 'write',
  capabilities: ['mail.send'],
  classes: ['networkEgress'],
  input,
  output: z.strictObject({ id: z.string() }),
  args: { '/subject': { role: 'content' }, '/body': { role: 'content' } },
  recipients: [{ from: '/to', parse: 'email' }],
  run,
});

const sha256 =
  nodeCrypto.hash === undefined
    ? (text: string): string => createHash('sha256').update(text).digest('hex')
    : (text: string): string => nodeCrypto.hash('sha256', text, 'hex');

const query = trustQuery('Mail "Friday" to alice@example.com', {
  principal: 'user:alice@example.com',
});
const { principal } = query;
const policy = Object.freeze({ version: '1', grant: ['mail.send'], declassify: [] });

function makeBenchEngine(): Engine {
  const gate = new Gate({ policy: { current: () => policy }, home: '/home/alice' });
  return makeEngine({
    dispatcher: new EffectDispatcher(gate, [tool], null),
    grant: policy.grant,
    schemas: {},
    planner: null,
    parser: null,
    approver: null,
    limits: unboundedLimits,
    audit: new AuditChain(countingSink()),
    clock: nodeClock,
    timer: nodeTimer,
    random: nodeRandom,
    approval: 'wait',
  });
}

/** A dispatch of the same arguments, over and over; a fresh run every thousand calls. */
function makeDispatch(args: { readonly [key: string]: Arg }): () => Promise<unknown> {
  const engine = makeBenchEngine();
  const context = rootContext(query);
  const scope = { context, facts: {}, valueOf: () => undefined, each: null };
  const fields = snapshot(args) as { readonly [key: string]: Arg };
  const tainted = mintTainted(
    resolveRecord(fields, scope, { pattern: null, inherited: null, fields: noFields }),
  );
  let calls = 0;
  let state = startRun(engine, { principal, facts: {}, signal: null });
  return () => {
    calls += 1;
    if (calls % 1000 === 0) state = startRun(engine, { principal, facts: {}, signal: null });
    const { run, desk } = state;
    const call = { id: `${run}.${calls}`, run, step: 'send', intent: query.text };
    const authority = policy.grant;
    const { decision } = context;
    const on = { tool: 'send_email', args: tainted, decision, condition: [] };
    const of = { ...on, authority, principal, facts: {} };
    return engine.dispatcher.dispatch(Object.assign(call, of), desk);
  };
}

/** Candidates for arguments whose body has a given number of characters. */
export function gatedCall(bodyLength: number): readonly Candidate[] {
  const body = 'hello world '.repeat(bodyLength / 12 + 1).slice(0, bodyLength);
  const args = { to: 'alice@example.com', subject: 'Friday', body };
  return [
    {
      name: 'zod validation + SHA-256 of the canonical arguments',
      run: () => input.safeParse(args).success && sha256(stableStringify(args)),
    },
    { name: 'bare call of the tool', run: () => run() },
    { name: 'gated call, both audit records chained', run: makeDispatch(args) },
  ];
}
