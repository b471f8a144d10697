/**
 * How the memory of an executor that is run by Node is bounded. Its heap is, by Node itself; newer
 * versions reserve room for code beside it, which the system counts as data while it is empty.
 */
const OLDEST_THAT_RESERVES = 21;
const RESERVED_MB = 640;

export interface MemoryBound {
  /** What is put before the arguments of the program. */
  readonly flags: readonly string[];
  /** What the system allows a process in data, in mebibytes. */
  readonly dataMb: number;
}

/** Bounds a program; `major` is the version of this Node, by which `node` is run. */
export function memoryBound(
  program: string,
  memoryMb: number,
  major: number = Number(process.versions.node.split('.', 1)[0]),
): MemoryBound {
  if (program !== 'node') return { flags: [], dataMb: memoryMb };
  const reserved = major >= OLDEST_THAT_RESERVES ? RESERVED_MB : 0;
  return { flags: [`--max-old-space-size=${memoryMb}`], dataMb: memoryMb + reserved };
}
