/**
 * The Gate: the stages in their one order, on one screen. `decide` is pure and synchronous over the
 * call and its recorded inputs; every layer can only tighten; the first deny ends it. Upholds
 * INV-B5, INV-B12, INV-F10, INV-H6.
 */
import type { PathResolver, PolicySource, ShellParser, StageName } from '../../schemas/index.js';
import { EffectDenied, KernelFault } from '../errors.js';
import { assertGuardrails, noGuardrails } from '../policy/guardrails.js';
import { freeze, isFrozen, isList } from '../primordials.js';
import type { DecisionInputs, EffectCall, PolicyInForce } from './call.js';
import { Deciding } from './deciding.js';
import { makeDenial, refuse } from './denial.js';
import { type GateLayer, layerAnswer } from './layer.js';
import { mintPermit, type Permit } from './permit.js';
import { capabilityStage } from './stages/capability.js';
import { type GuardMeans, guardStage } from './stages/guard.js';
import { provenanceStage } from './stages/provenance.js';
import { type RulesMeans, rulesStage } from './stages/rules.js';
import { schemaStage } from './stages/schema.js';
import { type StandingOptions, standingOf } from './standing.js';
import type { Verdict } from './verdict.js';

export interface GateOptions extends StandingOptions {
  readonly policy: PolicySource;
  /** The user's home directory, for the guard; null if there is none. */
  readonly home: string | null;
  /** The directory that relative paths begin at, for the guard. Default: nobody knows. */
  readonly cwd?: string | null;
  /** Reads shell commands for the guard; without one the user is asked about each. */
  readonly shell?: ShellParser | null;
  /** Follows paths for the rules; without one, rules about paths ask. */
  readonly paths?: PathResolver | null;
  readonly layers?: readonly GateLayer[];
}

/** Who makes the calls of a gate, and where. */
export interface CallPlace {
  readonly agent: string | null;
  readonly cwd: string | null;
}

let decideOn: (gate: Gate, call: EffectCall, inputs: DecisionInputs, isWhole?: boolean) => Verdict;
let policyOf: (gate: Gate) => PolicyInForce;
let resolverOf: (gate: Gate) => PathResolver | null;
let placeOf: (gate: Gate) => CallPlace;
let isGate: (value: unknown) => value is Gate;

/** Holds policy, the means of the guard, and layers; `decide` and `authorize` ask it. */
export class Gate {
  readonly #policy: PolicySource;
  readonly #guard: GuardMeans;
  readonly #rules: RulesMeans;
  readonly #paths: PathResolver | null;
  readonly #layers: readonly GateLayer[];

