/**
 * The text of a record's data. The two records of every effect are put together by hand, since they
 * are written on every call; what comes out is the JSON that `recordText` would write. Ids,
 * names and digests have no character that JSON escapes; everything else is escaped, and whatever
 * is no printable ASCII too.
 */
import type { AnswerSummary, AuditBody, Label, RulesNote } from '../../schemas/index.js';
import { asciiJson, assertPlainPrototypes, recordText } from '../snapshot/digest.js';

type Data<K extends AuditBody['kind']> = Extract<AuditBody, { readonly kind: K }>['data'];

/** Text that stands in JSON as it is. */
const PLAIN = /^[\w ./:*@+-]*$/;

/** Writes the data of a record. @throws DigestRefused while a built-in prototype has a `toJSON` */
export function bodyText(body: AuditBody): string {
  if (body.kind === 'admission') return admissionText(body.data);
  if (body.kind === 'terminal') return terminalText(body.data);
  return recordText(body.data);
}

function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : asciiJson(text);
}

function orNull(text: string | null): string {
  return text === null ? 'null' : quote(text);
}

function listText(items: readonly string[]): string {
  let out = '';
  for (const item of items) out += out === '' ? quote(item) : `,${quote(item)}`;
  return `[${out}]`;
}

function labelText(label: Label): string {
  const { sources, control, readers, subjects } = label;
  const named = readers === 'anyone' ? '"anyone"' : listText(readers);
  return (
    `{"sources":${listText(sources)},"control":${listText(control)},` +
    `"readers":${named},"subjects":${listText(subjects)}}`
  );
}

function answerText(answer: AnswerSummary): string {
  const { stage, outcome, asks } = answer;
  const asked = asks === undefined ? '' : `,"asks":${asciiJson(asks)}`;
  return `{"stage":"${stage}","outcome":"${outcome}"${foundText(answer)}${asked}}`;
}

function foundText({ judgement, rules, review }: AnswerSummary): string {
  if (rules !== undefined) return `,"rules":${notesText(rules)}`;
  if (review !== undefined) return `,"review":"${review}"`;
  if (judgement === undefined) return '';
  if (judgement.degraded !== undefined) return `,"judgement":${asciiJson(judgement)}`;
  const { kind, score, threshold } = judgement;
  return `,"judgement":{"kind":"${kind}","score":${score},"threshold":${threshold}}`;
}

function notesText({ decided, advisory, overridden }: RulesNote): string {
  return (
    `{"decided":${listText(decided)},"advisory":${listText(advisory)},` +
    `"overridden":${listText(overridden)}}`
  );
}

function admissionText(data: Data<'admission'>): string {
  assertPlainPrototypes();
  let labels = '';
  for (const pointer in data.labels) {
    const label = data.labels[pointer] as Label;
    labels += `${labels === '' ? '' : ','}${quote(pointer)}:${labelText(label)}`;
  }
  const { idempotency } = data;
  const key = idempotency === undefined ? '' : `,"idempotency":${quote(idempotency)}`;
  let answers = '';
  for (const answer of data.answers) answers += `${answers === '' ? '' : ','}${answerText(answer)}`;
  return (
    `{"step":${quote(data.step)},"tool":${quote(data.tool)},"definition":${quote(data.definition)},` +
    `"args":${quote(data.args)}${key},"labels":{${labels}},"answers":[${answers}],"policy":${quote(data.policy)}}`
  );
}

function terminalText(data: Data<'terminal'>): string {
  const { outcome, output, code, result } = data;
  return `{"outcome":"${outcome}","output":${orNull(output)},"code":${orNull(code)},"result":${orNull(result)}}`;
}
