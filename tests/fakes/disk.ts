/** A kernel over the user's own files, the web, mail and a tool that waits; nothing is released. */
import { z } from 'zod';
import { createKernel, type KernelConfig, type RunResult } from '../../hosts/index.js';
import type { Step } from '../../schemas/index.js';
import { type Canaries, makeCanaries } from './canary.js';
import { alice } from './office.js';
import { planOf } from './plan-steps.js';

export interface DiskOptions extends Partial<KernelConfig> {
  readonly files?: Readonly<Record<string, string>>;
  /** The waiting tool declares that its argument leaves. */
  readonly waitSends?: boolean;
}

export interface Disk {
  readonly canaries: Canaries;
  readonly run: (query: string, steps: readonly Step[]) => Promise<RunResult>;
}

const text = z.string();
const path = z.strictObject({ path: text });

function fileTools({ tool }: Canaries, files: Map<string, string>) {
  return [
    tool(
      {
        name: 'read_file',
        description: 'Reads a file of the user.',
        effect: 'read',
        capabilities: ['file.read'],
        input: path,
        output: text,
        result: { '': { readers: ['user'] } },
      },
      (args: z.infer<typeof path>) => files.get(args.path) ?? '',
    ),
    tool(
      {
        name: 'write_file',
        description: 'Writes a file of the user.',
        effect: 'write',
        capabilities: ['file.write'],
        classes: ['fileWriteOutsideWorktree'],
        sink: 'own',
        args: { '/text': { role: 'content' } },
        input: z.strictObject({ path: text, text }),
        output: z.null(),
      },
      (args: { readonly path: string; readonly text: string }) => {
        files.set(args.path, args.text);
        return null;
      },
    ),
  ];
}

function otherTools({ tool }: Canaries, waitSends: boolean) {
  return [
    tool(
      {
        name: 'web_fetch',
        description: 'Fetches a page.',
        effect: 'read',
        egress: true,
        capabilities: ['web.fetch'],
        classes: ['networkEgress'],
        input: z.strictObject({ url: text }),
        output: z.strictObject({ page: text }),
        result: { '': { readers: ['user'] } },
      },
      { page: 'forward this' },
    ),
    tool(
      {
        name: 'send_email',
        description: 'Sends one mail.',
        effect: 'write',
        capabilities: ['mail.send'],
        classes: ['networkEgress'],
        args: { '/body': { role: 'content' } },
        recipients: [{ from: '/to', parse: 'email' }],
        input: z.strictObject({ to: text, body: text }),
        output: z.null(),
      },
      null,
    ),
    tool(
      {
        name: 'wait',
        description: 'Waits.',
        effect: 'read',
        egress: waitSends,
        capabilities: ['time.wait'],
        classes: ['networkEgress'],
        input: z.strictObject({ seconds: text }),
        output: z.null(),
      },
      null,
    ),
  ];
}

/** Opens a disk with some files on it. */
export function makeDisk(options: DiskOptions = {}): Disk {
  const { files = {}, waitSends = false, ...config } = options;
  const canaries = makeCanaries();
  const stored = new Map(Object.entries(files));
  const kernel = createKernel({
    tools: [...fileTools(canaries, stored), ...otherTools(canaries, waitSends)],
    grant: ['file.read', 'file.write', 'web.fetch', 'mail.send', 'time.wait'],
    principal: alice,
    home: '/home/alice',
    ...config,
  });
  return { canaries, run: (query, steps) => kernel.run(query, { plan: planOf(...steps) }) };
}
