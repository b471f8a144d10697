/** `web_fetch`: the text at a URL on a host within reach of `web.fetch`. */
import * as z from 'zod/mini';
import { runExecutor } from '../protocol/run-executor.js';
import { fetchText } from '../web/fetch-text.js';

const shape = z.strictObject({ url: z.string().check(z.minLength(1), z.maxLength(2048)) });

await runExecutor(shape, (call) => fetchText(call.args.url, { hints: call.hints('web.fetch') }));
