/** Loads the exported suites from a folder that the caller names; the project holds none of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HostError, parseStrictJson } from '../../hosts/index.js';
import { type SuiteData, type SuiteName, suiteDataSchema } from './suite-data.js';

/** A suite's file is not usable; `mend` says what to do. */
export class SuiteDataError extends Error {
  override readonly name = 'SuiteDataError';
  readonly code: 'suite_missing' | 'suite_malformed';
  readonly mend: string;
  constructor(code: SuiteDataError['code'], message: string, mend: string) {
    super(message);
    this.code = code;
    this.mend = mend;
  }
}

/** The file of a suite inside the folder of the data. */
export function suiteFile(dir: string, name: SuiteName): string {
  return join(dir, `${name}.min.json`);
}

/** Asks whether the folder holds the file of a suite. */
export function hasSuite(dir: string, name: SuiteName): boolean {
  return existsSync(suiteFile(dir, name));
}

/**
 * Reads one suite.
 * @throws SuiteDataError `suite_missing` or `suite_malformed`
 */
export function loadSuite(dir: string, name: SuiteName): SuiteData {
  const file = suiteFile(dir, name);
  if (!existsSync(file)) {
    throw new SuiteDataError(
      'suite_missing',
      `no file \`${file}\``,
      'name the folder that holds the exported suites, one `<suite>.min.json` each',
    );
  }
  const parsed = suiteDataSchema.safeParse(jsonOf(file));
  if (parsed.success && parsed.data.suite === name) return parsed.data;
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  const at = (issue?.path ?? ['suite']).map((key) => `/${String(key)}`).join('');
  throw malformed(file, `${issue?.message ?? 'another suite'} at \`${at}\``);
}

function jsonOf(file: string): unknown {
  try {
    return parseStrictJson(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw malformed(file, error.message);
  }
}

function malformed(file: string, what: string): SuiteDataError {
  return new SuiteDataError(
    'suite_malformed',
    `\`${file}\`: ${what}`,
    'export the suite again; the file is one JSON object',
  );
}
