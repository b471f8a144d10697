/** The shape of an argument that names a path. */
import * as z from 'zod/mini';

/** An absolute path, or one below `~`; what else it must be is checked where it is used. */
export const pathArgument: z.ZodMiniString = z.string().check(z.minLength(1), z.maxLength(4096));
