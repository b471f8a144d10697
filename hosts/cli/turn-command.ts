/** `sluice turn`: one turn of the user, with live progress and a card at the end. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { compileGuardrails } from '../../kernel/index.js';
import { type LoopMode, loopModes } from '../../reasoner/index.js';
import { visibleLine } from '../answer/visible-text.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { openCatalogue } from '../catalogue/catalogue.js';
import { HostError } from '../errors.js';
import { readPolicyFile } from '../policy/policy-file.js';
import { openScratchpad } from '../scratchpad/scratchpad.js';
import { readSettings } from '../settings/read-settings.js';
import type { Settings } from '../settings/settings.js';
import { shippedSet } from '../shipping/shipped.js';
import { openFileAudit } from '../stores/file-audit.js';
import { type TurnHost, takeTurn } from '../turns/take-turn.js';
import type { TakenTurn } from '../turns/taken-turn.js';
import { tierProvider } from '../turns/tier-provider.js';
import type { TurnConfig } from '../turns/turn-kernel.js';
import { openTurnLog } from '../turns/turn-log.js';
import type { CommandParts } from './command-parts.js';
import { exitCodes } from './exit-codes.js';
import { type FaceFlags, withFaces } from './faces.js';
import { takeSignals } from './interruption.js';
import type { Progress } from './progress.js';
import type { Screen } from './screen.js';
import { parseFacts } from './text-input.js';
import { turnCard, turnData } from './turn-card.js';
import { turnProgress } from './turn-progress.js';

interface TurnFlags extends FaceFlags {
  readonly config?: string;
  readonly mode?: string;
  readonly facts?: string;
  readonly audit?: string;
  readonly log?: string;
  readonly scratchpad?: string;
  readonly explain?: true;
  readonly json?: true;
}

const TURN_HELP = `
Settings are read from --config, else from ~/.config/sluice/sluice.toml: which models, which
executors, which capabilities, whose turn it is. They name code that runs: those of the folder that
one happens to stand in are read only where --config says so. The least of them:

  [principal]
  id = "user:alice@example.com"
  [runtime.llm.fast]
  provider = "ollama"
  model = "qwen3:8b"
  [catalogue.hints]
  "fs.read" = ["~/notes/**"]
  [grant]
  capabilities = ["fs.read"]

The query is the user's own words: values that decide who is written to or what is touched must
stand in it.

Exit codes: as \`sluice run\`: 0 committed, 2 blocked, 3 needs_approval, 4 rejected, 5 uncertain, 1 else.

Examples:
  sluice turn 'Read ~/notes/todo.md'
  sluice turn 'Mail "hello" to bob@example.com' --ask
  sluice turn 'What is in ~/notes?' --mode online --explain`;

/** Adds the command to the command line. */
export function addTurn(
  program: Command,
  { screen, done, progress }: CommandParts & { readonly progress: Progress },
): void {
  program
    .command('turn')
    .description('carry out one request with the executors of the catalogue')
    .argument('<QUERY>', "the user's own words: they are trusted")
    .option('--config <FILE>', 'the settings')
    .option('--mode <MODE>', `one of ${loopModes.join(', ')}; default: as the settings say`)
    .option('--facts <JSON>', 'values that the host vouches for, by name')
    .option('--audit <FILE>', 'keep the audit records in this file')
    .option('--approvals <STORE>', 'list what needs a ruling there, for `sluice approvals`')
    .option('--ask', 'ask on this terminal too')
    .option('--log <DIR>', 'the log of turns. Default: ~/.local/share/sluice/turns')
    .option('--scratchpad <FILE>', 'default: ~/.local/share/sluice/scratchpad.db')
    .option('--explain', 'say why: the ranking, every decision with its labels')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .addHelpText('after', TURN_HELP)
    .action(async (query: string, flags: TurnFlags) =>
      done(await turnCommand(query, flags, { screen, progress })),
    );
}

interface Desk {
  readonly screen: Screen;
  readonly progress: Progress;
}

