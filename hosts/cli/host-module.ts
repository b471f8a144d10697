/**
 * Loads a host module: its default export is a configuration of `createKernel`, or a function that
 * returns one. The module is the host's own code and runs with all of its rights.
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { KernelFault } from '../../kernel/index.js';
import { codes } from '../../schemas/index.js';
import { createKernel, type Kernel } from '../create-kernel.js';
import { HostError } from '../errors.js';
import type { KernelConfig } from '../kernel-config.js';
import { firstLine } from './fault.js';
import { assertFile } from './text-input.js';

function isCoded(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && Object.hasOwn(codes, String(error.code));
}

function failed(path: string, error: unknown): Error {
  // A fault that our own functions raised says its mend better than we could.
  if (isCoded(error)) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const isOurs = code === 'ERR_MODULE_NOT_FOUND' && firstLine(error).includes("package 'sluice'");
  const why = isOurs
    ? 'cannot find `sluice` from its folder: install the package there, or move the file'
    : firstLine(error);
  return new HostError('host_module_failed', `\`${path}\`: ${why}`, { cause: error });
}

function malformed(path: string, why: string): HostError {
  return new HostError('host_module_malformed', `\`${path}\`: ${why}`);
}

async function importDefault(path: string): Promise<unknown> {
  assertFile(path);
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    throw failed(path, error);
  }
  if (loaded.default === undefined) throw malformed(path, 'it has no default export');
  return loaded.default;
}

async function called(path: string, given: unknown): Promise<unknown> {
  if (typeof given !== 'function') return given;
  try {
    return await given();
  } catch (error) {
    throw failed(path, error);
  }
}

function asConfig(path: string, given: unknown): KernelConfig {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw malformed(path, 'its default export is no object and no function that returns one');
  }
  if (!('tools' in given && Array.isArray(given.tools))) {
    throw malformed(path, '`tools` must be a list of tools');
  }
  if (!('principal' in given && typeof given.principal === 'string')) {
    throw malformed(path, '`principal` must be text, such as `user:alice@example.com`');
  }
  return given as unknown as KernelConfig;
}

/**
 * Loads the configuration that a host module exports.
 * @throws HostError `input_unreadable`, `host_module_failed`, `host_module_malformed`; KernelFault
 * as the module's own calls raise it
 */
export async function loadHost(path: string): Promise<KernelConfig> {
  return asConfig(path, await called(path, await importDefault(path)));
}

/**
 * Builds the kernel of a host module.
 * @throws KernelFault as `createKernel` raises it; HostError `foreign_kernel`, `config_malformed`
 */
export function kernelOf(path: string, config: KernelConfig): Kernel {
  try {
    return createKernel(config);
  } catch (error) {
    if (!isCoded(error)) {
      throw new HostError('config_malformed', `\`${path}\`: ${firstLine(error)}`, { cause: error });
    }
    if (error instanceof KernelFault && error.code === 'config_malformed')
      throw new HostError(error.code, `\`${path}\`: ${error.message}`, { cause: error });
    if (!('code' in error && error.code === 'foreign_kernel')) throw error;
    const here = dirname(fileURLToPath(import.meta.resolve('sluice/package.json')));
    const mend = 'run the `sluice` of the copy that the module imports, by `npx sluice`';
    throw new HostError('foreign_kernel', `\`${path}\`: this is the copy in \`${here}\`; ${mend}`);
  }
}
