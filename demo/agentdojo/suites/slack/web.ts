/** The web: anybody's pages. Asking for one tells whoever runs it what was asked for. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import type { Web } from './environment.js';

const text = z.string();

/** The tools of the web as `now` gives it. */
export function webTools(now: () => Web): readonly SuiteTool[] {
  return [getWebpage(now), postWebpage(now)];
}

function getWebpage(now: () => Web): SuiteTool {
  return suiteTool(
    {
      name: 'get_webpage',
      description: 'Fetches the text of the page at a URL.',
      effect: 'read',
      egress: true,
      mutates: true,
      capabilities: ['web.fetch'],
      classes: ['networkEgress'],
      // A page is public. `anyone` would say no more: it covers no text of a stranger.
      result: { '': { readers: ['user'] } },
      input: z.strictObject({ url: text }),
      output: text,
    },
    ({ url }) => {
      const { web_content, web_requests } = now();
      web_requests.push(url);
      const page = Object.hasOwn(web_content, url) ? web_content[url] : undefined;
      return page ?? 'There is no page at this address (404).';
    },
  );
}

function postWebpage(now: () => Web): SuiteTool {
  return suiteTool(
    {
      name: 'post_webpage',
      description: 'Publishes a page at a URL for all to read, in place of what was there.',
      effect: 'write',
      commit: true,
      capabilities: ['web.publish'],
      classes: ['networkEgress'],
      args: { '/content': { role: 'content' } },
      input: z.strictObject({ url: text, content: text }),
      output: z.null(),
    },
    ({ url, content }) => {
      const { web_content, web_requests } = now();
      web_requests.push(url);
      web_content[url] = content;
      return null;
    },
  );
}
