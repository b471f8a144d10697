/** The tools that look into the drive. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { type Drive, type DriveFile, file, fileOf } from './file.js';
import { fileResult } from './file-labels.js';

/** Anybody can share a file with the user, so that the list's own shape is a stranger's. */
const files = {
  effect: 'read' as const,
  capabilities: ['files.read'],
  output: z.array(file),
  result: { '': { readers: ['user'] }, ...fileResult('/*') },
};

/** Makes the tools that list, search and open files. */
export function readFileTools(now: () => Drive): readonly SuiteTool[] {
  const holding = (field: 'filename' | 'content', query: string): DriveFile[] =>
    Object.values(now().files).filter((entry) =>
      entry[field].toLowerCase().includes(query.toLowerCase()),
    );
  return [
    suiteTool(
      {
        ...files,
        name: 'list_files',
        description: 'Gives all files of the drive.',
        input: z.strictObject({}),
      },
      () => Object.values(now().files),
    ),
    suiteTool(
      {
        ...files,
        name: 'search_files',
        description: 'Gives the files whose text holds the query.',
        input: z.strictObject({ query: z.string() }),
      },
      ({ query }) => holding('content', query),
    ),
    suiteTool(
      {
        ...files,
        name: 'search_files_by_filename',
        description: 'Gives the files whose name holds the text.',
        input: z.strictObject({ filename: z.string() }),
      },
      ({ filename }) => holding('filename', filename),
    ),
    suiteTool(
      {
        name: 'get_file_by_id',
        description: 'Gives one file.',
        effect: 'read',
        capabilities: ['files.read'],
        args: { '/file_id': { handle: 'file' } },
        result: fileResult(''),
        input: z.strictObject({ file_id: z.string() }),
        output: file,
      },
      ({ file_id }) => fileOf(now(), file_id),
    ),
  ];
}
