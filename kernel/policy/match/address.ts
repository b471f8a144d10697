/** Addresses in the one spelling that the URL standard gives them, as numbers. */

const DOTTED = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** The 32 bits of `127.0.0.1`; null for any other text. */
export function ipv4Bits(text: string): number | null {
  const parts = DOTTED.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return parts.reduce((bits, part) => bits * 256 + part, 0);
}

/** The spelling of 32 bits. */
export function ipv4Text(bits: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/** Whether two addresses begin with the same so many bits. */
export function sharesPrefix(one: number, other: number, length: number): boolean {
  const unit = 2 ** (32 - length);
  return Math.floor(one / unit) === Math.floor(other / unit);
}

/** The eight groups of an address of version 6, as the URL standard spells it. */
export function ipv6Groups(text: string): readonly number[] {
  const [head = [], tail = []] = text.split('::').map(groups);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...zeros, ...tail];
}

function groups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** 32 bits of two groups side by side. */
export function pairBits(all: readonly number[], at: number): number {
  return (all[at] ?? 0) * 65_536 + (all[at + 1] ?? 0);
}

/** Whether an address begins with these groups. */
export function beginsWith(all: readonly number[], head: readonly number[]): boolean {
  return head.every((group, i) => all[i] === group);
}
