/** What a host hands to a kernel, at its worst: it throws, lies, changes as it is read, hangs. */
import type {
  ApprovalRequest,
  Approver,
  AuditSink,
  Clock,
  HostDeclassifier,
  Random,
  Ruling,
} from '../../../schemas/index.js';
import { turningAt } from './watcher.js';

/** A port that does not do what it should. */
export interface Hostile<Port> {
  readonly name: string;
  readonly make: () => Port;
}

const fail = (): never => {
  throw new Error('the host is out of order');
};

/** What a caller that was not checked would take for an answer; a type says that it is one. */
function lie<Answer>(value: unknown): Answer {
  return value as Answer;
}

/** A thing that says the same of each of its fields. */
const yesToAll = (answer: unknown): object =>
  new Proxy({}, { get: () => answer, has: () => true, getPrototypeOf: () => null });

const declassifier = (name: string, answer: () => unknown): Hostile<HostDeclassifier> => ({
  name,
  make: () => () => lie(answer()),
});

/** The kernel must take each of them for `deny`: what they are asked about does not leave. */
export const hostileDeclassifiers: readonly Hostile<HostDeclassifier>[] = [
  declassifier('throws', fail),
  declassifier('says nothing', () => undefined),
  declassifier('says yes', () => true),
  declassifier('says allow', () => 'allow'),
  declassifier('promises', () => Promise.resolve('release')),
  declassifier('gives a rule', () => ({ id: 'r', answer: 'release' })),
  declassifier('gives what turns into text', () => ({ toString: () => 'release' })),
  declassifier('gives a proxy', () => yesToAll('release')),
];

type Asked = (request: ApprovalRequest) => unknown;

const yes = ({ approval, digest }: ApprovalRequest): Ruling => {
  return { approval, digest, decision: 'allow', approver: 'somebody' };
};

const approver = (name: string, answer: Asked): Hostile<Approver> => ({
  name,
  make: () => ({ ask: async (request) => lie(answer(request)) }),
});

/** The kernel must take each of them for a no: the call that they are asked about does not run. */
export const hostileApprovers: readonly Hostile<Approver>[] = [
  approver('throws', fail),
  approver('never answers', () => new Promise(() => undefined)),
  approver('says nothing', () => undefined),
  approver('says allow', () => 'allow'),
  approver('says yes', () => true),
  approver('allows other bytes', (request) => ({ ...yes(request), digest: '0'.repeat(64) })),
  approver('allows another request', (request) => ({ ...yes(request), approval: 'f'.repeat(32) })),
  approver('allows without a name', ({ approval, digest }) => {
    return { approval, digest, decision: 'allow' };
  }),
  approver('allows in a list', (request) => ({ ...yes(request), decision: ['allow'] })),
  approver('allows in text', (request) => JSON.stringify(yes(request))),
  approver('denies and then allows', (request) => turningAt(yes(request), 'decision', 'deny')),
  approver('says allow to whatever it is asked', () => yesToAll('allow')),
];

const head = { seq: 0, hash: '0'.repeat(64) };
const key = '0'.repeat(64);
const honest: AuditSink = { key, head: () => head, append: () => undefined };

const sink = (name: string, other: Partial<AuditSink>): Hostile<AuditSink> => ({
  name,
  make: () => ({ ...honest, ...other }),
});

/**
 * The kernel must run nothing with any of them: what is not recorded is not done. A sink that says
 * that it wrote and did not, or that lies about its head, is none of them: who verifies the chain
 * can tell, the kernel cannot.
 */
export const hostileSinks: readonly Hostile<AuditSink>[] = [
  sink('throws as it writes', { append: fail }),
  sink('is refused as it writes', { append: () => Promise.reject(new Error('the disk is full')) }),
  sink('throws as it is asked for its head', { head: fail }),
  sink('has no head', { head: () => lie(undefined) }),
  sink('has a key of no form', { key: 'secret' }),
];

const clock = (name: string, now: () => unknown): Hostile<Clock> => ({
  name,
  make: () => ({ now: () => lie(now()) }),
});

function backwards(): () => number {
  let at = 1_700_000_000_000;
  return () => {
    at -= 60_000;
    return at;
  };
}

/** With each of them the kernel must end the run, and run nothing more than otherwise. */
export const hostileClocks: readonly Hostile<Clock>[] = [
  clock('throws', fail),
  clock('says nothing', () => undefined),
  clock('is no number', () => Number.NaN),
  clock('is at the end of time', () => Number.POSITIVE_INFINITY),
  clock('says it in words', () => '2020-01-01'),
  clock('promises', () => Promise.resolve(0)),
  { name: 'goes backwards', make: () => ({ now: backwards() }) },
];

const random = (name: string, id: () => unknown): Hostile<Random> => ({
  name,
  make: () => ({ id: () => lie(id()) }),
});

/** With each of them the kernel must end the run, and run nothing more than otherwise. */
export const hostileRandoms: readonly Hostile<Random>[] = [
  random('throws', fail),
  random('says nothing', () => undefined),
  random('always says the same', () => '0'.repeat(32)),
  random('says nothing that is random', () => ''),
  random('says a path', () => '../../../../etc/passwd'),
  random('gives a proxy', () => yesToAll('0')),
];
