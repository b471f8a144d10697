// Family V, item 20: commands that are short to write and long to read. Inert text: nothing here is
// run.
import { expect } from 'vitest';
import { readFind } from '../../kernel/vaglio/shell/find.js';
import { startScope, textWord } from '../../kernel/vaglio/shell/word.js';
import { verifies } from '../claims/verifies.js';
import { guardedCommand } from '../fakes/guarded-command.js';

const names = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}`).join(' ');
const marks = (count: number): string => '{} '.repeat(count);

function putInBy(command: string): number {
  const words = command.split(' ').filter((word) => word !== '');
  const scope = startScope({ home: '/home/u', cwd: '/workspace' });
  const { commands } = readFind(words.slice(1).map(textWord), scope);
  return commands.reduce((sum, { length }) => sum + length, 0);
}

verifies('V-20', 'what `find` finds is put in so often and no more, then the user is asked', () => {
  const command = `find ${names(1500)} -exec find ${marks(1500)}-exec rm ${marks(1500)} ; ;`;
  expect(putInBy(command)).toBeLessThan(5000);
  expect(guardedCommand(command.replaceAll(';', '\\;')).questions).toContain('shell_too_long');
  const many = `find ${names(200)} ${'-exec cat {} ; '.repeat(1000)}`;
  expect(putInBy(many)).toBeLessThan(5000);
  expect(guardedCommand(many.replaceAll(';', '\\;')).questions).toContain('shell_too_long');
});

verifies('V-20', 'what it finds twice is put in once', () => {
  const command = `find ${'src '.repeat(2000)} -exec cat {} ;`;
  expect(putInBy(command)).toBe(2);
  expect(guardedCommand(command.replaceAll(';', '\\;'))).toEqual({ denial: null, questions: [] });
});

verifies('V-20', 'a deletion among many is found', () => {
  const command = `find / ${names(300)} -exec rm -fr {} \\;`;
  expect(guardedCommand(command).denial).toBe('delete_root');
});
