/** The suites' clock stands still, so that a replay gives the same times. */

/** When everything happens that the tools do. */
export const frozenTime = '2024-05-15T12:00:00';
