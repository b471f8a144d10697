/** Whether a compute step gives its function what the table says that it takes. Pure. */
import { type ComputeStep, signatureOf } from '../../schemas/index.js';

/** What does not fit, in words of the table; null if everything does. */
export function misfitOf({ fn, args, by, where }: ComputeStep): string | null {
  const signature = signatureOf(fn);
  const { optional = [] } = signature;
  for (const name of Object.keys(signature.args)) {
    if (args[name] === undefined && !optional.includes(name)) return `no \`${name}\``;
  }
  for (const name in args) {
    const takes = Object.hasOwn(signature.args, name) ? signature.args[name] : undefined;
    if (takes === undefined) return 'an argument that the function does not take';
    if (takes !== 'any' && !takes.includes(args[name] as string)) {
      return `\`${name}\` is none of ${takes.join(', ')}`;
    }
  }
  if ((where === undefined) !== (signature.where === undefined)) {
    return where === undefined ? 'no `where`' : 'a `where` that the function does not take';
  }
  if (by === undefined) return signature.by === 'required' ? 'no `by`' : null;
  return signature.by === undefined ? 'a `by` that the function does not take' : null;
}
