/**
 * `sluice turn` as a process of its own, in a home of its own: executors of a test that are signed,
 * settings, and a server that speaks Ollama's protocol.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.js';
import { type ExecutorPlace, executorPlace } from './executor-folder.js';
import type { ChatReply } from './ollama-replies.js';
import { type OllamaServer, startOllamaServer } from './ollama-server.js';

export interface TurnEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TurnStage {
  readonly place: ExecutorPlace;
  readonly home: string;
  readonly model: OllamaServer;
  /** The text of settings that name the executors, the key and the model of this stage. */
  readonly settings: (more?: string) => string;
  /** Starts the command in a folder, with these arguments behind `turn`. */
  readonly start: (
    cwd: string,
    ...args: readonly string[]
  ) => { readonly process: ChildProcess; readonly ended: Promise<TurnEnd> };
}

/** Makes a stage below a folder; stop its `model`. */
export async function turnStage(
  root: string,
  replies: readonly ChatReply[],
  grant: readonly string[] = ['fs.read'],
): Promise<TurnStage> {
  const place = executorPlace(root);
  const home = join(root, 'home');
  const model = await startOllamaServer({ replies });
  const settings = (more = ''): string => `[principal]
id = "user:me@example.com"
[runtime.llm.fast]
provider = "ollama"
model = "small"
host = "${model.url}"
[catalogue]
shipped = false
folders = ["${place.executors}"]
keys = ["${place.key.publicFile}"]
[grant]
capabilities = ${JSON.stringify(grant)}
${more}`;
  const start: TurnStage['start'] = (cwd, ...args) => {
    const child = spawn(
      process.execPath,
      [join(projectRoot, 'dist/hosts/cli/main.js'), 'turn', ...args],
      { cwd, env: { ...process.env, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = new Promise<TurnEnd>((resolve) => {
      child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
    });
    return { process: child, ended };
  };
  return { place, home, model, settings, start };
}

/** Writes settings into a folder as `sluice.toml` and returns the path. */
export function putSettings(folder: string, text: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'sluice.toml');
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
