/** Ends a process that was started as the leader of a group of its own, and all of that group. */

/** Kills a group at once; nothing where nobody of it is alive. */
export function killGroup(pid: number): void {
  try {
    // INV-K3: the group, not only the process that we started.
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody of it is alive.
    return;
  }
}
