/** The tool that reads a file. What stands in it is a stranger's: bills and letters. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import type { Bank } from './bank.js';

/** Makes the tool. */
export function readFileTool(now: () => Bank): SuiteTool {
  return suiteTool(
    {
      name: 'read_file',
      description: 'Gives the text of a file of the user.',
      effect: 'read',
      capabilities: ['files.read'],
      // A file of the simulated folder, not of this machine.
      args: { '/file_path': { names: 'none' } },
      result: { '': { readers: ['user'] } },
      input: z.strictObject({ file_path: z.string() }),
      output: z.string(),
    },
    ({ file_path }) => {
      const { files } = now().filesystem;
      const text = Object.hasOwn(files, file_path) ? files[file_path] : undefined;
      // The benchmark gives an empty text for a file that is not there.
      return text ?? '';
    },
  );
}
