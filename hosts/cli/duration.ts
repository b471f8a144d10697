/** A length of time as people write it. Pure. */
import { usage } from './probe-input.js';

const units: Readonly<Record<string, number>> = Object.freeze({
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
});

/** Milliseconds of `90s`, `30m`, `8h` or `7d`. @throws HostError `usage_malformed` */
export function durationOf(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/u.exec(text) ?? [];
  const ms = Number(amount) * (units[unit] ?? Number.NaN);
  if (Number.isSafeInteger(ms)) return ms;
  throw usage('a duration is a number and a unit: 90s, 30m, 8h, 7d');
}
