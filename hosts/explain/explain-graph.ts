/**
 * The graph of a run as SVG: on the left who wrote and who chose, on the right the steps in order,
 * between them the arguments; the flow that was refused stands out. Where a plan is known, the
 * values that go from step to step are arcs on the right. Pure.
 */
import type { ExplainedCall, Explanation } from './explained-run.js';
import { html, type Markup } from './markup.js';
import { plannedName, type StepRow, stepRows } from './step-rows.js';

const ROW = 56;
const BOX = 36;
const LEFT = { x: 12, width: 220 };
const RIGHT = { x: 460, width: 320 };
const WIDTH = 960;
/** Rows and names that are drawn; the list below the graph has them all. */
const MAX_ROWS = 120;
const MAX_NAMES = 60;
const MAX_WIRES = 2000;
const MAX_TEXT = 34;

interface Wire {
  readonly from: string;
  readonly row: number;
  readonly argument: string;
  readonly kind: 'written' | 'chosen';
  readonly isRefused: boolean;
}

/** Draws the graph; null where there is nothing to draw. */
export function explainGraph(explanation: Explanation): Markup | null {
  const rows = stepRows(explanation);
  if (rows.length === 0) return null;
  const shown = rows.slice(0, MAX_ROWS);
  const wires = shown.flatMap(wiresOf).slice(0, MAX_WIRES);
  const names = [...new Set(wires.map(({ from }) => from))].slice(0, MAX_NAMES);
  const height = Math.max(shown.length, names.length) * ROW + 24;
  const refusedLast = [...wires].sort((a, b) => Number(a.isRefused) - Number(b.isRefused));
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="group"
 aria-labelledby="graph-title"><title id="graph-title">Who wrote and who chose what each step was given</title>
${refusedLast.map((wire) => wireMarkup(wire, names))}
${arcsOf(shown)}
${names.map(nameMarkup)}
${shown.map(rowMarkup)}
</svg>
${rows.length > MAX_ROWS ? html`<p class="soft">Only the first ${MAX_ROWS} steps are drawn.</p>` : null}`;
}

function wiresOf({ calls }: StepRow, row: number): readonly Wire[] {
  const seen = new Set<string>();
  return calls.flatMap(({ arguments: given, denial }) =>
    given.flatMap(({ argument, label }) => {
      const isRefused = denial?.edge?.argument === argument;
      const to = { row, argument, isRefused };
      return [
        ...label.sources.map((from) => ({ ...to, from, kind: 'written' as const })),
        ...label.control.map((from) => ({ ...to, from, kind: 'chosen' as const })),
      ].filter(({ from, kind }) => {
        // One line for all arguments that look alike; a refused one has its own.
        const key = `${from}\n${kind}\n${isRefused ? argument : ''}`;
        return !seen.has(key) && seen.add(key);
      });
    }),
  );
}

function middle(row: number): number {
  return row * ROW + 12 + BOX / 2;
}

function clipped(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}

function wireMarkup(
  { from, row, argument, kind, isRefused }: Wire,
  names: readonly string[],
): Markup | null {
  const place = names.indexOf(from);
  if (place === -1) return null;
  const [x1, y1, x2, y2] = [LEFT.x + LEFT.width, middle(place), RIGHT.x, middle(row)];
  const bend = (x1 + x2) / 2;
  const classes = `wire ${kind === 'chosen' ? 'chosen' : ''} ${isRefused ? 'refused-wire' : ''}`;
  const what = `${argument} of this step: ${kind} by ${from}${isRefused ? ' (refused)' : ''}`;
  return html`<path class="${classes.trim()}" d="M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}"><title>${what}</title></path>
${isRefused ? html`<text class="refused-text" x="${x2 - 8}" y="${y2 - 8}" text-anchor="end">✗ ${clipped(argument)}</text>` : null}`;
}

/** Values that go from step to step. */
function arcsOf(rows: readonly StepRow[]): readonly Markup[] {
  const places = new Map(rows.map(({ step }, i) => [plannedName(step), i]));
  return rows.flatMap(({ planned }, row) =>
    (planned?.from ?? []).flatMap(({ step, argument, path }) => {
      const from = places.get(plannedName(step));
      if (from === undefined || from === row) return [];
      const [x, y1, y2] = [RIGHT.x + RIGHT.width, middle(from) + 6, middle(row) - 6];
      const out = x + 24 + Math.min(120, Math.abs(row - from) * 14);
      const what = `${step}${path === '' ? '' : `.${path}`} goes into ${argument}`;
      return [
        html`<path class="wire data" d="M${x} ${y1}C${out} ${y1} ${out} ${y2} ${x} ${y2}"><title>${what}</title></path>
`,
      ];
    }),
  );
}

function nameMarkup(name: string, place: number): Markup {
  const y = place * ROW + 12;
  return html`<g><title>${name}</title><rect class="node" x="${LEFT.x}" y="${y}" width="${LEFT.width}" height="${BOX}" rx="18"/>
<text x="${LEFT.x + 14}" y="${y + 23}">${clipped(name).slice(0, 24)}</text></g>
`;
}

function classOf(calls: readonly ExplainedCall[]): string {
  if (calls.some(({ verdict }) => verdict === 'refused')) return 'node refused-node';
  const isDone = calls.length > 0 && calls.every(({ end }) => end?.outcome === 'committed');
  return isDone ? 'node done-node' : 'node';
}

function rowMarkup({ step, planned, calls }: StepRow, row: number): Markup {
  const y = row * ROW + 12;
  const tool = calls[0]?.tool ?? `${planned?.kind ?? ''} ${planned?.what ?? ''}`.trim();
  const mark = calls.some(({ verdict }) => verdict === 'refused') ? '✗ ' : '';
  return html`<a href="#step-${row}"><title>${step} ${tool}</title>
<rect class="${classOf(calls)}" x="${RIGHT.x}" y="${y}" width="${RIGHT.width}" height="${BOX}" rx="4"/>
<text x="${RIGHT.x + 10}" y="${y + 23}">${mark}${clipped(`${step}  ${tool}`)}</text></a>
`;
}
