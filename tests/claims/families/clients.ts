/** Family X: sessions of clients outside: what they say carries what they were told. */
import type { ClaimRows } from '../claim.js';

export const clientClaims = {
  'INV-X1': {
    claim:
      'What a client says, and its choice to call, carry the label of everything that its session ' +
      'has told it; that label only rises.',
    kind: 'checked',
    site: 'kernel/client/client-label.ts',
    attack: 'an agent that reads a mail and then sends what the mail says',
    sabotage: {
      find: 'const joined = this.#told === null ? label : joinLabel(this.#told, label);',
      replace: 'const joined = label;',
    },
    since: '0.4',
  },
  'INV-X2': {
    claim:
      'A value leaves a client session by being told, and by then the label of the session has ' +
      'risen by it.',
    kind: 'checked',
    site: 'kernel/client/client-session.ts',
    attack: 'a result that reaches the client beside the account of what it was told',
    sabotage: { find: 'this.#label.rise(tree.flat);', replace: 'void tree;' },
    since: '0.4',
  },
  'INV-X3': {
    claim:
      "A client's own words are the user's only where the host said so, and only until it was told " +
      'something that an outside party may have written or chosen.',
    kind: 'checked',
    site: 'kernel/client/client-label.ts',
    attack: 'a trusted agent that goes on being trusted after it has read a page',
    sabotage: {
      find: 'if (this.#isTrusted && (told === null || !isTainted(told))) {',
      replace: 'if (this.#isTrusted) {',
    },
    since: '0.4',
  },
  'INV-X4': {
    claim:
      'A call of a client is decided, asked about, admitted and recorded like a step of a plan, on ' +
      'arguments as they were labelled when it arrived.',
    kind: 'checked',
    site: 'kernel/client/client-call.ts',
    attack: 'a client whose calls are less looked at than those of a planner',
    sabotage: {
      find: 'decision: words.literal,',
      replace: "decision: { ...words.literal, sources: ['user'], control: [] },",
    },
    since: '0.4',
  },
  'INV-X5': {
    claim:
      'Sessions of clients have values, labels and ledgers of a run apart; a name of one says ' +
      'nothing in another.',
    kind: 'checked',
    site: 'kernel/client/client-values.ts',
    attack: 'a client that names the value of another one',
    sabotage: {
      find: 'readonly #held: Map<string, Held> = new Map();',
      replace: 'readonly #held: Map<string, Held> = ((globalThis as any).held ??= new Map());',
    },
    since: '0.4',
  },
  'INV-X6': {
    claim:
      'Behind the gateway a server hears of a call only by the dispatch of it: after it was decided, ' +
      'asked about where it had to be, and admitted.',
    kind: 'checked',
    site: 'hosts/gateway/client-server.ts',
    attack: 'a client whose call reaches the server beside the Gate',
    sabotage: {
      find: 'const end = await clientFaces.during(calling, () => session.call(name, args, signal));',
      replace:
        'const end = await clientFaces.during(calling, () => session.call(name, args, signal)); await upstream.call({ tool: offered.definition.name, digest: offered.settings.digest }, args as object, signal).catch(() => null);',
    },
    since: '0.4',
  },
  'INV-X7': {
    claim:
      'A tool behind the gateway is offered and called only while its server defines it in the very ' +
      'words whose digest stands in the settings.',
    kind: 'checked',
    site: 'hosts/gateway/upstream.ts',
    attack: 'a server that changes a description after it was approved',
    sabotage: {
      file: 'hosts/gateway/server-tool.ts',
      find: "return now.digest === settings.digest ? 'pinned' : 'drifted';",
      replace: "return 'pinned';",
    },
    since: '0.4',
  },
  'INV-X8': {
    claim: 'Nothing that a server says of its tools lowers what the settings say of them.',
    kind: 'checked',
    site: 'hosts/gateway/draft-settings.ts',
    attack: 'a tool that sends mail and calls itself read-only',
    sabotage: {
      find: '`effect = "write"`,',
      replace: "`effect = \"${annotations['readOnlyHint'] === undefined ? 'write' : 'read'}\"`,",
    },
    since: '0.4',
  },
  'INV-X9': {
    claim:
      'What the user would be asked about a call of a client is told without running, asking, ' +
      'drawing or recording anything.',
    kind: 'checked',
    site: 'kernel/client/judge-call.ts',
    attack: 'a look at a call that is half of the call',
    sabotage: {
      find: 'const call = effectCall(request, definition);',
      replace:
        'const call = effectCall(request, definition); void engine.approver?.ask({} as never, {} as never);',
    },
    since: '0.4',
  },
  'INV-X10': {
    claim:
      'A yes of a framework rules on one request, once and in its time: the one about exactly the ' +
      'call that its user was asked about; an edited or repeated call is asked about anew.',
    kind: 'checked',
    site: 'hosts/adapters/framework-approvals.ts',
    attack: 'an agent whose arguments are changed after its user said yes',
    sabotage: {
      find: 'return subjectText(one) === subjectText(other);',
      replace: 'return one.tool === other.tool;',
    },
    since: '0.4',
  },
  'INV-X11': {
    claim:
      'With `results = "handles"` no word of a server reaches its client: neither what its tools ' +
      'answer nor what it says of a failure.',
    kind: 'checked',
    site: 'hosts/gateway/told-result.ts',
    attack: 'a server whose error message tells the client what to do next',
    sabotage: {
      find: "if (detail !== null && results === 'values')",
      replace: 'if (detail !== null)',
    },
    since: '0.4',
  },
  'INV-X12': {
    claim:
      'Each client of the gateway has a session of its own, over HTTP as on stdio: what one was told, ' +
      'or keeps by name, is nothing to another.',
    kind: 'checked',
    site: 'hosts/gateway/client-server.ts',
    attack: 'a client that begins a second session to use what the first one read',
    sabotage: {
      find: 'const session = gateway.openClient();',
      replace:
        'const session = ((globalThis as any).one ??= gateway.openClient()) as ClientSession;',
    },
    since: '0.4',
  },
  'INV-X13': {
    claim:
      'A question by elicitation goes to the client whose call it is about; what another client ' +
      'answers counts for nothing.',
    kind: 'checked',
    site: 'hosts/gateway/client-face.ts',
    attack: 'a client that says yes to what another one asked for',
    sabotage: {
      find: 'const of = calling.getStore();',
      replace:
        'const of = ((globalThis as any).first ??= calling.getStore()) as Calling | undefined;',
    },
    since: '0.4',
  },
  'INV-X14': {
    claim:
      'What a server sends that nobody asked for is bounded: one that goes on is cut off, and its ' +
      'calls end as failed or uncertain.',
    kind: 'checked',
    site: 'hosts/gateway/guarded-transport.ts',
    attack: 'a server that says without end that its tools changed, or asks and never reads',
    sabotage: { find: 'return this.#unasked > MAX_UNASKED;', replace: 'return false;' },
    since: '0.4',
  },
  'INV-X15': {
    claim:
      'Each client that the settings of a gateway name is known by its token alone, and has a kernel, ' +
      'servers, stores and sessions of its own: a session or a question of one is nothing to another.',
    kind: 'checked',
    site: 'hosts/gateway/http-server.ts',
    attack: 'a client that goes on with the session of somebody else, by its id',
    sabotage: {
      find: 'readonly #held = new Map<string, Held>();',
      replace: 'readonly #held: Map<string, Held> = ((globalThis as any).held ??= new Map());',
    },
    since: '0.4',
  },
} as const satisfies ClaimRows;
