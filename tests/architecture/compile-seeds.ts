/**
 * Compiles files that exist only in memory as if they stood in a room, with that room's own
 * tsconfig.
 */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { listFiles, projectRoot, type Room } from '../project.js';

/** Error codes by seed, `TS2304` and the like; empty where it compiles. */
export type SeedErrors = ReadonlyMap<string, readonly string[]>;

/** Sources and libraries, parsed once for all rooms: their options read a text alike. */
const parsed = new Map<string, ts.SourceFile>();

function roomOptions(room: Room): ts.CompilerOptions {
  const file = join(projectRoot, room, 'tsconfig.json');
  const parsed = ts.getParsedCommandLineOfConfigFile(
    file,
    { noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '));
      },
    },
  );
  if (parsed === undefined) throw new Error(`no configuration in ${room}`);
  return { ...parsed.options, noUnusedLocals: false };
}

/** Type-checks each text as a file of the room; nothing is written. */
export function compileSeeds(room: Room, seeds: Readonly<Record<string, string>>): SeedErrors {
  const options = roomOptions(room);
  const files = new Map(
    Object.entries(seeds).map(([name, text]) => [join(projectRoot, room, `${name}.ts`), text]),
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.getSourceFile = (file, version) => {
    const known = files.has(file) ? undefined : parsed.get(file);
    if (known !== undefined) return known;
    const text = host.readFile(file);
    if (text === undefined) return undefined;
    const source = ts.createSourceFile(file, text, version);
    if (!files.has(file)) parsed.set(file, source);
    return source;
  };
  const ambient = listFiles(room, '.d.ts').map((file) => join(projectRoot, file));
  const program = ts.createProgram({ rootNames: [...ambient, ...files.keys()], options, host });
  const found = new Map<string, string[]>([...files.keys()].map((file) => [file, []]));
  for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
    found.get(diagnostic.file?.fileName ?? '')?.push(`TS${diagnostic.code}`);
  }
  return new Map(Object.keys(seeds).map((name) => [name, found.get(fileOf(room, name)) ?? []]));
}

function fileOf(room: Room, name: string): string {
  return join(dirname(join(projectRoot, room, 'x')), `${name}.ts`);
}
