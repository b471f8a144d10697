/** What a started program sees of this process's environment: where programs lie, and no more. */

/** PATH as it was given to this process. */
export function hostEnvironment(): Readonly<Record<string, string>> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
}
