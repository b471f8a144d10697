/** The kernel as a subject whose tools are at the other end of a pipe. */
import type { Timer } from '../../schemas/index.js';
import { nodeTimer } from '../node/ports.js';
import { type KernelSubjectOptions, kernelSubject } from './kernel-subject.js';
import type { Subject } from './subject.js';

/** Milliseconds that every answer may take: the kit ends a run that waits longer. */
const LEAST_MS = 60_000;

const patient: Timer = Object.freeze<Timer>({
  after: (ms, callback) => nodeTimer.after(Math.max(ms, LEAST_MS), callback),
});

/** Sluice itself, or a kernel as it is configured, to be served by `serveSubject`. */
export function servedKernel(options: KernelSubjectOptions = {}): Subject {
  const { configure = (config) => config, takes = {}, ...rest } = options;
  return kernelSubject({
    ...rest,
    takes: { ...takes, inProcess: false, watchers: [] },
    configure: (config, given) => {
      const configured = configure(config, given);
      return { ...configured, ports: { ...configured.ports, timer: patient } };
    },
  });
}
