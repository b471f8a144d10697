// A host with a rule of its own: an effect is made only if the user's own words, or facts that the
// host knows, decide what it touches. Whatever else there is, it may read and nothing more.

class Stop extends Error {
  constructor(status, code = null) {
    super(status);
    Object.assign(this, { status, code });
  }
}

const isText = (value) => typeof value === 'string';
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value) =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
const hasOnly = (value, keys) =>
  isRecord(value) && Object.keys(value).sort().join() === [...keys].sort().join();

/** Plain data, read once: what it was made of cannot change it any more. */
const copy = (value) => JSON.parse(JSON.stringify(value));

const parseSchemas = {
  any: () => true,
  words: (value) =>
    hasOnly(value, ['text', 'sure']) && isText(value.text) && typeof value.sure === 'boolean',
};

/** The user's words: what stands between blanks, without its full stop, or between quotes. */
function wordsOf(query) {
  const quoted = [...query.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
  const plain = query.replace(/"[^"]*"/g, ' ').split(/\s+/);
  return new Set([...quoted, ...plain.map((word) => word.replace(/[,.]+$/, ''))].filter(Boolean));
}

const stepFields = {
  const: ['value'],
  tool: ['tool', 'args'],
  merge: ['inputs'],
  q_parse: ['source', 'instruction', 'schema_ref'],
  subkernel: ['source', 'instruction', 'grant'],
};

/** Whether a whole plan is one; nothing of it runs before this is known. */
function isPlan(plan, { tools, facts }) {
  const known = new Set();
  const isOperand = (arg) => {
    if (!isRecord(arg)) return false;
    const { path = '', ...rest } = arg;
    if (!isText(path)) return false;
    if (rest.kind === 'ref') return hasOnly(rest, ['kind', 'ref']) && known.has(rest.ref);
    return (
      rest.kind === 'fact' && hasOnly(rest, ['kind', 'name']) && Object.hasOwn(facts, rest.name)
    );
  };
  const areArgs = (args) =>
    isRecord(args) && Object.values(args).every((arg) => isScalar(arg) || isOperand(arg));
  const isStep = (step) => {
    const fields = isRecord(step) && Object.hasOwn(stepFields, step.kind) && stepFields[step.kind];
    if (!fields || !hasOnly(step, ['kind', 'id', ...fields])) return false;
    if (!isText(step.id) || known.has(step.id)) return false;
    if (step.kind === 'const') return isScalar(step.value);
    if (step.kind === 'merge') return areArgs(step.inputs);
    if (step.kind === 'tool')
      return areArgs(step.args) && tools.some(({ spec }) => spec.name === step.tool);
    if (!isOperand(step.source) || !isText(step.instruction)) return false;
    if (step.kind === 'q_parse') return Object.hasOwn(parseSchemas, step.schema_ref);
    return Array.isArray(step.grant) && step.grant.every(isText);
  };
  if (!hasOnly(plan, ['steps', 'final']) || !Array.isArray(plan.steps)) return false;
  return plan.steps.every((step) => isStep(step) && known.add(step.id)) && known.has(plan.final);
}

const isAddress = (value) => isText(value) && /^[^\s@]+@[^\s@]+$/.test(value);
const isSecret = (value) =>
  isText(value) ? /(^|\/)\.ssh(\/|$)/.test(value) : Object.values(Object(value)).some(isSecret);

/** Why a call is refused, as a stage; null if it may be made. `args` are values with their origin. */
function refusal({ spec, fields }, args, { grant, isInner }) {
  const fits = ([key, { value }]) =>
    fields.some(({ name, kind }) => name === key && (kind === 'any' || isText(value)));
  const entries = Object.entries(args);
  if (entries.some(([, { value }]) => isSecret(value))) return 'guard';
  if (!spec.capabilities.every((name) => grant.includes(name))) return 'capability';
  if (!entries.every(fits)) return 'schema';
  if (spec.effect !== 'write' && spec.egress !== true) return null;
  // A planner that has read content decides on no effect; for good is for somebody to confirm.
  if (isInner || spec.commit === true) return 'provenance';
  const isOwn = spec.sink === 'own';
  const isOurs = ([key, { from }]) => {
    const { role, handle } = spec.args?.[`/${key}`] ?? {};
    if (!isOwn) return from === 'query' && handle === undefined;
    if (role === 'content') return ['query', 'fact', 'planner'].includes(from);
    return handle === undefined ? from === 'query' || from === 'fact' : from === `fact ${handle}`;
  };
  if (!entries.every(isOurs)) return 'provenance';
  const isSent = !isOwn && spec.recipients !== undefined;
  return isSent && !isAddress(args.to?.value) ? 'provenance' : null;
}

/** A part of a value. Its origin is that of the whole, but that a merge keeps each part's own. */
function select(whole, path, isFaulty) {
  let part = whole;
  for (const key of path === undefined ? [] : path.split('.')) {
    if (!Object.hasOwn(Object(part.value), key)) throw new Stop('failed');
    const from = isFaulty ? 'query' : part.from;
    part = part.parts?.[key] ?? { value: part.value[key], from };
  }
  return part;
}

/** One run: what it has counted, decided and made. */
class Run {
  constructor({ situation, settings }, stage, isFaulty) {
    Object.assign(this, { situation, settings, stage, isFaulty });
    this.words = wordsOf(situation.query);
    this.counts = {};
    this.decisions = [];
  }

  count(limit) {
    const most = this.settings.limits[limit];
    this.counts[limit] = (this.counts[limit] ?? 0) + 1;
    if (most !== null && this.counts[limit] > most) throw new Stop('aborted');
  }

  /** What something outside says in time; that it fails, or says no data, ends the run. */
  async ask(work, ms, status = 'failed') {
    let timer;
    const late = new Promise((_, refuse) => {
      if (ms !== null) timer = setTimeout(refuse, ms, new Stop(status));
    });
    try {
      return copy(await Promise.race([(async () => work())(), late]));
    } catch {
      throw new Stop(status);
    } finally {
      clearTimeout(timer);
    }
  }

  model(work) {
    this.count('maxModelCalls');
    return this.ask(work, this.settings.limits.reasonerTimeoutMs);
  }

  async planned(content) {
    const { query, facts, tools } = this.situation;
    const sees = { query, facts: Object.keys(facts), tools: tools.map(({ spec }) => spec.name) };
    return this.model(() => this.stage.plan(sees, content));
  }

  /** Follows a plan and gives the value of its final step. */
  async follow(plan, how) {
    if (!isPlan(plan, this.situation)) throw new Stop('rejected');
    const made = new Map();
    for (const step of plan.steps) {
      this.count('maxSteps');
      made.set(step.id, await this.make(step, made, how));
    }
    return made.get(plan.final).value;
  }

  async make(step, made, how) {
    const box = (arg) => {
      if (isScalar(arg)) return { value: arg, from: this.origin(arg, how) };
      return select(
        arg.kind === 'ref' ? made.get(arg.ref) : this.fact(arg.name),
        arg.path,
        this.isFaulty,
      );
    };
    const boxes = (args) =>
      Object.fromEntries(Object.entries(args).map(([key, arg]) => [key, box(arg)]));
    if (step.kind === 'const') return box(step.value);
    if (step.kind === 'tool')
      return { value: await this.call(step.tool, boxes(step.args), how), from: 'other' };
    if (step.kind === 'merge') {
      const parts = boxes(step.inputs);
      return { value: valuesOf(parts), from: 'other', parts };
    }
    const { value: source } = box(step.source);
    if (step.kind === 'q_parse') return { value: await this.parse(step, source), from: 'other' };
    const grant = how.grant.filter((name) => step.grant.includes(name));
    const depth = how.depth + 1;
    if (this.settings.limits.maxDepth !== null && depth > this.settings.limits.maxDepth)
      throw new Stop('aborted');
    const value = await this.follow(await this.planned(source), { grant, depth, isInner: true });
    return { value, from: 'other' };
  }

  /** Whose a word of a plan is. */
  origin(word, { isInner }) {
    if (isInner) return 'other';
    return typeof word !== 'boolean' && this.words.has(`${word}`) ? 'query' : 'planner';
  }

  fact(name) {
    const { value, handle } = this.situation.facts[name];
    return { value, from: handle === undefined ? 'fact' : `fact ${handle}` };
  }

  async parse({ instruction, schema_ref }, source) {
    this.count('maxParses');
    const sees = { instruction, source };
    const value = await this.model(() => this.stage.parse(sees, schema_ref, source));
    if (!parseSchemas[schema_ref](value)) throw new Stop('failed');
    return value;
  }

  /** The one place where a tool is called: decided, recorded, and then called with that very data. */
  async call(tool, boxes, how) {
    this.count('maxEffects');
    const sketch = this.situation.tools.find(({ spec }) => spec.name === tool);
    const stage = refusal(sketch, boxes, how);
    const code = stage === 'capability' ? 'capability_missing' : null;
    this.decisions.push({ tool, outcome: stage === null ? 'allow' : 'deny', stage, code });
    if (stage !== null) throw new Stop('blocked', code);
    const args = copy(valuesOf(boxes));
    const id = `call ${this.decisions.length}`;
    await this.ask(async () => (await this.stage.admit(id, tool, { args })) ?? null, null);
    const status = sketch.spec.effect === 'write' ? 'uncertain' : 'failed';
    const ms = this.settings.limits.toolTimeoutMs;
    return this.ask(() => this.stage.call(id, tool, args), ms, status);
  }
}

const valuesOf = (boxes) =>
  Object.fromEntries(Object.entries(boxes).map(([key, { value }]) => [key, value]));

/** The host as a subject of the kit; `isFaulty`: what a path selects counts as the user's words. */
export function tinyHost({ isFaulty = false } = {}) {
  return {
    name: isFaulty ? 'tiny-host with a fault' : 'tiny-host',
    takes: {
      steps: ['const', 'tool', 'merge', 'q_parse', 'subkernel'],
      schemas: 'checking',
      parallel: false,
      inProcess: true,
      exact: false,
    },
    async play(given, stage) {
      const run = new Run(given, stage, isFaulty);
      const { grant, plan } = given.situation;
      const { decisions } = run;
      try {
        const followed = given.settings.isPlanned ? await run.planned(undefined) : copy(plan);
        const output = await run.follow(followed, { grant, depth: 1, isInner: false });
        return { status: 'committed', code: null, output, decisions };
      } catch (error) {
        if (!(error instanceof Stop)) throw error;
        return { status: error.status, code: error.code, output: null, decisions };
      }
    },
  };
}
