/**
 * What Sluice covers and what it does not, for each way in which it can be used: an answer for each
 * question, and where the answer is no, what follows (behaviour G-52 to G-55). Data only. An answer
 * of yes names the claims that it rests on.
 */

/**
 * `filters`: a planner is shown only tools that it may use; `intercepts`: it is decided before a
 * tool runs; `observes`: how a call ended is known; `nativeInterceptable`: tools that a model or a
 * framework brings along pass the same way; `inProcSandboxed`: a sandbox holds tools that run in
 * the same process.
 */
export const honestyFlags = Object.freeze([
  'filters',
  'intercepts',
  'observes',
  'nativeInterceptable',
  'inProcSandboxed',
] as const);
export type HonestyFlag = (typeof honestyFlags)[number];

export const adapters = Object.freeze([
  'kernel',
  'cli',
  'turn',
  'gateway',
  'observe',
  'ai-sdk',
  'openai-agents',
  'langchain',
  'vaglio',
  'foreign-tools',
  'os',
] as const);
export type Adapter = (typeof adapters)[number];

/** Yes, by these claims; or no, and what that means. */
type Answer = { readonly claims: readonly string[] } | { readonly caveat: string };

interface AdapterAnswers {
  readonly is: string;
  readonly note: string;
  readonly answers: Readonly<Record<HonestyFlag, Answer>>;
}

export interface HonestyRow {
  readonly adapter: Adapter;
  /** What is meant by it. */
  readonly is: string;
  readonly flags: Readonly<Record<HonestyFlag, boolean>>;
  /** Claims, by id, that a flag rests on, where it is true. */
  readonly claims: Readonly<Partial<Record<HonestyFlag, readonly string[]>>>;
  /** What follows, where a flag is false, and nowhere else. */
  readonly caveats: Readonly<Partial<Record<HonestyFlag, string>>>;
  readonly note: string;
}

const throughTheGate = {
  filters: { claims: ['INV-C1', 'INV-S3'] },
  intercepts: { claims: ['INV-B2', 'INV-B5'] },
  observes: { claims: ['INV-B9', 'INV-T8'] },
  nativeInterceptable: {
    caveat:
      'Tools that a model provider runs by itself, and what a planner, parser, judge or approver ' +
      'of the host does by itself, pass no gate.',
  },
  inProcSandboxed: {
    caveat:
      'A tool runs in the process of the host with all its rights: it is decided whether it runs ' +
      'and with what arguments, not what its code does.',
  },
} as const satisfies AdapterAnswers['answers'];

/** Of tools that a framework's model calls one by one, as a client of a kernel. */
const throughStubs = {
  filters: {
    caveat:
      'The model is shown every tool that the host hands over, whether the grant holds it or ' +
      'not; a call beyond the grant is refused.',
  },
  intercepts: { claims: ['INV-B2', 'INV-B5', 'INV-X4', 'INV-X10'] },
  observes: { claims: ['INV-B9', 'INV-T8'] },
  nativeInterceptable: {
    caveat:
      'Tools that a provider or the framework runs by itself, and tools that the host hands over ' +
      'beside these, pass no gate, and what they return taints nothing unless the host says so.',
  },
  inProcSandboxed: {
    caveat: 'The framework, its host and the tools are one process, with all its rights.',
  },
} as const satisfies AdapterAnswers['answers'];

