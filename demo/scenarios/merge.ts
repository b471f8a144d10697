/** Two values side by side keep their own labels; what is made of both has the labels of both. */
import { scriptedPlanner } from '../../reasoner/index.js';
import { scribe } from '../models/scribe.js';
import type { Story } from '../story.js';
import { USER } from '../user.js';
import { hijackedSteps } from './hijacked-steps.js';
import { honestQuery, honestSteps, SUBJECT } from './honest-plan.js';

const { inbox, brief, send } = honestSteps;
const both = {
  kind: 'merge',
  id: 'both',
  inputs: { mails: { kind: 'ref', ref: 'brief' }, people: { kind: 'ref', ref: 'contacts' } },
};
const gathered = [inbox, brief, hijackedSteps.contacts, both];

function sendBody(ref: string, path: string): object {
  return { ...send, args: { ...send.args, body: { kind: 'ref', ref, path } } };
}

const mix = { ...brief, id: 'mix', source: { kind: 'ref', ref: 'both' } };

export const merge: readonly Story[] = [
  {
    name: 'merge-apart',
    title: 'Summary and contacts are merged; the summary alone is sent to the user.',
    why: 'Side by side, each part keeps its own labels.',
    query: honestQuery,
    planner: () =>
      scriptedPlanner({ steps: [...gathered, sendBody('both', 'mails.text')], final: 'send' }),
    parser: scribe,
    expect: { status: 'committed', code: null, delivered: [{ to: USER, subject: SUBJECT }] },
  },
  {
    name: 'merge-taints',
    title: 'Summary and contacts are merged; a text made of both is to be sent to the user.',
    why: 'What is made of both has the labels of both.',
    query: honestQuery,
    planner: () =>
      scriptedPlanner({ steps: [...gathered, mix, sendBody('mix', 'text')], final: 'send' }),
    parser: scribe,
    expect: { status: 'blocked', code: 'third_party_subject', delivered: [] },
  },
];
