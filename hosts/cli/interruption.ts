/**
 * Ctrl-C and a polite kill. Before the run they end the command; during it the first one cancels,
 * and the second one leaves, saying what is not known.
 */
import { HostError } from '../errors.js';
import { reportFault } from './fault.js';
import type { Progress } from './progress.js';
import type { Screen } from './screen.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Takes the signals over; the result is aborted by the first one that comes during the run. */
export function takeSignals(screen: Screen, progress: Progress, isJson: boolean): AbortSignal {
  const controller = new AbortController();
  const leave = async (message: string): Promise<void> => {
    await reportFault(screen, new HostError('cancelled', message), isJson);
    progress.leave(progress.faultCode);
  };
  const onSignal = (): void => {
    if (!progress.isRunning) {
      void leave('interrupted while no run was on');
    } else if (controller.signal.aborted) {
      void leave('left before the run ended: a call under way may have had its effect');
    } else {
      screen.note('cancelling: no further effect starts; interrupt again to leave at once');
      controller.abort(new HostError('cancelled', 'interrupted'));
    }
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return controller.signal;
}
