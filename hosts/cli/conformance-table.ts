/** The report of the kit for people: requirement by requirement, then what it cannot say. */
import { visibleLine } from '../answer/visible-text.js';
import type { ConformanceReport, Finding, PlainReport } from '../conformance/index.js';
import type { Screen } from './screen.js';

interface TableParts {
  /** The subject as it was named on the command line. */
  readonly command: string | undefined;
  readonly screen: Pick<Screen, 'paint'>;
}

/** The table, with the sentence of each fault and the command that shows it again. */
export function conformanceTable(
  report: ConformanceReport,
  plain: PlainReport,
  parts: TableParts,
): string {
  const { bold, green, red } = parts.screen.paint;
  const { subject, seed, runs, findings, passed } = report;
  const files = new Map(
    plain.findings.flatMap((one): [string, string][] =>
      one.result === 'fail' && one.example !== null ? [[one.id, one.example.file]] : [],
    ),
  );
  const lines = [bold(visibleLine(`${subject}, seed ${seed}, ${runs} examples a requirement`)), ''];
  for (const finding of findings) lines.push(...linesOf(finding, files, parts));
  const count = (result: Finding['result']): number =>
    findings.filter((finding) => finding.result === result).length;
  lines.push('', `${count('pass')} passed, ${count('fail')} failed, ${count('inconclusive')} open`);
  for (const what of plain.opaque) lines.push(`opaque: ${what}`);
  for (const what of plain.notTested) lines.push(`not tested: ${what}`);
  lines.push(passed ? green('nothing failed') : red('it does not conform'));
  return `${lines.join('\n')}\n`;
}

function linesOf(
  finding: Finding,
  files: ReadonlyMap<string, string>,
  { command, screen }: TableParts,
): readonly string[] {
  const { id, title, result } = finding;
  const { green, red, yellow, dim } = screen.paint;
  const head = (paint: (text: string) => string): string =>
    `${id.padEnd(6)} ${paint(result.padEnd(12))} ${title}`;
  const below = (name: string, text: string): string => dim(`       ${name.padEnd(12)} `) + text;
  if (finding.result === 'pass') {
    const runs = `${finding.runs} runs, ${finding.bites} of them could have shown a fault`;
    return [head(green), below('', runs)];
  }
  if (finding.result === 'inconclusive') return [head(yellow), below('because', finding.why)];
  const file = files.get(id) ?? '';
  const subject = command === undefined ? '' : ` --subject ${quoted(command)}`;
  return [
    head(red),
    below('seen', visibleLine(finding.why)),
    below('example', visibleLine(file)),
    below('again', visibleLine(`sluice conformance --replay ${quoted(file)}${subject}`)),
  ];
}

/** As a shell reads it as one word. */
function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
