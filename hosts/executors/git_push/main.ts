/** `git_push`: one branch of a repository within reach of `git.push`, to a remote that it names. */
import * as z from 'zod/mini';
import { pushBranch } from '../git/push-branch.js';
import { pathArgument } from '../paths/path-argument.js';
import { runExecutor } from '../protocol/run-executor.js';

const shape = z.strictObject({
  repo: pathArgument,
  remote: z.string().check(z.minLength(1), z.maxLength(100)),
  branch: z.string().check(z.minLength(1), z.maxLength(200)),
});

await runExecutor(shape, (call) => pushBranch(call.args, call));
