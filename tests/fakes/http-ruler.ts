/**
 * A process that rules through an HTTP face, started by tests/fakes/ruling-faces.ts. Reads one
 * ruling a line as JSON and prints the answer to each, in any order.
 */
import { createInterface } from 'node:readline';

const [url = '', token = ''] = process.argv.slice(2);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function rule(line: string): Promise<void> {
  const { approval, source: _, ...body } = JSON.parse(line);
  const response = await fetch(`${url}/approvals/${approval}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  say({ approval, answer: await response.json() });
}

say({ ready: true });
createInterface({ input: process.stdin }).on('line', (line) => void rule(line));
