/** The families of claims by their letter. */
export const familyTitles: Readonly<Record<string, string>> = Object.freeze({
  A: 'Context boundary: what a model may see',
  B: 'Effects: the one way to them',
  C: 'Capabilities',
  K: 'Catalogue of executors: what is let in, and how it runs',
  P: 'Provenance: labels, and where values may go',
  S: 'Static plan',
  R: 'Rules: what changes state',
  Q: 'Questions: who is asked, and what an answer is worth',
  U: 'Suspended runs: stored, taken up once, decided anew',
  L: 'Limits, time and cancelling',
  T: 'Trace and audit',
  F: 'Fail-closed: what fails, denies',
  W: 'Turns: what a planner at work may see and repeat',
  X: 'Clients outside: what they say carries what they were told',
  V: 'Visibility: what is shown of a run, and what showing it can do',
  H: 'Hygiene of values, objects and built-ins',
});
