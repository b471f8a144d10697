/**
 * Where the command writes: results on stdout, everything else on stderr, colour only on a
 * terminal. With JSON, stdout carries one object; what host code prints goes to stderr.
 */
import pc from 'picocolors';

export type Paint = ReturnType<typeof pc.createColors>;

/** What JSON leaves as it is and a terminal obeys, or shows as nothing. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

type Write = (text: string, then: (error?: Error | null) => void) => boolean;

export class Screen {
  /** Colours for stdout and for stderr. */
  readonly paint: Paint;
  readonly errorPaint: Paint;
  readonly #write: Write;
  #isClosed = false;

  constructor() {
    const { stdout, stderr } = process;
    const mayColour = process.env['NO_COLOR'] === undefined || process.env['NO_COLOR'] === '';
    this.paint = pc.createColors(mayColour && stdout.isTTY === true);
    this.errorPaint = pc.createColors(mayColour && stderr.isTTY === true);
    this.#write = stdout.write.bind(stdout);
    // A reader that has seen enough (`| head`) is no fault.
    stdout.on('error', () => {
      this.#isClosed = true;
    });
    // Nobody watches any more: the exit code still tells, and a note of that would fail as well.
    stderr.on('error', () => undefined);
  }

  /** Sends what others print on stdout to stderr from now on. */
  keepStdout(): void {
    process.stdout.write = process.stderr.write.bind(process.stderr);
  }

  /**
   * Writes a result; waits until the system has all of it, since the end of the process throws away
   * what is still on its way. Answers whether anybody still reads.
   */
  async print(text: string): Promise<boolean> {
    if (!this.#isClosed && !(await written(this.#write, text))) this.#isClosed = true;
    return !this.#isClosed;
  }

  /** Writes a result for machines; a terminal that it goes to all the same takes no order of it. */
  printJson(answer: object): Promise<boolean> {
    return this.print(`${JSON.stringify(answer, null, 2).replace(UNSEEN, escaped)}\n`);
  }

  /** Writes one line for whoever watches. */
  note(line: string): void {
    process.stderr.write(`${line}\n`);
  }

  /** Waits until whatever was noted is out. */
  async noted(): Promise<void> {
    const { stderr } = process;
    await written(stderr.write.bind(stderr), '');
  }
}

function escaped(char: string): string {
  const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Writes, and answers once it is out whether it could be. */
function written(write: Write, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    write(text, (error) => resolve(error === undefined || error === null));
  });
}
