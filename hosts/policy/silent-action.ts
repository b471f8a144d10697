/** An action that says nothing: what questions begin with. Data. */
import type { Action } from '../../schemas/index.js';

/** No tool, no class, no command, silent in every dimension. */
export const silentAction: Action = Object.freeze({
  tool: null,
  classes: [],
  commands: [],
  isOpaque: false,
  paths: null,
  refs: null,
  hosts: null,
  count: null,
  cents: null,
});
