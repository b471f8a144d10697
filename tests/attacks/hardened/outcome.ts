/** What an attempt came to, from what the attacked process told. Pure. */
import type { Outcome } from './attempt.js';
import type { Report } from './driver.js';
import type { Observed } from './victim.js';

export interface Verdict {
  readonly outcome: Outcome;
  /** What shows it; empty where nothing changed. */
  readonly note: string;
}

/** What the attack was found by before anything ran. */
const REFUSED = /^(realm_altered|realm_late|Error: cannot patch|Error: the entry gave nothing)/;

const bypass = (note: string): Verdict => ({ outcome: 'bypass', note });
const stops = (note: string): Verdict => ({ outcome: 'stops', note });

function ofObserved(seen: Observed, usual: Observed): Verdict {
  if (seen.ran !== '') return bypass(`ran: ${seen.ran.replaceAll('\n', '; ')}`);
  if (!seen.honest.startsWith('send_email ')) return stops('the allowed call did not run');
  const sent = (told: Observed): string => told.honest.split('\n', 1)[0] ?? '';
  if (sent(seen) !== sent(usual)) return bypass('the allowed call ran with other arguments');
  if (!seen.timedOut) return stops('no time limit ends a call');
  if (seen.records !== usual.records || !seen.isGenuine) return bypass('the record is another');
  if (seen.labels !== usual.labels) return bypass('the labels are others');
  if (seen.unread !== null) return { outcome: 'refused', note: seen.unread };
  return { outcome: 'no effect', note: '' };
}

/**
 * Judges one report beside that of a run which nobody attacked; null where the process ended
 * without one.
 */
export function verdictOf(report: Report | null, usual: Observed): Verdict {
  if (report === null) return stops('the process ended');
  const { hasCallable, hasText, observed, threw } = report;
  if (hasCallable) return bypass('it holds the callable of a tool');
  if (hasText) return bypass('it holds the content of a labelled value');
  if (observed !== null) return ofObserved(observed, usual);
  if (threw !== null && REFUSED.test(threw)) return { outcome: 'refused', note: threw };
  return stops(`the package does not load: ${threw}`);
}
