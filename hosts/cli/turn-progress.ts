/** What a turn shows while it goes, on stderr: steps, decisions, who is waited for. No value. */
import type { TurnStep } from '../../reasoner/index.js';
import type { TraceEvent } from '../../schemas/index.js';
import { visibleLine } from '../answer/visible-text.js';
import type { TurnAsked } from '../turns/take-turn.js';
import type { Screen } from './screen.js';

/** Shows the steps of a turn, and what the kernel tells of each. */
export function turnProgress(screen: Screen): Pick<TurnAsked, 'watch' | 'onStep'> {
  const say = (line: string): void => screen.note(visibleLine(line));
  return {
    watch: (event) => {
      const line = lineOf(event);
      if (line !== null) say(line);
    },
    onStep: (step) => say(stepLine(step)),
  };
}

function lineOf(event: TraceEvent): string | null {
  switch (event.kind) {
    case 'gate_allowed':
      return `  ${event.step}  ${event.tool}  allowed`;
    case 'gate_denied':
      return `  ${event.step}  ${event.tool}  refused: ${event.denial?.code ?? 'unknown'}`;
    case 'asked':
      return `  ${event.tool}  waits for a ruling, until ${new Date(event.expiresAt).toISOString()}`;
    case 'ruled':
      return `  ${event.decision === 'allow' ? 'allowed' : 'refused'} by ${event.approver}`;
    case 'effect_ended':
      return `  ${event.tool}  ${event.outcome}${event.code === null ? '' : `: ${event.code}`}`;
    default:
      return null;
  }
}

function stepLine({ step, tool, status, code, modelMs, runMs }: TurnStep): string {
  const what = tool ?? 'answer';
  const why = code === null ? '' : `: ${code}`;
  const ms = (n: number): string => `${Math.round(n)} ms`;
  return `${step}. ${what}  ${status}${why}  (model ${ms(modelMs)}, step ${ms(runMs)})`;
}
