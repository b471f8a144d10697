/**
 * Readers and subjects as a host lists them: `user`, principals and capabilities by their names.
 */
import { isReaders, type Readers } from './label.js';

const NAME = /^(?:user|third_party|user:\S+|cap:\S+)$/u;

/**
 * Asks whether a host's list of readers or subjects names each as it is compared: `user`,
 * `user:bob@example.org`, `cap:mail.send`. A bare name would be equal to nobody.
 */
export function isNamedReaders(value: unknown): value is Readers {
  return isReaders(value) && (value === 'anyone' || value.every((name) => NAME.test(name)));
}
