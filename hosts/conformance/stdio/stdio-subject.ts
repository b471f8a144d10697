/** A subject that is another process and speaks the protocol on its stdin and stdout. */
import type { Subject } from '../subject.js';
import { broken } from './json-lines.js';
import { type SubjectPatience, SubjectTalk } from './subject-talk.js';
import { type Hello, takesOf } from './wire.js';

const patient: SubjectPatience = { helloMs: 20_000, runMs: 25_000 };

/**
 * Starts a program, without a shell, and makes a subject of it once it has said hello. A run in
 * which it breaks the protocol, ends or takes too long fails with `protocol_broken`, and the next
 * run gets a new process. Close the subject when you are done: its process group is killed.
 * @throws HostError `subject_unavailable`, `protocol_broken`
 */
export async function stdioSubject(
  command: string,
  args: readonly string[] = [],
  patience: Partial<SubjectPatience> = {},
): Promise<Subject> {
  const start = (): SubjectTalk => new SubjectTalk(command, args, { ...patient, ...patience });
  let talk = start();
  const hello = await talk.hello();
  const same = textOf(hello);
  return {
    name: hello.name,
    takes: takesOf(hello),
    async play(given, stage) {
      if (talk.isSpent) {
        talk = start();
        if (textOf(await talk.hello()) !== same) {
          await talk.close();
          throw broken('the subject says another hello than before');
        }
      }
      return talk.play(given, stage);
    },
    close: () => talk.close(),
  };
}

function textOf(hello: Hello): string {
  return JSON.stringify(hello);
}
