/** Everything that the kit requires, in order. */
import type { Requirement } from '../requirement.js';
import { authority } from './authority.js';
import { consent } from './consent.js';
import { endings } from './endings.js';
import { flows } from './flows.js';
import { planning } from './planning.js';
import { recorded } from './recorded.js';
import { againstReference } from './reference.js';
import { trapped } from './traps.js';
import { worst } from './worst.js';

const all: readonly Requirement[] = [
  ...recorded,
  ...againstReference,
  ...flows,
  ...trapped,
  ...authority,
  ...consent,
  ...planning,
  ...endings,
  ...worst,
];

const number = ({ id }: Requirement): number => Number(id.slice('CK-'.length));

export const requirements: readonly Requirement[] = Object.freeze(
  [...all].sort((a, b) => number(a) - number(b)),
);

/** The requirement of an id; undefined where there is none. */
export function requirementOf(id: string): Requirement | undefined {
  return requirements.find((one) => one.id === id);
}