async function turnCommand(query: string, flags: TurnFlags, desk: Desk): Promise<number> {
  const { screen, progress } = desk;
  const isJson = flags.json === true;
  if (isJson) screen.keepStdout();
  const settings = readSettings(flags.config ?? usualSettings(screen));
  const asked = {
    ...(flags.mode === undefined ? {} : { mode: modeOf(flags.mode) }),
    ...(flags.facts === undefined ? {} : { facts: parseFacts(flags.facts) }),
    signal: takeSignals(screen, progress, isJson),
    ...turnProgress(screen),
  };
  const taken = await withHost(flags, settings, desk, (host) => {
    progress.runs();
    return takeTurn(host, query, asked).finally(() => progress.ran());
  });
  if (isJson) await screen.printJson(turnData(taken));
  else await screen.print(turnCard(taken, { paint: screen.paint, isFull: flags.explain === true }));
  return exitCodes[taken.result.status];
}

/** Never of the folder that one stands in: whoever wrote that would choose the code that runs. */
function usualSettings(screen: Screen): string {
  if (existsSync('sluice.toml'))
    screen.note('`sluice.toml` of this folder is not read: say `--config sluice.toml` to use it');
  return join(homedir(), '.config', 'sluice', 'sluice.toml');
}

function modeOf(word: string): LoopMode {
  const mode = loopModes.find((one) => one === word);
  if (mode !== undefined) return mode;
  throw new HostError('usage_malformed', `\`--mode\` takes one of ${loopModes.join(', ')}`);
}

/** Opens what a turn stands on, for as long as the body takes. */
async function withHost(
  flags: TurnFlags,
  settings: Settings,
  { screen }: Desk,
  body: (host: TurnHost) => Promise<TakenTurn>,
): Promise<TakenTurn> {
  const { principal } = settings;
  if (principal === null)
    throw new HostError('settings_malformed', `\`${settings.path}\`: \`principal.id\` is missing`);
  const rules = policyOf(settings);
  const catalogue = catalogueOf(settings, screen);
  const scratchpad = openScratchpad(flags.scratchpad);
  const onFailure = (error: HostError): void => screen.note(`no log: ${error.message}`);
  const log = openTurnLog(flags.log, { onFailure });
  const file = flags.audit === undefined ? null : openFileAudit(flags.audit);
  const audit = file === null ? {} : { audit: file };
  try {
    return await withFaces(flags, screen, (ports) => {
      const config: TurnConfig = { ...rules, ...audit, ports };
      const modelOf = tierProvider;
      return body({ settings, catalogue, modelOf, principal, scratchpad, log, config });
    });
  } finally {
    catalogue.close();
    scratchpad.close();
    log.close();
    await file?.close();
  }
}

function policyOf({ policy, path }: Settings): Pick<TurnConfig, 'guardrails' | 'declassify'> {
  if (policy === null) return {};
  const { grant, declassify, ...guardrails } = readPolicyFile(policy);
  if (grant !== undefined)
    throw new HostError(
      'settings_malformed',
      `the grant of a turn stands in \`${path}\`, not in \`${policy}\``,
    );
  const compiled = compileGuardrails(guardrails);
  return { guardrails: compiled, ...(declassify === undefined ? {} : { declassify }) };
}

function catalogueOf(settings: Settings, screen: Screen): Catalogue {
  const { catalogue } = settings;
  const shipped = catalogue.shipped ? shippedSet() : null;
  if (catalogue.shipped && shipped === null)
    screen.note('the executors that come with Sluice were not built: `sluice doctor` says how');
  const opened = openCatalogue({
    folders: [...catalogue.folders, ...(shipped === null ? [] : [shipped.folder])],
    keys: [...catalogue.keys, ...(shipped === null ? [] : [shipped.key])],
    capabilityHints: catalogue.hints,
    ...(catalogue.secrets === null ? {} : { secrets: catalogue.secrets }),
    onFailure: ({ executor, code }) => screen.note(`  ${executor}: ${code}`),
  });
  for (const { path, code, reason } of opened.rejected)
    screen.note(visibleLine(`not let in: ${path}: ${code}: ${reason}`));
  assertHints(settings, opened);
  return opened;
}

/** A hint that bounds nothing, misspelt say, would leave what was meant without a bound. */
function assertHints({ path, catalogue: { hints } }: Settings, { executors }: Catalogue): void {
  const bounded = new Set(
    executors.flatMap(({ scope }) => scope.bounds.map(({ capability }) => capability)),
  );
  const idle = Object.keys(hints).find((capability) => !bounded.has(capability));
  if (idle === undefined) return;
  const what = `\`catalogue.hints\`: \`${idle}\` bounds no executor that was let in`;
  throw new HostError('settings_malformed', `\`${path}\`: ${what}: correct it, or take it out`);
}
