/** Pages of the codes by which a plan is rejected: the planner must act. */
import type { ErrorPages } from './page.js';

export const planPages = {
  plan_malformed: {
    seenAs:
      'The planner returned something that is not a plan: prose, code, a missing field, a ' +
      'kind of step that does not exist.',
    why:
      'A plan is data of one closed shape. What does not fit that shape could hide a choice ' +
      'that nobody checked.',
  },
  plan_duplicate_id: {
    seenAs: 'Two steps of the plan have the same id.',
    why:
      'A reference must name one value. With two steps of one id the reader and the kernel ' +
      'could mean different ones.',
  },
  plan_unknown_step: {
    seenAs: 'A reference or `final` names a step that the plan does not have.',
    why:
      'There is no value to pass on, and guessing one would be a choice that the plan did ' +
      'not make.',
  },
  plan_forward_reference: {
    seenAs: 'A step refers to itself or to a step further down.',
    why:
      'Plans run forward only, so that no cycle and no value from later content can steer ' +
      'an earlier step.',
  },
  plan_unknown_tool: {
    seenAs: 'A step names a tool that the catalogue of this run does not list.',
    why:
      'The planner may use what it was shown and nothing else; a tool that nobody ' +
      'registered has no spec to check against.',
  },
  plan_unknown_schema: {
    seenAs: 'A parse step names a schema that the catalogue does not list.',
    why:
      "The parser's answer is checked against a schema of the host. Without one, content " +
      'could take any shape.',
  },
  plan_unknown_fact: {
    seenAs: 'A step refers to a fact that the host did not supply for this run.',
    why: 'Facts are values the host vouches for. A missing one is not replaced by a guess.',
  },
  plan_misplaced_item: {
    seenAs:
      'A step outside every map refers to `each`, or a condition that is asked about nothing ' +
      'refers to `item`: the `if` of a `when`, the `where` of `choose`.',
    why:
      'There is no item at hand there. A reference that means nothing is found before the ' +
      'first step runs.',
  },
  plan_compute_malformed: {
    seenAs:
      'A compute step lacks an argument, a `by` or a `where` of its function, has one that ' +
      'the function does not take, or writes another word than those that it knows.',
    why:
      'What a function takes is known before anything runs, so that a plan does not end in ' +
      'the middle of its effects over a slip in its form.',
  },
} as const satisfies ErrorPages;
