/** The families of claims by their letter. */
export const familyTitles: Readonly<Record<string, string>> = Object.freeze({
  A: 'Context boundary: what a model may see',
  B: 'Effects: the one way to them',
  C: 'Capabilities',
  P: 'Provenance: labels, and where values may go',
  S: 'Static plan',
  R: 'Rules: what changes state',
  L: 'Limits, time and cancelling',
  T: 'Trace and audit',
  F: 'Fail-closed: what fails, denies',
  H: 'Hygiene of values, objects and built-ins',
});
