/** The part of fs-native-extensions that the audit store uses; the package ships no types. */
declare module 'fs-native-extensions' {
  /** Takes the lock of an open file without waiting; false if another descriptor holds it. */
  export function tryLock(fd: number): boolean;
}
