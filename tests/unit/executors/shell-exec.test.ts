import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../claims/verifies.js';
import { type Answered, bundled, type Executors, scratchFolder } from './executor-process.js';

const home = scratchFolder();

let executors: Executors;
beforeAll(async () => {
  executors = await bundled('shell_exec');
});

function run(command: string): Promise<Answered> {
  return executors.call('shell_exec', { args: { command }, home });
}

/** Waits until a process is gone; false if it is not within the time. */
async function isGone(pid: number): Promise<boolean> {
  for (let i = 0; i < 200; i += 1) {
    // A zombie is gone too: what it was has ended.
    const file = `/proc/${pid}/stat`;
    if (!existsSync(file) || /^\d+ \(.*\) Z/s.test(readFileSync(file, 'utf8'))) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}

async function readPid(file: string): Promise<number> {
  for (let i = 0; i < 400; i += 1) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (text !== '') return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no process wrote \`${file}\``);
}

describe('shell_exec', () => {
  verifies('T-5', 'gives what a command printed and how it ended', async () => {
    const { value } = await run('echo out; echo err >&2; exit 7');
    expect(value).toEqual({
      exitCode: 7,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      cut: false,
    });
    const killed = (await run('kill -TERM $$')).value;
    expect(killed).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
  });

  test('starts in an empty folder, with the home that the guard knows and no other variable', async () => {
    const { value } = await run('ls -A; pwd; echo ~; env | sed "s/=.*//" | sort | tr "\\n" " "');
    const [folder = '', tilde, names] = String(value['stdout']).split('\n');
    expect(realpathSync(folder).startsWith(executors.folder)).toBe(true);
    expect(tilde).toBe(home);
    expect(names?.trim().split(' ')).toEqual(['HOME', 'LANG', 'PATH', 'PWD']);
  });

  test('reads nothing from its host', async () => {
    expect((await run('cat; echo done')).value['stdout']).toBe('done\n');
  });

  test('drops output beyond 128 KiB and says so', async () => {
    const { value } = await run('head -c 1000000 /dev/zero | tr "\\0" a; echo end >&2');
    expect(value).toMatchObject({ exitCode: 0, cut: true, stderr: 'end\n' });
    expect(String(value['stdout'])).toHaveLength(128 * 1024);
  });

  test('output that is no text comes as text', async () => {
    expect((await run("printf '\\377a\\0'")).value['stdout']).toBe('\ufffda\0');
  });

  test('a command with a NUL is refused', async () => {
    expect((await run('echo a\0b')).error).toMatch(/holds a NUL; take it out/);
  });
});

describe('what a command leaves behind', () => {
  test('a process in the background ends with the command', async () => {
    const file = join(home, 'background.pid');
    const { value } = await run(`sleep 600 & echo $! > ${file}; echo started`);
    expect(value['stdout']).toBe('started\n');
    expect(await isGone(await readPid(file))).toBe(true);
  });

  test('a process that leaves the group holds the answer up for no longer than a moment', async () => {
    const file = join(home, 'session.pid');
    const started = performance.now();
    const { ok } = await run(`setsid sh -c 'echo $$ > ${file}; exec sleep 600' & sleep 0.2`);
    const pid = await readPid(file);
    process.kill(pid, 'SIGKILL');
    expect(ok).toBe(true);
    expect(performance.now() - started).toBeLessThan(25_000);
  });

  test('all of it ends when the executor is killed', async () => {
    const file = join(home, 'orphan.pid');
    const command = `sh -c 'echo $$ > ${file}; exec sleep 600'; true`;
    const { kill, answer } = executors.start('shell_exec', { args: { command }, home });
    const pid = await readPid(file);
    kill();
    await expect(answer).rejects.toThrow(/^no JSON/);
    expect(await isGone(pid)).toBe(true);
  });
});
