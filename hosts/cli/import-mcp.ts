/** Loads the gateway, whose protocol is an optional peer. */
import { HostError } from '../errors.js';

/** Loads it. @throws HostError `peer_missing` where the SDK is not installed */
export async function importMcp(): Promise<typeof import('../gateway/index.js')> {
  try {
    return await import('../gateway/index.js');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const what = '`@modelcontextprotocol/sdk` is not installed';
    throw new HostError('peer_missing', what, { cause });
  }
}
