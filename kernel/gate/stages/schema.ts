/**
 * Stage 3: the input schema. Its output, snapshotted again, becomes THE arguments; unknown keys and
 * schemas that change their own output are refused. Upholds INV-B13. Values that the schema changed
 * lose their own label.
 */
import type { JsonObject, Remedy, StageAnswer } from '../../../schemas/index.js';
import { isJsonObject, sameJson } from '../../../schemas/index.js';
import { hasOwn } from '../../primordials.js';
import { relabel } from '../../provenance/relabel.js';
import { SnapshotRefused, snapshot } from '../../snapshot/snapshot.js';
import type { CheckedArgs, EffectCall } from '../call.js';
import { refuse } from '../denial.js';

export type SchemaAnswer =
  | { readonly answer: StageAnswer; readonly checked: CheckedArgs }
  | { readonly answer: Extract<StageAnswer, { outcome: 'deny' }>; readonly checked: null };

const allow: StageAnswer = Object.freeze({ stage: 'schema', outcome: 'allow' });
const mendArguments: Remedy = Object.freeze({
  move: 'mend_arguments',
  detail: 'send what the input schema of the tool names',
});

function refused(code: Parameters<typeof refuse>[0]['code'], reason: string): SchemaAnswer {
  const remedies =
    code === 'schema_invalid' || code === 'schema_unknown_key' ? [mendArguments] : [];
  return { answer: refuse({ stage: 'schema', code, reason, remedies }), checked: null };
}

export function schemaStage(call: EffectCall): SchemaAnswer {
  const { input, spec, ownsConfirm } = call.definition;
  // A boolean was taken out before; whatever else it is says nothing.
  if (!ownsConfirm && hasOwn(call.args, 'confirm'))
    return refused('schema_invalid', `\`confirm\` of a call to \`${spec.name}\` is a boolean`);
  const first = input.validate(call.args);
  if (!first.ok) {
    const what = first.isMissing ? ': missing' : '';
    return refused(first.code, `arguments of \`${spec.name}\` at \`${first.at}\`${what}`);
  }
  let args: JsonObject;
  try {
    const copy = snapshot(first.value);
    if (!isJsonObject(copy))
      return refused('schema_failed', `input schema of \`${spec.name}\` made no record`);
    args = copy;
  } catch (error) {
    if (!(error instanceof SnapshotRefused)) throw error;
    return refused(error.code, `arguments of \`${spec.name}\`: ${error.message}`);
  }
  if (sameJson(args, call.args))
    return { answer: allow, checked: { args: call.args, tree: call.tree } };
  const second = input.validate(args);
  // INV-B13: a schema that keeps changing the value has no last word.
  if (!second.ok || !isStable(second.value, args)) {
    return refused(
      'schema_not_idempotent',
      `input schema of \`${spec.name}\` changes its own output`,
    );
  }
  const relabelled = relabel(call.args, call.tree, args);
  if (relabelled === null) {
    return refused(
      'schema_unknown_key',
      `arguments of \`${spec.name}\` hold a key that the schema dropped`,
    );
  }
  return { answer: allow, checked: { args, tree: relabelled } };
}

function isStable(value: unknown, args: JsonObject): boolean {
  try {
    return sameJson(snapshot(value), args);
  } catch {
    return false;
  }
}
