/**
 * A run explained as one HTML file: no script, nothing loaded from anywhere, every text of a record
 * escaped. The policy in its head forbids all else, should an escape be missing. Upholds INV-V2.
 */
import { createHash } from 'node:crypto';
import { timeText } from '../answer/time-text.js';
import { explainGraph } from './explain-graph.js';
import {
  chainText,
  checkText,
  disclosureText,
  edgeText,
  namesText,
  outcomeText,
  pauseText,
  questionTexts,
  readersText,
  rulingText,
} from './explain-words.js';
import type { ExplainedArgument, ExplainedCall, Explanation } from './explained-run.js';
import { html, type Markup, styleElement } from './markup.js';
import { pageStyle } from './page-style.js';
import { type StepRow, stepRows } from './step-rows.js';

const digest = createHash('sha256').update(pageStyle).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;

/** Makes the page. */
export function explainPage(explanation: Explanation): string {
  const { run, chain, planned } = explanation;
  const rows = stepRows(explanation);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Run ${run.run}</title>
${styleElement(pageStyle)}
</head>
<body>
<a class="skip" href="#steps">To the steps</a>
<header>
${chain.ok ? null : alarm(explanation)}
<h1>Run <code>${run.run}</code></h1>
<p>Status <strong>${run.status ?? 'no end on record'}</strong>,
${timeText(run.startedAt)} to ${timeText(run.endedAt)}.
${run.plans.map(({ steps }) => html`A plan of ${steps ?? '?'} steps. `)}
${chain.ok ? html`${chainText(chain)}.` : null}</p>
${run.pauses.map((pause) => html`<p>${pauseText(pause)}.</p>`)}
${planned === null ? null : html`<p${planned.check.kind === 'other' ? html` class="alarm"` : null}>${checkText(planned)}.</p>`}
</header>
<main>
<h2 id="graph">Graph</h2>
<p class="soft">Left: who wrote (solid) and who chose (dotted) what a step was given. Right: the steps in order,
and the values that go from one to another. ✗ and thick: the flow that was refused.</p>
<div class="figure" role="region" aria-labelledby="graph" tabindex="0">
${explainGraph(explanation) ?? html`<p>No call of a tool is on record.</p>`}
</div>
<h2 id="steps">Steps</h2>
<ol class="steps">
${rows.map(rowMarkup)}
</ol>
${notes(explanation)}
</main>
</body>
</html>
`;
  return String(page);
}

function alarm({ chain }: Explanation): Markup {
  return html`<div class="alarm" role="alert"><p>${chainText(chain)}</p>
<ul>${chain.problems.map((problem) => html`<li>${problem}</li>`)}</ul></div>`;
}

function notes({ run, planned }: Explanation): Markup {
  const said = [
    run.isCut ? 'The run has more records than are read here.' : null,
    run.unread > 0 ? `${run.unread} records of the run are of no known shape.` : null,
    planned?.isCut === true ? 'The plan has more steps than are shown here.' : null,
  ];
  return html`${said.map((text) => (text === null ? null : html`<p class="ask">${text}</p>`))}`;
}

function rowMarkup({ step, planned, calls }: StepRow, row: number): Markup {
  const from = planned?.from ?? [];
  return html`<li id="step-${row}">
${
  planned === null
    ? null
    : html`<h3><code>${step}</code> <span class="soft">${planned.kind} ${planned.what}</span></h3>
<ul class="plain soft">${from.map(
        ({ step: other, argument, path }) =>
          html`<li><code>${argument}</code> from <code>${other}${path === '' ? '' : `.${path}`}</code></li>`,
      )}</ul>`
}
${calls.map(callMarkup)}
</li>
`;
}

function callMarkup(call: ExplainedCall): Markup {
  const { denial, end } = call;
  const isDone = denial === null && end?.outcome === 'committed';
  const [card, tone] =
    denial !== null ? ['refused', 'bad'] : isDone ? ['done', 'good'] : ['open', 'ask'];
  return html`<article class="card ${card}">
<h3><code>${call.step}</code> <code>${call.tool}</code>
<span class="${tone}">${denial === null ? '' : '✗ '}${outcomeText(call)}</span></h3>
${denialMarkup(call)}
${call.arguments.length === 0 ? null : tableMarkup(call)}
${
  call.answers.length === 0
    ? null
    : html`<p><strong>Stages:</strong> ${call.answers.map(
        ({ stage, outcome, by }) =>
          html`<span class="${toneOf(outcome)}">${stage} ${outcome}${by.length === 0 ? '' : ` (${by.join('; ')})`}</span>. `,
      )}</p>`
}
${releasesMarkup(call)}
<p class="soft mono">call ${call.call}${call.policy === null ? '' : `, policy ${call.policy}`}</p>
</article>
`;
}

function toneOf(outcome: string): string {
  if (outcome === 'deny') return 'bad';
  return outcome === 'require_user' ? 'ask' : 'soft';
}

function denialMarkup({ denial }: ExplainedCall): Markup | null {
  if (denial === null) return null;
  const { edge, rules, mend, stage } = denial;
  return html`<div class="bad">
${edge === null ? null : html`<p><strong>Refused: ${edgeText(edge)}.</strong> The call discloses to ${disclosureText(edge.discloses)}.</p>`}
${edge === null && stage === 'provenance' ? html`<p>The record does not say which argument.</p>` : null}
${rules.length === 0 ? null : html`<p>By ${rules.join(', ')}.</p>`}
</div>
${mend === null ? null : html`<p><strong>Mend:</strong> ${mend}</p>`}`;
}

function tableMarkup({ arguments: given, denial }: ExplainedCall): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Labels"><table>
<caption>Labels</caption>
<thead><tr><th scope="col">argument</th><th scope="col">written by</th><th scope="col">chosen by</th>
<th scope="col">readers</th><th scope="col">about</th></tr></thead>
<tbody>${given.map((part) => labelMarkup(part, denial?.edge?.argument === part.argument))}</tbody>
</table></div>`;
}

function labelMarkup({ argument, label }: ExplainedArgument, isRefused: boolean): Markup {
  return html`<tr${isRefused ? html` class="edge"` : null}><th scope="row"><code>${isRefused ? '✗ ' : ''}${argument}</code></th>
<td>${namesText(label.sources, 'nobody')}</td><td>${namesText(label.control, 'nobody else')}</td>
<td>${readersText(label)}</td><td>${namesText(label.subjects, 'nobody')}</td></tr>
`;
}

function releasesMarkup(call: ExplainedCall): Markup {
  const texts = [
    ...questionTexts(call).map((question) => `asked ${question}`),
    ...call.rulings.map(rulingText),
    ...(call.wasAsked && call.rulings.length === 0 ? ['nobody ruled'] : []),
  ];
  return html`${call.releases.map(
    ({ argument, rule, releases: what, declassifier }) =>
      html`<p class="ask">Released: <code>${argument}</code> by ${declassifier} rule <code>${rule}</code>, ${what}.</p>`,
  )}${texts.map((text) => html`<p class="ask">${text}</p>`)}`;
}
