/** `sluice conformance`: the conformance kit on the command line. */
import type { Command } from 'commander';
import type { ConformanceFlags } from './conformance-flags.js';
import type { VectorFlags } from './conformance-vectors.js';
import type { ReportFlags } from './conformance-verify.js';
import { takeSignals } from './interruption.js';
import type { ProgramParts } from './program-parts.js';

const HELP = `
Tries numbered requirements on a host, a fork or another implementation, over generated plans, tools,
rules and worlds. Without --subject, on the kernel of this package. A subject is a program that
speaks the protocol of docs/conformance-kit.md on its stdin and stdout; CMD is cut at spaces, or is a
JSON list of texts, and no shell reads it. It runs with the rights and the environment of this user.

A requirement passes, fails with an example that --replay takes, or is inconclusive: the subject
cannot be asked for it, or too few examples came far enough to show a fault.

Exit codes: 0 nothing failed, 2 something failed, 3 nothing failed and of some requirement too few
examples came far enough, 1 it could not be tried.

Examples:
  sluice conformance --seed 7 --runs 200
  sluice conformance --subject 'python3 host.py' --only CK-5,CK-7
  sluice conformance --subject '["node", "my host.mjs"]' --json --sign report.key
  sluice conformance --replay CK-5-seed-7.json --subject 'python3 host.py'
  sluice conformance --vectors core-v1.json --subject 'python3 host.py'`;

const VECTORS_HELP = `
Writes cases as plain JSON, each with every answer from outside of it and with what is to come of it,
as the reference says. The same seed and count, the same file.

Exit codes: 0 written, 1 not.

Example:
  sluice conformance vectors --out core-v1.json --seed 1 --count 200`;

const VERIFY_HELP = `
Exit codes: 0 the report is as it was signed with that key, 2 it is not, 1 it could not be read.

Example:
  sluice conformance verify report.json --key report.key.pub`;

/** Adds the command to the command line. */
export function addConformance(program: Command, { screen, progress, done }: ProgramParts): void {
  const command = program
    .command('conformance')
    .enablePositionalOptions()
    .description('try the numbered requirements of the conformance kit on a subject')
    .option('--subject <CMD>', 'the program to try. Default: the kernel of this package')
    .option('--seed <N>', 'chooses every example: the same seed, the same examples')
    .option('--runs <N>', 'examples a requirement. Default: 100')
    .option('--only <IDS>', 'try only these requirements, such as CK-5,CK-7')
    .option('--out <DIR>', 'write examples that show a fault there. Default: here')
    .option('--replay <FILE>', 'try the example or the vectors of this file again')
    .option('--vectors <FILE>', 'try these vectors instead of generated examples')
    .option('--json', 'print one JSON object and nothing else on stdout')
    .option('--sign <KEY>', 'sign the JSON report with a key of `sluice keygen --for report`')
    .option('--serve', 'be a subject: speak the protocol with the kernel of this package')
    .addHelpText('after', HELP)
    .action(async (flags: ConformanceFlags) => {
      takeSignals(screen, progress, flags.json === true);
      // The generators of the kit load when they are asked for.
      const { runConformance } = await import('./conformance-run.js');
      done(await runConformance(flags, screen));
    });
  command
    .command('vectors')
    .description('write vectors for another implementation to check itself by')
    .requiredOption('--out <FILE>', 'the file to write')
    .option('--seed <N>', 'chooses the vectors', '1')
    .option('--count <N>', 'how many', '200')
    .addHelpText('after', VECTORS_HELP)
    .action(async (flags: VectorFlags) => {
      const { writeVectors } = await import('./conformance-vectors.js');
      done(await writeVectors(flags, screen));
    });
  command
    .command('verify')
    .description('say whether a signed report is as it was signed')
    .argument('<REPORT>', 'what `sluice conformance --json --sign` printed')
    .requiredOption('--key <PUB>', 'the public key')
    .addHelpText('after', VERIFY_HELP)
    .action(async (file: string, flags: ReportFlags) => {
      const { verifyReport } = await import('./conformance-verify.js');
      done(await verifyReport(file, flags, screen));
    });
}