const table: Readonly<Record<Adapter, AdapterAnswers>> = {
  kernel: {
    is: 'tools made with `defineTool`, run by a kernel of `createKernel` in the same process',
    note:
      'It covers calls of these tools and nothing else. Each is judged by what it declares of ' +
      'itself: its classes, its effect, its arguments.',
    answers: throughTheGate,
  },
  cli: {
    is: 'a host module run by `sluice run`',
    note:
      'It is the kernel above with the tools of the host module. The module itself is code that ' +
      'runs when it is loaded, before there is a gate.',
    answers: throughTheGate,
  },
  turn: {
    is: 'executors of a signed catalogue, run by `sluice turn` or `takeTurn`',
    note:
      'It is the kernel above; its tools are programs that somebody signed. They are held to the ' +
      'paths and hosts that their arguments name, not to what they open by themselves.',
    answers: {
      filters: { claims: ['INV-C1', 'INV-K2', 'INV-S3'] },
      intercepts: { claims: ['INV-B2', 'INV-B5', 'INV-K1', 'INV-K6'] },
      observes: { claims: ['INV-B9', 'INV-K3', 'INV-T8'] },
      nativeInterceptable: {
        caveat:
          'A provider that reports a tool of its own service ends the step; whether the service ' +
          'ran one and did not say so, nobody here can tell.',
      },
      inProcSandboxed: {
        caveat:
          'An executor is a process of its own, bounded in time, memory and output, with all ' +
          'rights of the user.',
      },
    },
  },
  gateway: {
    is: 'tools of MCP servers that a client reaches through `sluice gateway`',
    note:
      'It is the kernel above, in a process that the client does not hold. It covers what goes ' +
      'through it: tools, no resources, prompts or sampling, which it does not offer.',
    answers: {
      filters: { claims: ['INV-C1', 'INV-X7'] },
      intercepts: { claims: ['INV-B2', 'INV-X6'] },
      observes: { claims: ['INV-B9', 'INV-T8'] },
      nativeInterceptable: {
        caveat:
          'Tools that the client has by itself, and servers that it is connected to beside the ' +
          'gateway, do not come by.',
      },
      inProcSandboxed: {
        caveat:
          'A server is a process or a machine of its own, with all rights that it was started with.',
      },
    },
  },
  observe: {
    is: 'calls in a trial by `sluice observe` or `observeTool`',
    note:
      'NOTHING IS ENFORCED: it says what would have been decided, and every call runs. It is for ' +
      'finding out what enforcement would hold up.',
    answers: {
      filters: { caveat: 'Every tool is on offer, also those that no settings name.' },
      intercepts: { caveat: 'It is decided, and the decision stands in the way of nothing.' },
      observes: { claims: ['INV-V4', 'INV-V5'] },
      nativeInterceptable: { caveat: 'Calls that do not come by are not seen either.' },
      inProcSandboxed: { caveat: 'It holds no tool: they run as they did before.' },
    },
  },
  'ai-sdk': {
    is: 'tools made with `defineTool`, handed to the AI SDK by `aiTools`',
    note:
      'The SDK holds stubs; each call is a dispatch of the kernel above. It covers these tools, in ' +
      'whichever agent of the conversation they are used. Version 5 has no approvals of its own.',
    answers: throughStubs,
  },
  'openai-agents': {
    is: 'tools made with `defineTool`, handed to the OpenAI Agents SDK by `agentTools`',
    note:
      'The SDK holds stubs; each call is a dispatch of the kernel above. It covers these tools, in ' +
      'whichever agent of the conversation they are used. Its hosted tools and handoffs are its own.',
    answers: throughStubs,
  },
  langchain: {
    is: 'tools made with `defineTool`, handed to LangChain or LangGraph by `chainTools`',
    note:
      'The framework holds stubs; each call is a dispatch of the kernel above. It covers these ' +
      'tools, in whichever agent of the conversation they are used. Its middleware, and every other ' +
      'node of a graph, do as they like.',
    answers: throughStubs,
  },
  vaglio: {
    is: 'a verdict asked for by `openVaglio` or `sluice vaglio`, without a kernel',
    note: 'It says what it thinks of a call. Whoever asked may run the call all the same.',
    answers: {
      filters: { caveat: 'It sees one call, never the tools that a planner may choose from.' },
      intercepts: { caveat: 'It is asked, or it is not; it stands in the way of nothing.' },
      observes: { caveat: 'It is not told whether the call ran or what came of it.' },
      nativeInterceptable: { caveat: 'It knows only the calls that it is shown.' },
      inProcSandboxed: { caveat: 'It runs no tool and holds none.' },
    },
  },
  'foreign-tools': {
    is: 'functions that the host, or an agent framework, calls by itself',
    note: 'Nothing is gated, and nothing is recorded. Give such a function to `defineTool`.',
    answers: {
      filters: { caveat: 'Whoever holds the function may offer it to any model.' },
      intercepts: { caveat: 'The call does not come by: no rule, no question, no denial.' },
      observes: { caveat: 'Neither the call nor its result is seen.' },
      nativeInterceptable: { caveat: 'They are such tools themselves.' },
      inProcSandboxed: { caveat: 'They run with all rights of the process.' },
    },
  },
  os: {
    is: 'the sandbox of the operating system below the process',
    note:
      'Sluice sets up none and looks for none. Where the host has one it is a floor below ' +
      'everything above; rules replace no sandbox, and a sandbox knows no rules.',
    answers: {
      filters: { caveat: 'It knows files, programs and sockets, no tools.' },
      intercepts: { caveat: 'It stops what the system is asked to do, not the call behind it.' },
      observes: { caveat: 'It cannot tell what a call was to bring about.' },
      nativeInterceptable: { caveat: 'It tells no tool of a model from any other code.' },
      inProcSandboxed: { caveat: 'Sluice does not put tools into one; the host may.' },
    },
  },
};

/** The matrix, one row an adapter; frozen. */
export function honestyRows(): readonly HonestyRow[] {
  return rows;
}

const rows: readonly HonestyRow[] = Object.freeze(adapters.map(rowOf));

function rowOf(adapter: Adapter): HonestyRow {
  const { is, note, answers } = table[adapter];
  const flags: Partial<Record<HonestyFlag, boolean>> = {};
  const claims: Partial<Record<HonestyFlag, readonly string[]>> = {};
  const caveats: Partial<Record<HonestyFlag, string>> = {};
  for (const flag of honestyFlags) {
    const answer = answers[flag];
    flags[flag] = 'claims' in answer;
    if ('claims' in answer) claims[flag] = Object.freeze([...answer.claims]);
    else caveats[flag] = answer.caveat;
  }
  return Object.freeze({
    adapter,
    is,
    flags: Object.freeze(flags as Record<HonestyFlag, boolean>),
    claims: Object.freeze(claims),
    caveats: Object.freeze(caveats),
    note,
  });
}
