/** Programs of the protocol's own makers that tests start, where they are installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.js';
import { scratchFolder } from '../unit/hosts/stores/scratch.js';

export interface OfficialTool {
  readonly script: string;
  /** Why its tests do not run here; null where they do. */
  readonly missing: string | null;
}

export interface ToolOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Looks for a program among the development dependencies, and says so where it is not there. */
export function officialTool(name: string, script: string, leastNode: number): OfficialTool {
  const path = join(projectRoot, 'node_modules', name, script);
  const missing = whyMissing(path, leastNode);
  if (missing !== null) process.stderr.write(`tests with ${name} are skipped: ${missing}\n`);
  return { script: path, missing };
}

function whyMissing(path: string, leastNode: number): string | null {
  if (!existsSync(path)) return 'it is not installed';
  const [major = 0] = process.versions.node.split('.').map(Number);
  return major >= leastNode ? null : `it needs Node ${leastNode}, this is ${process.version}`;
}

/** Runs it to its end, in a home of its own; asynchronously, since it asks this very process. */
export function runTool({ script }: OfficialTool, args: readonly string[]): Promise<ToolOutcome> {
  const home = scratchFolder();
  const child = spawn(process.execPath, [script, ...args], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
