/**
 * Nothing is released that was not recorded first, also where the rules changed while a call
 * waited. Upholds INV-T6.
 */
import { EffectDenied } from '../errors.js';
import { makeDenial } from '../gate/denial.js';
import type { Release } from '../gate/stages/provenance.js';

/**
 * Throws if a decision rests on a release that is not among the recorded ones.
 * @throws EffectDenied `withdrawn`
 */
export function assertRecorded(releases: readonly Release[], recorded: readonly Release[]): void {
  for (const { argument, rule, releases: what } of releases) {
    const isRecorded = recorded.some(
      (one) => one.argument === argument && one.rule === rule && one.releases === what,
    );
    if (isRecorded) continue;
    const reason = `\`${argument}\` would be released by another rule than the recorded one`;
    throw new EffectDenied(makeDenial({ stage: 'admission', code: 'withdrawn', reason }));
  }
}
