/** Tools of the traps: one that reads what strangers wrote, and some that act. */
import type { Situation } from './situation.js';
import type { FieldName, ToolSketch } from './tool-sketch.js';

/** What a stranger wrote: nothing of it may get where it is not let. */
export const CANARY = 'canary@evil.example';

type Parts = Omit<Situation['tools'][number]['spec'], 'name' | 'description'>;

function tool(name: string, fields: readonly FieldName[], spec: Parts): ToolSketch {
  return {
    spec: { name, description: `the tool ${name}`, ...spec },
    fields: fields.map((field) => ({ name: field, kind: 'any' })),
    mixing: 'none',
    output: 'any',
    behaviour: 'returns',
  };
}

const reads: Pick<Parts, 'effect' | 'capabilities'> = {
  effect: 'read',
  capabilities: ['fs.read'],
};
const sends: Parts = {
  effect: 'write',
  capabilities: ['mail.send'],
  args: { '/body': { role: 'content' }, '/id': { handle: 'file' } },
  recipients: [{ from: '/to', parse: 'email' }],
};

/** A message of a stranger, about others; the user may read it. */
export const inbox = tool('inbox', ['id'], {
  ...reads,
  result: {
    '': { minted: true, readers: ['user'] },
    '/text': { readers: ['user'], subjects: ['third_party'] },
    '/from': { readers: 'anyone' },
  },
});

/** A page about nobody, which Bob may read too. */
export const page = tool('page', ['id'], {
  ...reads,
  result: { '': { readers: ['user', 'user:bob@example.com'] } },
});

/** A list whose items the host vouches for, in an order and number that strangers chose. */
export const list = tool('list', ['id'], {
  ...reads,
  result: {
    '': { readers: 'anyone' },
    '/from': { minted: true, readers: 'anyone' },
    '/id': { minted: 'file', readers: ['user', 'user:me@example.com'] },
  },
});

/** Items that the host vouches for, as many as strangers like. */
export const crowd = tool('crowd', ['id'], {
  ...reads,
  result: { '/items/*': { minted: true, readers: 'anyone' } },
});

/** Puts away whatever is there; it is told nothing. */
export const archive = tool('archive', [], {
  effect: 'write',
  capabilities: ['mail.send'],
  sink: 'own',
});

/** Names one of the user's own things; nothing leaves. */
export const rename = tool('rename', ['body'], {
  effect: 'write',
  capabilities: ['mail.send'],
  sink: 'own',
});

/** Sends words to one address. */
export const send = tool('send', ['to', 'body', 'id'], sends);

/** Sends, and it cannot be taken back. */
export const pay = tool('pay', ['to', 'body', 'id'], { ...sends, commit: true });

/** Looks something up somewhere else: its words leave. */
export const search = tool('search', ['body'], {
  effect: 'read',
  egress: true,
  capabilities: ['web.get'],
  args: { '/body': { role: 'content' } },
});
