/** Faces that rule on one store: processes, HTTP clients, a broker beside the run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { HttpFace } from '../../hosts/index.js';
import type { ApprovalBroker } from '../../kernel/index.js';
import type { Ruling, RulingAnswer } from '../../schemas/index.js';
import { projectRoot } from '../project.js';

/** One way to rule: who it is told apart by, and what it answers. */
export interface RulingFace {
  readonly name: string;
  rule(ruling: Omit<Ruling, 'approver' | 'source'>): Promise<RulingAnswer>;
}

/** A face in a process of its own. */
export interface ProcessFace extends RulingFace {
  readonly process: ChildProcess;
}

/** A process that has the store open. */
export function storeFace(path: string, name: string): Promise<ProcessFace> {
  return processFace(['store-ruler.js', path], name);
}

/** A process that is a client of an HTTP face. */
export function httpFace(
  { url, token }: Pick<HttpFace, 'url' | 'token'>,
  name: string,
): Promise<ProcessFace> {
  return processFace(['http-ruler.js', url, token], name);
}

async function processFace(
  [script = '', ...args]: readonly string[],
  name: string,
): Promise<ProcessFace> {
  const path = join(projectRoot, 'dist/tests/fakes', script);
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<string, (answer: RulingAnswer) => void>();
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  lines.on('line', (line) => {
    const { approval, answer } = JSON.parse(line) as {
      readonly approval: string;
      readonly answer: RulingAnswer;
    };
    waiting.get(approval)?.(answer);
    waiting.delete(approval);
  });
  return {
    name,
    process: child,
    rule: (ruling) =>
      new Promise((resolve) => {
        waiting.set(ruling.approval, resolve);
        child.stdin.write(`${JSON.stringify({ ...ruling, approver: name, source: 'process' })}\n`);
      }),
  };
}

/** A broker of this process. */
export function brokerFace(broker: ApprovalBroker, name: string): RulingFace {
  return { name, rule: (ruling) => broker.rule({ ...ruling, approver: name, source: 'here' }) };
}
