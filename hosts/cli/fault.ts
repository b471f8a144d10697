/**
 * Any error as what the command says of it: code, message, mend. Never a stack trace; text of
 * foreign errors is cut to its first line and made visible.
 */
import { type Code, codes } from '../../schemas/index.js';
import { visibleText } from '../answer/visible-text.js';
import { HostError } from '../errors.js';
import type { Screen } from './screen.js';

export interface Fault {
  readonly code: Code;
  readonly message: string;
  readonly mend: string;
  /** `line:column` of refused text. */
  readonly at: string | null;
  /** Every problem that was found, where there are several. */
  readonly problems?: readonly string[];
}

const MAX_LINE = 400;

function isCode(code: unknown): code is Code {
  return typeof code === 'string' && Object.hasOwn(codes, code);
}

/** The first line of an error's text, whatever was thrown. */
export function firstLine(error: unknown): string {
  let text: string;
  try {
    text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    text = 'something without a text';
  }
  return visibleText(text.split('\n', 1)[0] ?? '').slice(0, MAX_LINE);
}

/**
 * Describes an error; one that carries none of our codes counts as the host module's. Looks at the
 * code and not at the class, since another copy of the package may have thrown it.
 */
export function describeFault(error: unknown): Fault {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null;
  if (error instanceof Error && isCode(code)) {
    const { at, problems } = error instanceof HostError ? error : { at: null, problems: [] };
    const fault = { code, message: visibleText(error.message), mend: codes[code].mend, at };
    return problems.length < 2 ? fault : { ...fault, problems: problems.map(visibleText) };
  }
  const own: Code = 'host_module_failed';
  return { code: own, message: firstLine(error), mend: codes[own].mend, at: null };
}

/** Tells of an error on stderr and, with JSON, as the one object on stdout. */
export async function reportFault(screen: Screen, error: unknown, isJson: boolean): Promise<void> {
  const fault = describeFault(error);
  const { red, bold } = screen.errorPaint;
  screen.note(`${red(bold('error'))} ${fault.code}: ${fault.message}`);
  for (const problem of fault.problems?.slice(1) ?? []) screen.note(`also: ${problem}`);
  screen.note(`mend: ${fault.mend}`);
  if (isJson) await screen.printJson({ error: fault });
}
