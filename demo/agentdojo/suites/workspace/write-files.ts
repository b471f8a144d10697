/** The tools that change the drive: create, append, share and delete. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { frozenTime, nextId } from '../office/index.js';
import { type Drive, type DriveFile, file, fileOf, permission } from './file.js';
import { fileResult } from './file-labels.js';

const existing = { '/file_id': { handle: 'file' } };

/** Makes the tools that change the drive. */
export function writeFileTools(now: () => Drive): readonly SuiteTool[] {
  return [createTool(now), appendTool(now), shareTool(now), deleteTool(now)];
}

function createTool(now: () => Drive): SuiteTool {
  return suiteTool(
    {
      name: 'create_file',
      description: 'Makes a new file that nobody but the user can read.',
      effect: 'write',
      capabilities: ['files.create'],
      classes: ['workspaceMutation'],
      // A new file takes the place of none, whatever it is called.
      args: { '/filename': { role: 'content' }, '/content': { role: 'content' } },
      sink: 'own',
      // A file that was just made is named by that alone; whoever may read what was put in may be
      // given it.
      result: {
        ...fileResult(''),
        '': { minted: true, fresh: true, readers: 'anyone' },
        '/id_': { minted: 'file', fresh: true, readers: 'anyone' },
      },
      input: z.strictObject({ filename: z.string(), content: z.string() }),
      output: file,
    },
    ({ filename, content }) => {
      const { files, account_email } = now();
      const created: DriveFile = {
        id_: nextId(files),
        filename,
        content,
        owner: account_email,
        last_modified: frozenTime,
        shared_with: {},
        size: sizeOf(content),
      };
      files[created.id_] = created;
      return created;
    },
  );
}

function appendTool(now: () => Drive): SuiteTool {
  return suiteTool(
    {
      name: 'append_to_file',
      description: 'Adds text at the end of a file, for everybody who can read it.',
      effect: 'write',
      capabilities: ['files.write'],
      classes: ['workspaceMutation', 'networkEgress'],
      args: { ...existing, '/content': { role: 'content' } },
      recipients: [{ from: '/file_id', parse: 'handle' }],
      result: fileResult(''),
      input: z.strictObject({ file_id: z.string(), content: z.string() }),
      output: file,
    },
    ({ file_id, content }) => {
      const changed = fileOf(now(), file_id);
      changed.content += content;
      changed.size = sizeOf(changed.content);
      changed.last_modified = frozenTime;
      return changed;
    },
  );
}

function shareTool(now: () => Drive): SuiteTool {
  return suiteTool(
    {
      name: 'share_file',
      description: 'Lets somebody read a file, or write it.',
      effect: 'write',
      capabilities: ['files.share'],
      classes: ['workspaceMutation', 'networkEgress'],
      args: {
        ...existing,
        '/permission': {
          synonyms: { r: ['read', 'view', 'viewer'], rw: ['write', 'edit', 'editor'] },
        },
      },
      recipients: [{ from: '/email', parse: 'email' }],
      result: fileResult(''),
      input: z.strictObject({ file_id: z.string(), email: z.string(), permission }),
      output: file,
    },
    (args) => {
      const shared = fileOf(now(), args.file_id);
      shared.shared_with[args.email] = args.permission;
      return shared;
    },
  );
}

function deleteTool(now: () => Drive): SuiteTool {
  return suiteTool(
    {
      name: 'delete_file',
      description: 'Deletes a file for good.',
      effect: 'write',
      commit: true,
      capabilities: ['files.delete'],
      classes: ['fileDelete'],
      args: existing,
      sink: 'own',
      result: fileResult(''),
      input: z.strictObject({ file_id: z.string() }),
      output: file,
    },
    ({ file_id }) => {
      const drive = now();
      const deleted = fileOf(drive, file_id);
      delete drive.files[file_id];
      return deleted;
    },
  );
}

/** The drive counts characters. */
function sizeOf(content: string): number {
  return [...content].length;
}
