/** Who may import whom. Every comment says the mend. `tests/architecture/depcruise.test.ts` shows each rule go red. */

const front = '^(schemas/index|kernel/index|reasoner/index|reasoner/providers/[^/]+)[.]ts$';
const hostsFront = '^hosts/(index|[^/]+/index)[.]ts$';
const entries = [
  '^demo/agentdojo/main[.]ts$',
  '^(schemas|kernel|reasoner|hosts)/index[.]ts$',
  '^reasoner/providers/[^/]+[.]ts$',
  '^hosts/[^/]+/(index|main)[.]ts$',
  '^hosts/adapters/[^/]+/index[.]ts$',
  '^hosts/executors/([^/]+/main|bundle)[.]ts$',
  '^demo/main[.]ts$',
];

/** The packages of each framework that has an adapter, by the folder of the adapter. */
const frameworks = {
  'ai-sdk': '^node_modules/ai/',
  'openai-agents': '^node_modules/@openai/',
  langchain: '^node_modules/(@langchain|langchain)/',
};

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rooms = [
  {
    name: 'schemas-is-the-floor',
    comment: 'Schemas import no other room. Move what needs one to the room that has it.',
    severity: 'error',
    from: { path: '^schemas/' },
    to: { path: '^(kernel|reasoner|hosts|demo|tests)/' },
  },
  {
    name: 'schemas-only-zod',
    comment:
      'Schemas use zod and nothing else. Write the shape with zod, or move the code elsewhere.',
    severity: 'error',
    from: { path: '^schemas/' },
    to: { pathNot: ['^schemas/', '^node_modules/zod/'] },
  },
  {
    name: 'kernel-knows-no-reasoner',
    comment:
      'The kernel sees models as ports, not even as a type. Add what you need to schemas/ports.ts.',
    severity: 'error',
    from: { path: '^kernel/' },
    to: { path: '^(reasoner|hosts|demo|tests)/' },
  },
  {
    name: 'reasoner-knows-no-kernel',
    comment: 'A model must not reach tools, gate or labels. Pass data through a shape of schemas.',
    severity: 'error',
    from: { path: '^reasoner/' },
    to: { path: '^(kernel|hosts|demo|tests)/' },
  },
  {
    name: 'reasoner-by-the-front-door',
    comment: 'The index is the whole surface of a room. Import ../schemas/index.js.',
    severity: 'error',
    from: { path: '^reasoner/' },
    to: { path: '^schemas/', pathNot: front },
  },
  {
    name: 'kernel-by-the-front-door',
    comment: 'The index is the whole surface of a room. Import ../schemas/index.js.',
    severity: 'error',
    from: { path: '^kernel/' },
    to: { path: '^schemas/', pathNot: front },
  },
  {
    name: 'hosts-by-the-front-door',
    comment: 'Import the index of the room. If it lacks something, argue for it there.',
    severity: 'error',
    from: { path: '^hosts/' },
    to: { path: '^(schemas|kernel|reasoner)/', pathNot: front },
  },
  {
    name: 'executors-know-no-room',
    comment:
      'An executor is a program of its own, and its digest covers all of it. Pass it data on stdin.',
    severity: 'error',
    from: { path: '^hosts/executors/' },
    to: { path: '^(schemas|kernel|reasoner|hosts|demo|tests)/', pathNot: '^hosts/executors/' },
  },
  {
    name: 'executors-are-run-not-imported',
    comment: 'An executor runs as it is imported. Bundle it with bundle.ts and start a process.',
    severity: 'error',
    from: { pathNot: ['^hosts/executors/', '^tests/'] },
    to: { path: '^hosts/executors/', pathNot: '^hosts/executors/bundle[.]ts$' },
  },
  {
    name: 'executor-packages',
    comment: 'What an executor loads is bundled into it. Argue for the package here, and pin it.',
    severity: 'error',
    from: { path: '^hosts/executors/', pathNot: '^hosts/executors/bundle[.]ts$' },
    to: {
      dependencyTypesNot: ['core', 'local'],
      pathNot: '^node_modules/(zod|ipaddr[.]js|mailparser|mbox-reader|nodemailer)/',
    },
  },
  {
    name: 'demo-by-the-front-door',
    comment: 'A story uses what every embedder can use. Import the index of the room.',
    severity: 'error',
    from: { path: '^demo/' },
    to: { path: '^(schemas|kernel|reasoner|hosts)/', pathNot: [front, hostsFront] },
  },
  {
    name: 'nothing-imports-demo-or-tests',
    comment: 'Stories and evidence are leaves. Move what is shared to the room that owns it.',
    severity: 'error',
    from: { pathNot: '^(demo|tests)/' },
    to: { path: '^(demo|tests)/' },
  },
  {
    name: 'demo-imports-no-tests',
    comment: 'A story stands on its own. Move what is shared to demo/ or hosts/.',
    severity: 'error',
    from: { path: '^demo/' },
    to: { path: '^tests/' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const kernel = [
  {
    name: 'kernel-packages-have-one-file-each',
    comment:
      'The trusted base is zod, fast-json-stable-stringify and node:crypto. Anything else is a port, outside.',
    severity: 'error',
    from: { path: '^kernel/' },
    to: {
      pathNot: [
        '^kernel/',
        '^schemas/',
        '^(reasoner|hosts|demo|tests)/',
        '^node_modules/(zod|fast-json-stable-stringify)/',
        '^(node:)?crypto$',
      ],
    },
  },
  {
    name: 'digest-is-one-file',
    comment: 'Canonical JSON and hashing live in kernel/snapshot/digest.ts. Call what it exports.',
    severity: 'error',
    from: { path: '^kernel/', pathNot: '^kernel/snapshot/digest[.]ts$' },
    to: { path: ['^node_modules/fast-json-stable-stringify/', '^(node:)?crypto$'] },
  },
  {
    name: 'zod-is-one-file',
    comment: 'In the kernel only kernel/tools/validator.ts meets zod. Call what it exports.',
    severity: 'error',
    from: { path: '^kernel/', pathNot: '^kernel/tools/validator[.]ts$' },
    to: { path: '^node_modules/zod/' },
  },
  {
    name: 'tool-run-has-one-user',
    comment: 'Only the dispatcher may touch a callable. Pass a tool spec, or the handle as it is.',
    severity: 'error',
    from: { pathNot: ['^kernel/effects/dispatcher[.]ts$', '^kernel/index[.]ts$', '^tests/'] },
    to: { path: '^kernel/effects/tool-run[.]ts$' },
  },
  {
    name: 'permit-has-two-users',
    comment: 'The gate mints permits and the dispatcher spends them. Ask one of the two.',
    severity: 'error',
    from: { pathNot: ['^kernel/gate/gate[.]ts$', '^kernel/effects/dispatcher[.]ts$', '^tests/'] },
    to: { path: '^kernel/gate/permit[.]ts$' },
  },
  {
    name: 'leaves-know-nobody',
    comment: 'Snapshot, audit, errors and primordials know no decision. Pass what they need.',
    severity: 'error',
    from: { path: '^kernel/((snapshot|audit)/|errors|primordials)' },
    to: { path: '^kernel/', pathNot: '^kernel/((snapshot|audit)/|errors|primordials)' },
  },
  {
    name: 'what-is-judged-knows-no-judge',
    comment:
      'Labels, plans and the guard know neither gate, effects nor interpreter. Return a value.',
    severity: 'error',
    from: { path: '^kernel/(provenance|plan|vaglio|policy|context)/' },
    to: { path: '^kernel/(gate|effects|interpreter|approval)/' },
  },
  {
    name: 'gate-knows-no-effect',
    comment:
      'The gate decides over recorded inputs. What gathers them is kernel/effects/admission.ts.',
    severity: 'error',
    from: { path: '^kernel/gate/' },
    to: { path: '^kernel/(effects|interpreter)/' },
  },
  {
    name: 'effects-know-no-interpreter',
    comment: 'The interpreter calls the dispatcher. Take what you need as an argument.',
    severity: 'error',
    from: { path: '^kernel/effects/' },
    to: { path: '^kernel/interpreter/' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const general = [
  {
    name: 'no-circular',
    comment: 'Two files that need each other hold one thing, or a third one. Merge or extract.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Nobody imports this file and it imports nobody. Use it or take it out.',
    severity: 'error',
    from: { orphan: true, pathNot: ['[.]d[.]ts$', '^tests/', '^demo/mailbox/'] },
    to: {},
  },
  {
    name: 'not-unreachable',
    comment: 'No entry point leads here. Use it, or take it out.',
    severity: 'error',
    from: { path: entries },
    to: {
      path: '^(schemas|kernel|reasoner|hosts|demo)/',
      pathNot: ['[.]d[.]ts$', ...entries],
      reachable: false,
    },
  },
  {
    name: 'not-unreachable-from-test',
    comment: 'No test leads to this part of the trusted base. Write one.',
    severity: 'error',
    from: { path: '^tests/.*[.]test[.]ts$' },
    to: { path: '^(schemas|kernel)/', pathNot: '[.]d[.]ts$', reachable: false },
  },
  {
    name: 'provider-sdk-in-its-provider',
    comment: 'Only reasoner/providers/ollama.ts meets the Ollama SDK. Use the provider interface.',
    severity: 'error',
    from: { pathNot: ['^reasoner/providers/ollama', '^tests/'] },
    to: { path: '^node_modules/ollama/' },
  },
  {
    name: 'ai-sdk-as-types-only',
    comment:
      'The host brings the AI SDK. Import its types, in reasoner/providers/ai-sdk only; take the object.',
    severity: 'error',
    from: { path: '^(schemas|kernel|reasoner|hosts|demo)/' },
    to: { path: '^node_modules/@ai-sdk/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'ai-sdk-in-its-provider',
    comment: 'Only reasoner/providers/ai-sdk meets the AI SDK. Use the provider interface.',
    severity: 'error',
    from: { pathNot: ['^reasoner/providers/ai-sdk', '^tests/'] },
    to: { path: '^node_modules/@ai-sdk/' },
  },
  ...Object.entries(frameworks).map(([adapter, path]) => ({
    name: `${adapter}-in-its-adapter`,
    comment: `The host brings the framework. Import its types, in hosts/adapters/${adapter} only.`,
    severity: 'error',
    from: {
      path: '^(schemas|kernel|reasoner|hosts|demo)/',
      pathNot: `^hosts/adapters/${adapter}/`,
    },
    to: { path },
  })),
  {
    name: 'framework-as-types-only',
    comment: 'Two copies of a framework do not know each other. Take what the host hands in.',
    severity: 'error',
    from: { path: '^hosts/adapters/' },
    to: { path: Object.values(frameworks), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'mcp-in-the-gateway',
    comment: 'Only hosts/gateway meets the MCP SDK. Use what its index exports.',
    severity: 'error',
    from: { pathNot: ['^hosts/gateway/', '^tests/'] },
    to: { path: '^node_modules/@modelcontextprotocol/' },
  },
  {
    name: 'gateway-when-it-is-asked-for',
    comment: 'Its protocol is an optional peer. Import the gateway by `importMcp`.',
    severity: 'error',
    from: { path: '^hosts/', pathNot: '^hosts/gateway/' },
    to: {
      path: '^hosts/gateway/',
      dependencyTypesNot: ['dynamic-import', 'type-only', 'type-import'],
    },
  },
  {
    name: 'otel-in-its-entry',
    comment:
      'The host brings OpenTelemetry. Import its types, in hosts/otel only; take the objects.',
    severity: 'error',
    from: { pathNot: ['^hosts/otel/', '^tests/'] },
    to: { path: '^node_modules/@opentelemetry/' },
  },
  {
    name: 'otel-as-types-only',
    comment:
      'The host brings OpenTelemetry. Import its types, in hosts/otel only; take the objects.',
    severity: 'error',
    from: { pathNot: '^tests/' },
    to: { path: '^node_modules/@opentelemetry/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'ses-in-the-hardened-entry',
    comment:
      'Only hosts/hardened meets SES: as types, and by `require` when it runs. Import that entry.',
    severity: 'error',
    from: { path: '^(schemas|kernel|reasoner|hosts|demo)/', pathNot: '^hosts/hardened/' },
    to: { path: '^node_modules/ses/' },
  },
  {
    name: 'ses-as-types-only',
    comment: 'An import would run SES before the first look at the realm. Take its types.',
    severity: 'error',
    from: { path: '^hosts/hardened/' },
    to: { path: '^node_modules/ses/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-undeclared-package',
    comment: 'Declare the package in package.json: runtime code in dependencies, pinned.',
    severity: 'error',
    // What an executor imports is bundled into it, not installed with it.
    from: { path: '^(schemas|kernel|reasoner|hosts)/', pathNot: '^hosts/executors/' },
    to: {
      // A peer that tests install as well is declared twice; its own rules hold it to its place.
      pathNot: [
        '^node_modules/(@ai-sdk/provider|@modelcontextprotocol/sdk|@opentelemetry/api|ses)/',
        ...Object.values(frameworks),
      ],
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
    },
  },
  {
    name: 'not-to-unresolvable',
    comment: 'Nothing lies there. Correct the path; relative imports end in .js.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [...rooms, ...kernel, ...general],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    preserveSymlinks: true,
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
