/** Family U: runs that wait for a ruling in no process. */
import type { ClaimRows } from '../claim.js';

export const suspendedClaims = {
  'INV-U1': {
    claim:
      'Values, labels and words of a stored run come only from what the key of its store sealed ' +
      'under its name.',
    kind: 'checked',
    site: 'kernel/suspension/sealed.ts',
    attack: 'a changed, cut, renamed or forged file, or one of another store',
    sabotage: {
      find: 'if (macOf(store)(`suspension\\n${id}\\n${text}`) !== sealed.slice(0, SEAL))',
      replace: 'if (macOf(store)(text) === sealed)',
    },
    since: '0.1',
  },
  'INV-U2': {
    claim: 'A stored run is taken up once, whatever becomes of whoever took it up.',
    kind: 'checked',
    site: 'kernel/interpreter/resume-run.ts',
    attack: 'processes that race for one file; the file put back after the run has ended',
    sabotage: {
      find: 'if ((await kept.store.claim(kept.id)) !== true)',
      replace: 'if ((await kept.store.claim(kept.id)) === null)',
    },
    since: '0.1',
  },
  'INV-U3': {
    claim: 'At the instant at which a suspension expires nobody can take it up any more.',
    kind: 'checked',
    site: 'kernel/interpreter/resume-run.ts',
    attack: 'a file that is brought back weeks later',
    sabotage: {
      find: 'if (engine.clock.now() >= terms.expiresAt)',
      replace: 'if (engine.clock.now() > terms.expiresAt)',
    },
    since: '0.1',
  },
  'INV-U4': {
    claim: 'A step that has run does not run again in a resumed run: its value has its labels.',
    kind: 'checked',
    site: 'kernel/interpreter/interpreter.ts',
    attack: 'a mail that was sent before the question, and would be sent again',
    sabotage: {
      find: 'if (session.has((steps[at] as Step).id)) {',
      replace: 'if (session.has("")) {',
    },
    since: '0.1',
  },
  'INV-U5': {
    claim:
      'That a run is suspended is on record before it is stored, and that it is taken up before ' +
      'anything of it runs.',
    kind: 'checked',
    site: 'kernel/interpreter/suspend-run.ts',
    attack: 'an audit store that fails at that moment; a crash right after',
    sabotage: {
      file: 'kernel/interpreter/resume-run.ts',
      find: 'await recordFirst(state.desk.recorder, null, {',
      replace: 'Object.freeze({',
    },
    since: '0.1',
  },
  'INV-U6': {
    claim:
      'A run is stored once, and only where all that ran has its value: not inside a map, a ' +
      'sub-kernel or overlapping steps, and not where an end is unknown.',
    kind: 'checked',
    site: 'kernel/suspension/suspension.ts',
    attack: 'a run that is stored in two places; a question in the third round of a map',
    sabotage: {
      find: "if (suspension.#isTaken) return impossible('the run is stored already');",
      replace: '',
    },
    since: '0.1',
  },
  'INV-U7': {
    claim:
      'A resumed run is decided by what holds then; a tool defined otherwise by now refuses it.',
    kind: 'checked',
    site: 'kernel/interpreter/resume-run.ts',
    attack: 'a tool that promises less than when its result was labelled; a yes of before',
    sabotage: {
      find: 'if (present[tool] !== digest)',
      replace: 'if (present[tool] === undefined)',
    },
    since: '0.1',
  },
  'INV-U8': {
    claim: 'A resumed run holds at most the grant that it had, and at most the one there is now.',
    kind: 'checked',
    site: 'kernel/interpreter/resume-run.ts',
    attack: 'a run of a narrow host, taken up by a wide one',
    sabotage: {
      find: 'grant: narrowGrant(state.engine.grant, grant),',
      replace: 'grant: state.engine.grant,',
    },
    since: '0.1',
  },
  'INV-U9': {
    claim: 'A stored run goes on for its principal alone, on the audit store that has its records.',
    kind: 'checked',
    site: 'kernel/interpreter/resume-run.ts',
    attack: 'the run of one user, taken up by the kernel of another',
    sabotage: {
      find: 'if (trustQuery(query.text, { principal, readers }).principal !== query.principal)',
      replace: 'if (trustQuery(query.text, { principal, readers }).principal === undefined)',
    },
    since: '0.1',
  },
} as const satisfies ClaimRows;
