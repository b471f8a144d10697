/** Family Q: what is asked and refused beside the policy, and who answers. */
import type { ClaimRows } from '../claim.js';

export const safetyClaims = {
  'INV-Q1': {
    claim:
      'What is on the black list is denied in every safety mode; no rule, autonomy, operator or ruling lifts it.',
    kind: 'checked',
    site: 'kernel/policy/safety/safety-says.ts',
    attack: '`systemctl isolate reboot.target` in `yolo`, under a rule that allows it',
    sabotage: {
      find: "if (one.list === 'black' && one.isSure) return 'deny';",
      replace: "if (one.list === 'black' && one.isSure && mode !== 'yolo') return 'deny';",
    },
    since: '0.2',
  },
  'INV-Q2': {
    claim:
      "A confirmation, of the tool or of the model, is answered by the user's ruling on that one call alone.",
    kind: 'construction',
    site: 'kernel/policy/resolve.ts',
    attack: 'a remembered rule, `actFreely` or `yolo` that answers for the user',
    sabotage: {
      file: 'kernel/policy/autonomy.ts',
      find: "const discharged: ReadonlySet<RuleSource> = new Set(['space', 'agent', 'workspace', 'default']);",
      replace:
        "const discharged: ReadonlySet<RuleSource> = new Set(['space', 'agent', 'workspace', 'default', 'confirm']);",
    },
    since: '0.2',
  },
  'INV-Q3': {
    claim:
      'A `confirm` that no tool has of its own is taken out before anything is checked: no stage, digest or tool sees it.',
    kind: 'construction',
    site: 'kernel/effects/asked-confirmation.ts',
    attack: 'a `confirm` that changes the digest that a ruling binds, or that reaches the tool',
    sabotage: {
      find: 'return { args: freeze(withoutKey(args)), tree: treeWithout(tree), isForced: given };',
      replace: 'return { args, tree, isForced: given };',
    },
    since: '0.2',
  },
} as const satisfies ClaimRows;
