/** Pages of the codes about signed executors: what is let in, and what becomes of a launch. */
import type { ErrorPages } from './page.js';

export const cataloguePages = {
  scope_denied: {
    seenAs: 'A call names a path or a host that lies outside the hints of its executor.',
    why:
      'The manifest, or the host, says how far a capability of this executor reaches; what cannot ' +
      'be told to lie within is outside.',
  },
  catalogue_unkeyed: {
    seenAs: 'A catalogue was opened without a public key that it may trust.',
    why: 'Without a key nothing can be told from what anybody wrote, so nothing is let in.',
  },
  catalogue_file_refused: {
    seenAs: 'A file or folder of an executor is a link, not regular, or open to other users.',
    why: 'Whoever else may change or redirect the file decides what runs, whoever signed it.',
  },
  manifest_malformed: {
    seenAs: 'The manifest of an executor is no TOML, or says what no manifest may say.',
    why: 'A key that nobody reads would look as if it bounded something.',
  },
  manifest_unsigned: {
    seenAs: 'A folder with a manifest holds no readable `manifest.toml.sig`.',
    why: 'Only what somebody answers for is let in.',
  },
  manifest_untrusted: {
    seenAs: 'No trusted key made the signature over these very bytes of the manifest.',
    why: 'The manifest was changed after it was signed, or signed by somebody whom nobody named.',
  },
  executor_duplicate: {
    seenAs: 'Two folders hold executors of one name; neither was let in.',
    why: 'Which of the two a call would reach must not depend on the order of folders.',
  },
  executor_changed: {
    seenAs: 'A file of an executor is not what its manifest was signed for.',
    why: 'What runs is what was signed. It is looked at again before every start.',
  },
  executor_unavailable: {
    seenAs: 'The program of an executor could not be started.',
    why: 'It is not on the PATH of the host, or the system refused its limits or its process.',
  },
  executor_failed: {
    seenAs: 'An executor answered with `{"ok":false,"error":"…"}`.',
    why: 'It ran and says that it could not. What it says is content, like all that it prints.',
  },
  executor_crashed: {
    seenAs: 'An executor ended with an exit code or a signal, and without an answer.',
    why: 'Nobody knows how far it came: of a write, the outcome is uncertain.',
  },
  executor_timeout: {
    seenAs: 'An executor ran longer than its manifest allows; its process group was killed.',
    why: 'A call that may last for ever holds up everything after it.',
  },
  executor_output_invalid: {
    seenAs: 'An executor printed something other than the one JSON object of its protocol.',
    why: 'Output that is guessed at can be made to mean what its writer wants.',
  },
  executor_output_too_large: {
    seenAs: 'An executor printed more than its manifest allows; its process group was killed.',
    why: 'What is read into memory must have a bound that does not depend on who prints it.',
  },
  executor_leaked_secret: {
    seenAs: 'An executor printed the bytes of a secret that it was given.',
    why: 'A secret in a result would reach records, models and whoever reads the answer.',
  },
  secret_unavailable: {
    seenAs: 'The host has no secret of a name that the manifest asks for, or no usable one.',
    why: 'An executor without its secret would fail in a way of its own; it is not started.',
  },
} as const satisfies ErrorPages;
