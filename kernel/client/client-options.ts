/** What a host says of a client when it opens a session for it; checked, with the usual choices. */
import { ownFields, unknownKey } from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze, isSafeInteger } from '../primordials.js';
import type { ClientTrust } from './client-label.js';
import { usualBounds, type ValueBounds } from './client-values.js';

export interface ClientOptions {
  /** Whose runs these are: `user:alice@example.com`. */
  readonly principal: string;
  /** Whether its words are the user's until it was told something tainted. Default: `never`. */
  readonly trust?: ClientTrust;
  /** Whether `{"$value": "v1"}` in arguments stands for a value. Default: it is a literal. */
  readonly references?: boolean;
  /** What its calls are for, as far as anybody knows: judges and reviewers are told. */
  readonly intent?: string;
  /** What it keeps of values that the client was not told. Default: 1,000, of 64 Mi units. */
  readonly bounds?: ValueBounds;
}

const KEYS = ['principal', 'trust', 'references', 'intent', 'bounds'];

/** Reads the options of a session. @throws KernelFault `config_malformed` */
export function readOptions(options: ClientOptions): Required<ClientOptions> {
  const own = ownFields(options);
  const unknown = unknownKey(own, KEYS);
  if (unknown !== null) throw malformed(unknown);
  const { principal, trust = 'never', references = false, intent = '', bounds } = own;
  if (typeof principal !== 'string' || !/^user:\S+$/.test(principal))
    throw malformed('`principal` must be `user:NAME`');
  if (trust !== 'never' && trust !== 'until_tainted')
    throw malformed('`trust` must be `never` or `until_tainted`');
  if (typeof references !== 'boolean') throw malformed('`references` must be true or false');
  if (typeof intent !== 'string') throw malformed('`intent` must be a text');
  return { principal, trust, references, intent, bounds: readBounds(bounds ?? usualBounds) };
}

function readBounds(bounds: ValueBounds): ValueBounds {
  const { count, weight } = ownFields(bounds);
  for (const bound of [count, weight]) {
    if (!isSafeInteger(bound) || bound < 1)
      throw malformed('`bounds` must be whole numbers above zero: `count` and `weight`');
  }
  return freeze({ count, weight });
}

function malformed(what: string): KernelFault {
  return new KernelFault('config_malformed', `client session: ${what}`);
}
