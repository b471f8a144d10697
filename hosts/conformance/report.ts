/**
 * What is told of a run of the kit: free of every generated value, so that it can be shown and
 * signed. An example that shows a fault is a file beside it, named by its digest.
 */
import stableStringify from 'fast-json-stable-stringify';
import { z } from 'zod';
import type { Signer, Step, Verifier } from '../../schemas/index.js';
import { HostError } from '../errors.js';
import { parseStrictJson } from '../json/strict-json.js';
import type { ConformanceReport, Finding } from './conformance.js';
import { requirements } from './requirements/index.js';
import type { Takes } from './subject.js';

/** A file that holds an example, and the SHA-256 (hex) of its bytes. */
export interface ExampleFile {
  readonly file: string;
  readonly digest: string;
}

export type ReportedFinding = { readonly id: string; readonly title: string } & (
  | { readonly result: 'pass'; readonly runs: number; readonly bites: number }
  | { readonly result: 'fail'; readonly runs: number; readonly example: ExampleFile | null }
  | { readonly result: 'inconclusive'; readonly why: string; readonly isExcused: boolean }
);

/** A report as JSON. */
export interface PlainReport {
  readonly v: 1;
  readonly kind: 'sluice-conformance-report';
  readonly subject: string;
  readonly takes: Takes;
  readonly seed: number;
  readonly runs: number;
  readonly findings: readonly ReportedFinding[];
  /** What no test through this subject can see. */
  readonly opaque: readonly string[];
  readonly notTested: readonly string[];
  readonly passed: boolean;
}

export interface ReportSignature {
  /** SHA-256 (hex) of the public key (DER). */
  readonly key: string;
  /** Ed25519, base64, over the canonical JSON of the report without its signature. */
  readonly signature: string;
}

const wideSteps: readonly Step['kind'][] = ['compute', 'map', 'when'];

/** The report without a generated value; `files`: where the examples are, by requirement. */
export function plainReport(
  report: ConformanceReport,
  files: ReadonlyMap<string, ExampleFile> = new Map(),
): PlainReport {
  const { subject, takes, seed, runs, findings, passed } = report;
  return {
    v: 1,
    kind: 'sluice-conformance-report',
    ...{ subject, takes, seed, runs },
    findings: findings.map((finding) => reported(finding, files)),
    opaque: opaqueIn(takes),
    notTested: notTestedOf(report),
    passed,
  };
}

function reported(finding: Finding, files: ReadonlyMap<string, ExampleFile>): ReportedFinding {
  if (finding.result !== 'fail') return finding;
  const { id, title, result, runs } = finding;
  return { id, title, result, runs, example: files.get(id) ?? null };
}

function opaqueIn({ inProcess }: Takes): readonly string[] {
  if (inProcess) return [];
  return [
    'whether a function of the host releases values: a subject of another process can hide it',
  ];
}

/** Kinds of steps, ways and requirements that no run has tried. */
function notTestedOf({ takes, findings }: ConformanceReport): readonly string[] {
  const { steps, schemas, parallel, inProcess } = takes;
  const missing = wideSteps.filter((kind) => !steps.includes(kind));
  const left = requirements.filter(({ id }) => !findings.some((finding) => finding.id === id));
  return [
    ...missing.map((kind) => `steps of kind \`${kind}\``),
    ...(schemas === 'any' ? [] : ['input schemas that change what they read']),
    ...(parallel ? [] : ['steps marked as parallel']),
    ...(inProcess ? [] : ['values that are no JSON, and time as the subject counts it']),
    ...(left.length === 0 ? [] : [`left out: ${left.map(({ id }) => id).join(', ')}`]),
  ];
}

/** Signs a report with a key that was made for reports. */
export function signReport<T extends PlainReport>(
  report: T,
  signer: Signer,
): T & { readonly signed: ReportSignature } {
  const signature = signer.sign(stableStringify(report));
  return { ...report, signed: { key: signer.key, signature } };
}

const signedSchema = z.looseObject({
  kind: z.literal('sluice-conformance-report'),
  signed: z.strictObject({ key: z.string(), signature: z.string() }),
});

/**
 * Asks whether a report is the one that the owner of a key signed.
 * @throws HostError `report_malformed`, and the codes of the strict parser
 */
export function isGenuineReport(text: string, verifier: Verifier): boolean {
  const { data } = signedSchema.safeParse(parseStrictJson(text));
  if (data === undefined) throw new HostError('report_malformed', 'no signed report');
  const { signed, ...report } = data;
  return signed.key === verifier.key && verifier.verify(stableStringify(report), signed.signature);
}
