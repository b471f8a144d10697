/**
 * A preview of a plan for people: each call with what is known of its arguments, where the rest
 * comes from, and what the Gate would say. Every value was made visible by the kernel.
 */
import type { PlanPreview } from '../kernel/index.js';
import type {
  Obligation,
  Prediction,
  PreviewArgument,
  PreviewCall,
  PreviewEffect,
  PreviewSubkernel,
} from '../schemas/index.js';
import type { TextPaint } from './answer/text-paint.js';
import { visibleText } from './answer/visible-text.js';

const asItIs = (text: string): string => text;
const plain: TextPaint = Object.freeze({
  bold: asItIs,
  dim: asItIs,
  green: asItIs,
  yellow: asItIs,
  red: asItIs,
});

/** How much of one value a line shows; the request for a ruling shows more. */
const MAX_SHOWN = 160;
/** How many arguments of one call, and places of one value, are shown. */
const MAX_ARGS = 100;
const MAX_PLACES = 8;

/** Whether some call of a preview is denied for certain. */
export function isCertainlyDenied({ effects }: PlanPreview): boolean {
  return effects.some((row) => row.kind === 'call' && row.prediction.outcome === 'deny');
}

/** Writes a preview as lines of text. */
export function previewText(preview: PlanPreview, paint: TextPaint = plain): string {
  const { plan, policy, principal, effects, stop, asks } = preview;
  const rows = effects.flatMap((row) => rowLines(row, paint));
  const lines = [
    `${paint.bold('plan')} SHA-256 ${plan}`,
    `${paint.bold('for')} ${inert(principal)}, under policy ${inert(policy ?? 'none')}`,
    paint.bold('effects'),
    ...(rows.length === 0 ? ['  none'] : rows),
    ...(stop === null
      ? []
      : [`${paint.red('stops')} at ${stop.step}: ${stop.code}, whatever is allowed`]),
    `${paint.bold('approval')} ${asksText(asks)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Words of rules and of the host, on one line. */
function inert(text: string): string {
  return visibleText(text).replaceAll('\n', ' ');
}

function asksText(asks: number): string {
  if (asks === 0) return 'a ruling on the plan would answer no call';
  return `one ruling on the plan would answer ${asks} ${asks === 1 ? 'call' : 'calls'}`;
}

function rowLines(row: PreviewEffect, paint: TextPaint): readonly string[] {
  return row.kind === 'call' ? callLines(row, paint) : subkernelLines(row, paint);
}

function callLines(row: PreviewCall, paint: TextPaint): readonly string[] {
  const { step, tool, prediction } = row;
  const how = [row.effect, ...(row.egress ? ['egress'] : []), ...row.classes].join(', ');
  const often = oftenText(row);
  const head = `  ${step}  ${paint.bold(tool)}  ${outcomeText(prediction, paint)}`;
  const decides = row.mayDecide.length === 0 ? '' : `, decided on by ${row.mayDecide.join(', ')}`;
  return [
    `${head}  ${paint.dim(how)}${often === '' ? '' : paint.dim(`; ${often}${decides}`)}`,
    ...row.args.slice(0, MAX_ARGS).flatMap((arg) => argumentLines(arg, paint)),
    ...unshown(row.args.length - MAX_ARGS, 'arguments'),
    ...reasons(prediction).map((reason) => `      ${inert(reason)}`),
  ];
}

function unshown(count: number, what: string): readonly string[] {
  return count > 0 ? [`      NOT SHOWN: ${count} further ${what}`] : [];
}

function oftenText({ isConditional, atMost }: PreviewCall): string {
  if (atMost > 1) return `at most ${atMost} times`;
  return isConditional ? 'only if the run says so' : '';
}

function outcomeText({ outcome }: Prediction, paint: TextPaint): string {
  switch (outcome) {
    case 'allow':
      return paint.green('allow');
    case 'require_user':
      return paint.yellow('asks');
    case 'depends':
      return paint.yellow('depends');
    case 'deny':
      return paint.red('deny');
    case 'stop':
      return paint.red('stop');
  }
}

function argumentLines(arg: PreviewArgument, paint: TextPaint): readonly string[] {
  if (!arg.known) {
    const places = arg.from.slice(0, MAX_PLACES).map(({ step, kind }) => `${step} (${kind})`);
    const further = arg.from.length - MAX_PLACES;
    const from = places.join(', ') + (further > 0 ? ` and ${further} more` : '');
    const may = paint.dim(`may carry ${arg.mayCarry.join(' ')}`);
    return [`      ${arg.place} not known: from ${from}; ${may}`];
  }
  const { place, text, cut, length, digest, tainted, label } = arg;
  const shown = text.slice(0, MAX_SHOWN);
  const isCut = cut || shown.length < text.length;
  const rest = isCut ? ` … of ${length} characters, SHA-256 ${digest}` : '';
  const chosen = label.control.length === 0 ? '' : `, chosen by ${label.control.join(' ')}`;
  const from = `from ${label.sources.join(' ')}${chosen}${tainted ? ', UNTRUSTED' : ''}`;
  return [`      ${place === '' ? '(all)' : place} = ${shown}${rest}  ${paint.dim(from)}`];
}

function asked(obligations: readonly Obligation[]): readonly string[] {
  return obligations.map(({ source, rule, reason }) => `asks: ${reason} (${source}, ${rule})`);
}

function reasons(prediction: Prediction): readonly string[] {
  switch (prediction.outcome) {
    case 'allow':
      return [];
    case 'require_user':
      return asked(prediction.obligations);
    case 'depends':
      return [`open: ${prediction.on.join(', ')}`, ...asked(prediction.obligations)];
    case 'deny': {
      const { code, stage, reason, mend } = prediction.denial;
      return [`${code} at ${stage}: ${reason}`, `mend: ${mend}`];
    }
    case 'stop':
      return [`the run ends before this call: ${prediction.code}`];
  }
}

function subkernelLines({ step, tools }: PreviewSubkernel, paint: TextPaint): readonly string[] {
  const reach = tools.map(
    ({ tool, effect, egress }) => `${tool} (${effect}${egress ? ', egress' : ''})`,
  );
  const what = reach.length === 0 ? 'no tool' : reach.join(', ');
  return [
    `  ${step}  ${paint.bold('sub-kernel')}  ${paint.yellow('depends')}`,
    `      may call, with arguments that nobody knows yet: ${what}`,
  ];
}
