/** Family K, the catalogue of executors: what is let in, and how it runs. */
import type { ClaimRows } from '../claim.js';

export const catalogueClaims = {
  'INV-K1': {
    claim:
      'What an executor runs are the very bytes whose digests were signed; where the disk holds ' +
      'others, at the start of a call too, nothing runs.',
    kind: 'checked',
    site: 'hosts/catalogue/launch/launcher.ts',
    attack: 'code that is changed, swapped for a link, or moved after it was loaded',
    sabotage: { find: '    assertUnchanged(signed);', replace: '    void assertUnchanged;' },
    since: '0.3',
  },
  'INV-K2': {
    claim:
      'A manifest without a signature of a trusted key over all of its bytes is not read and ' +
      'never enters the catalogue.',
    kind: 'checked',
    site: 'hosts/catalogue/signed-folder.ts',
    attack: 'a manifest of somebody else, or one that was changed after it was signed',
    sabotage: {
      find: 'const signer = keys.find((key) => key.verify(text, signature));',
      replace: 'const [signer] = keys;',
    },
    since: '0.3',
  },
  'INV-K3': {
    claim:
      'However a call of an executor ends, by an answer, a crash, its time, too much output or ' +
      'cancelling, its whole process group is killed.',
    kind: 'checked',
    site: 'hosts/catalogue/launch/kill-group.ts',
    attack: 'a process that stays behind, ignores signals, or never ends',
    sabotage: { find: "process.kill(-pid, 'SIGKILL');", replace: "process.kill(pid, 'SIGTERM');" },
    since: '0.3',
  },
  'INV-K4': {
    claim:
      'A secret reaches only the executor whose signed manifest names it, by its standard input; ' +
      'an answer that holds its bytes, as they are or in base64, is dropped.',
    kind: 'checked',
    site: 'hosts/catalogue/launch/executor-answer.ts',
    attack: 'an executor that prints the secret that it was given, or looks for others',
    sabotage: {
      find: 'if (holdsSecret(said, printed, secrets)) throw',
      replace: 'if (holdsSecret(said, printed, [])) throw',
    },
    since: '0.3',
  },
  'INV-K5': {
    claim:
      'What a failed executor printed is a labelled detail and nothing else: no planner, record, ' +
      'event or message holds it.',
    kind: 'checked',
    site: 'hosts/catalogue/launch/executor-answer.ts',
    attack: 'an executor that fails with words for the planner',
    sabotage: {
      find: "if (answer === null) throw new ExecutorFailure('executor_output_invalid', complaint(end));",
      replace: 'if (answer === null) return complaint(end);',
    },
    since: '0.3',
  },
  'INV-K6': {
    claim:
      'A call whose path or host is not within the hints of its executor, links followed, is ' +
      'denied before anything starts.',
    kind: 'checked',
    site: 'hosts/catalogue/scope/executor-scope.ts',
    attack: 'a path that climbs out, a link that leads out, a host that only looks alike',
    sabotage: {
      find: 'return !places.every((place) => place !== null && allow.some((hint) => fits(hint, place)));',
      replace: 'return places.length === 0 && allow.some((hint) => fits(hint, hint));',
    },
    since: '0.3',
  },
} as const satisfies ClaimRows;
