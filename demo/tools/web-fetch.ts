/**
 * `web_fetch`: reads a page. A read that tells whoever runs the page what it asks for, so that its
 * URL is checked like what a write sends.
 */
import { z } from 'zod';
import { defineTool, type Tool } from '../../hosts/index.js';
import type { Page } from '../mail/web-fetch.js';

const input = z.strictObject({ url: z.string().min(1).max(2000) });
const output = z.strictObject({ status: z.number().int(), body: z.string() });
const ofTheUser = { readers: ['user'] };

/** Makes the tool over a function that fetches pages. */
export function webFetchTool(fetchPage: (url: string) => Promise<Page>): Tool {
  return defineTool({
    name: 'web_fetch',
    description: 'Fetches the page at a URL.',
    effect: 'read',
    egress: true,
    capabilities: ['web.fetch'],
    classes: ['networkEgress'],
    args: { '/url': { role: 'critical' } },
    result: { '': ofTheUser },
    input,
    output,
    run: (args) => fetchPage(input.parse(args).url),
  });
}