  constructor(options: GateOptions) {
    // INV-H6: final: an override would decide instead.
    if (new.target !== Gate) throw new KernelFault('final_class', 'Gate cannot be extended');
    this.#policy = options.policy;
    const { home, cwd = null, shell = null } = options;
    this.#guard = freeze({ home, cwd, shell });
    this.#paths = options.paths ?? null;
    const standing = standingOf(options);
    this.#rules = freeze({ home, cwd, shell, standing, follows: this.#paths !== null });
    this.#layers = freeze([...(options.layers ?? [])]);
    assertOneAsks(this.#layers);
    freeze(this);
  }

  static {
    isGate = (value): value is Gate =>
      typeof value === 'object' && value !== null && #policy in value;
    policyOf = (gate) => {
      // Read once: a policy that answers twice decides once.
      const { version, grant, declassify, guardrails = noGuardrails } = gate.#policy.current();
      const held = isFrozen(grant) && isList(grant) ? grant : freeze([...grant]);
      // INV-R1: what this kernel did not compile, it did not check.
      assertGuardrails(guardrails);
      return { version: String(version), grant: held, declassify, guardrails };
    };
    resolverOf = (gate) => gate.#paths;
    placeOf = (gate) => ({ agent: gate.#rules.standing.agent, cwd: gate.#rules.cwd });
    decideOn = (gate, call, inputs, isWhole = false) => {
      const run = new Deciding(isWhole);
      try {
        gate.#decide(run, call, inputs);
      } catch {
        // INV-F1: a check that crashed has not agreed.
        const reason = 'a stage threw';
        run.ends(refuse({ stage: run.at, code: 'layer_failed', reason }));
      }
      return run.verdict();
    };
  }

  #decide(run: Deciding, call: EffectCall, inputs: DecisionInputs): void {
    // 1 guard, on what was asked for.
    // INV-B12: first, and nothing after it can undo its answer.
    if (run.ends(guardStage(call, call.args, this.#guard))) return;
    // 2 capability
    run.at = 'capability';
    if (run.ends(capabilityStage(call, inputs.policy.grant))) return;
    // 3 schema, and the guard again on what would run.
    run.at = 'schema';
    const { answer, checked } = schemaStage(call);
    if (run.ends(answer) || checked === null) return;
    run.checked = checked;
    if (checked.args !== call.args && run.ends(guardStage(call, checked.args, this.#guard))) return;
    // 4 provenance
    run.at = 'provenance';
    const provenance = provenanceStage(call, checked, inputs);
    run.units = provenance.units;
    run.releases = provenance.releases;
    if (run.ends(provenance.answer)) return;
    // 5 rules
    run.at = 'rules';
    const rules = rulesStage(call, checked, inputs, this.#rules);
    run.unfollowed = rules.unfollowed;
    run.action = rules.read?.action ?? null;
    if (rules.unfollowed.length > 0 || run.ends(rules.answer)) return;
    // 5 to 7: further rules, judge, review.
    for (const layer of this.#layers) {
      const said = layerAnswer(layer, { call, checked, inputs, soFar: run.soFar });
      if (said === 'gather') run.pending.push(layer);
      else if (run.ends(said)) return;
    }
    run.at = 'admission';
    if (!run.canonicalise(checked, call)) return;
    // 8 approval: one question for every obligation.
    run.at = 'approval';
    run.approve(call, inputs);
  }
}

freeze(Gate.prototype);
freeze(Gate);

export { decideOn as decide, isGate, placeOf, policyOf, resolverOf };

/** Throws unless a value is a gate that this kernel made. @throws KernelFault `gate_required` */
export function assertGate(value: unknown): asserts value is Gate {
  if (!isGate(value)) throw new KernelFault('gate_required', 'not a gate of this kernel');
}

/**
 * Decides and, on a plain allow, mints the one permit of this call.
 * @throws EffectDenied with the denial, also where the user's ruling is still missing
 */
export function authorize(
  gate: Gate,
  call: EffectCall,
  inputs: DecisionInputs,
): { readonly permit: Permit; readonly verdict: Verdict } {
  const verdict = decideOn(gate, call, inputs);
  // INV-B5: no permit without a plain allow.
  if (verdict.outcome !== 'allow') throw new EffectDenied(verdict.denial ?? unanswered());
  // INV-R7: a path that nobody followed was not checked.
  if (verdict.unfollowed.length > 0) throw new EffectDenied(unasked('rules'));
  const [waiting] = verdict.pending;
  // INV-F10: a layer that has yet to ask has not agreed.
  if (waiting !== undefined) throw new EffectDenied(unasked(waiting.stage));
  return { permit: mintPermit(call), verdict };
}

function unanswered(): ReturnType<typeof makeDenial> {
  const reason = 'nobody ruled on it';
  return makeDenial({ stage: 'approval', code: 'approval_unavailable', reason });
}

function unasked(stage: StageName): ReturnType<typeof makeDenial> {
  return makeDenial({ stage, code: 'layer_failed', reason: `the ${stage} layer has not asked` });
}

/** What was gathered is kept by stage. */
function assertOneAsks(layers: readonly GateLayer[]): void {
  const asking = layers.filter(({ gather }) => gather !== undefined).map(({ stage }) => stage);
  if (new Set(asking).size === asking.length) return;
  throw new KernelFault('config_malformed', 'two layers of one stage have a `gather`');
}
