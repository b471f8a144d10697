/**
 * A process with a terminal that asks about requests, started by terminal-approver.test.ts. Prints
 * a line for each: the request, and the decision or why there is none. The first request is taken
 * back on SIGUSR2.
 */
import { terminalApprover } from '../../../../hosts/approvals/terminal-approver.js';
import { anApprovalRequest } from '../../../fakes/approval-request.js';

const [count = '1'] = process.argv.slice(2);
const approver = terminalApprover({ approver: 'alice' });
const controller = new AbortController();

async function ask(approval: string): Promise<string> {
  try {
    const { signal } = controller;
    const request = anApprovalRequest({ approval });
    const ruling = await approver.ask(request, approval === 'r1' ? { signal } : { signal: never });
    return `${approval} ${ruling.decision} by ${ruling.approver} over ${ruling.source}`;
  } catch (error) {
    return `${approval} ${error instanceof Error && 'code' in error ? String(error.code) : 'threw'}`;
  }
}

const never = new AbortController().signal;
const asked = Array.from({ length: Number(count) }, (_, i) => `r${i + 1}`);
process.once('SIGUSR2', () => controller.abort());
console.log(`pid ${process.pid}.`);
const answers = await Promise.all(asked.map(ask));
for (const answer of answers) console.log(answer);
