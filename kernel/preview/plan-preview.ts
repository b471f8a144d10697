/**
 * A preview that this kernel made of one plan, for one query: what it shows, and sealed in it, what
 * a ruling on the plan would have to bind. Made by `previewPlan` alone. Upholds INV-Q14.
 */
import type { PreviewEffect, PreviewStop } from '../../schemas/index.js';
import type { AskableCall } from '../approval/plan-request.js';
import { KernelFault } from '../errors.js';
import type { Engine } from '../interpreter/engine.js';
import { freeze } from '../primordials.js';
import type { TrustedQuery } from '../provenance/trusted-query.js';

/** What a preview shows. */
export interface PreviewFace {
  readonly plan: string;
  readonly policy: string | null;
  readonly effects: readonly PreviewEffect[];
  readonly stop: PreviewStop | null;
}

/** What a preview rests on. */
export interface PreviewGround {
  readonly engine: Engine;
  readonly query: TrustedQuery;
  readonly askable: readonly AskableCall[];
}

/** Known to this file alone: `instance.constructor` is public, building with it is not. */
const minting: object = freeze({});

let mint: (face: PreviewFace, ground: PreviewGround) => PlanPreview;
let open: (preview: PlanPreview) => PreviewGround;

/** What a plan can cause, as it was told before a run. */
export class PlanPreview {
  readonly #ground: PreviewGround;
  /** SHA-256 of the plan. */
  readonly plan: string;
  /** Version of the policy that the predictions go by; null where there was none to read. */
  readonly policy: string | null;
  readonly principal: string;
  /** Every call that the plan may make, in its order. */
  readonly effects: readonly PreviewEffect[];
  /** Where the run ends for certain, whatever is allowed; null where that cannot be told. */
  readonly stop: PreviewStop | null;
  /** How many calls a ruling on the plan would answer. */
  readonly asks: number;

  private constructor(key: object, face: PreviewFace, ground: PreviewGround) {
    if (key !== minting)
      throw new KernelFault('plan_unverified', 'a preview is made by `previewPlan`');
    this.#ground = ground;
    this.plan = face.plan;
    this.policy = face.policy;
    this.principal = ground.query.principal;
    this.effects = face.effects;
    this.stop = face.stop;
    this.asks = ground.askable.length;
    freeze(this);
  }

  static {
    mint = (face, ground) => new PlanPreview(minting, face, ground);
    open = (preview) => {
      // INV-Q14: what is approved is what this kernel showed.
      const isOurs = typeof preview === 'object' && preview !== null && #ground in preview;
      if (!isOurs) throw new KernelFault('plan_unverified', 'not a preview of this kernel');
      return preview.#ground;
    };
  }
}
freeze(PlanPreview.prototype);
freeze(PlanPreview);

export { mint as mintPreview, open as openPreview };
