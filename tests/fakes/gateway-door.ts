/**
 * A door before the gateway's HTTP face for a client that can send no token, and calls tools by the
 * names that their server gave them. Everything else passes as it is.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { GatewayHttp } from '../../hosts/gateway/index.js';

/** Opens the door for the tools of one server; it is closed with the test. */
export async function openDoor({ port, token }: GatewayHttp, server: string): Promise<string> {
  const door = createServer((incoming, outgoing) => {
    const { port: own } = door.address() as AddressInfo;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    delete headers['content-length'];
    // Only the door's own name becomes the gateway's: any other one must be refused by that.
    for (const key of ['host', 'origin'] as const)
      headers[key] = headers[key]?.replace(
        new RegExp(`^((?:http://)?(?:127\\.0\\.0\\.1|localhost)):${own}$`),
        `$1:${port}`,
      );
    pass(incoming, outgoing, { port, headers, server });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    door.closeAllConnections();
    door.close();
  });
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;
}

interface Passing {
  readonly port: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly server: string;
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, passing: Passing): void {
  const { port, server } = passing;
  const { method, url } = incoming;
  const headers = Object.fromEntries(
    Object.entries(passing.headers).filter(([, value]) => value !== undefined),
  );
  const further = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    const { 'content-length': _, ...told } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 500, told);
    let rest = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const end = (rest + chunk).lastIndexOf('\n') + 1;
      outgoing.write((rest + chunk).slice(0, end).replaceAll(`"${server}__`, '"'));
      rest = (rest + chunk).slice(end);
    });
    answer.on('end', () => outgoing.end(rest.replaceAll(`"${server}__`, '"')));
  });
  further.on('error', () => outgoing.destroy());
  outgoing.on('close', () => further.destroy());
  let body = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    body += chunk;
  });
  incoming.on('end', () => further.end(renamed(body, server)));
}

function renamed(body: string, server: string): string {
  if (body === '') return body;
  const message = JSON.parse(body) as { method?: string; params?: { name?: string } };
  if (message.method !== 'tools/call' || message.params?.name === undefined) return body;
  const params = { ...message.params, name: `${server}__${message.params.name}` };
  return JSON.stringify({ ...message, params });
}
