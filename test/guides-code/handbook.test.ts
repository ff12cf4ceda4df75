import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { brokenSettings, commandsBelow } from '../../packages/server/test/every-command.ts';
import { retentionTable } from '../../packages/server/src/retention.ts';
import { isFormOf, notRun, runElsewhere, walked } from '../faults/handbook-cover.ts';
import { readHandbookCommands } from '../support/handbook-commands.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const files = [
  'README.md',
  'deploy/systemd/README.md',
  ...readdirSync(path.join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Every `pid …` in the text of a document, with `a|b` written as two commands. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/`pid ([^`]+)`/g)]
    .map(([, words]) => words!.replaceAll(String.raw`\|`, '|'))
    .filter((words) => words !== '…')
    .flatMap((words) =>
      words
        .split(/\s+/)
        .reduce<string[]>(
          (lines, word) =>
            lines.flatMap((line) =>
              (/^[a-z-]+(?:\|[a-z-]+)+$/.test(word) ? word.split('|') : [word]).map((each) =>
                `${line} ${each}`.trim(),
              ),
            ),
          [''],
        ),
    );
}

const known = await commandsBelow();
const names = new Map(known.map(({ words, isGroup }) => [words.join(' '), isGroup]));
const globalOptions = ['--help', '--json', '--yes', '--as', '--reason', '--version'];

/** Returns what is wrong with a command, or null. */
async function faultOf(command: string): Promise<string | null> {
  const words = command.split(' ');
  let depth = 0;
  while (depth < words.length && names.has(words.slice(0, depth + 1).join(' '))) depth += 1;
  const name = words.slice(0, depth).join(' ');
  const rest = words.slice(depth);
  const isGroup = depth === 0 || names.get(name) === true;
  if (isGroup && rest.some((word) => /^[a-z]/.test(word)))
    return `no command ${words.slice(0, depth + 1).join(' ')}`;
  const { text } = await runPid([...words.slice(0, depth), '--help'], brokenSettings);
  const options = new Set([...globalOptions, ...(text.match(/--[a-z-]+/g) ?? [])]);
  const unknown = rest
    .map((word) => /^--[a-z-]+/.exec(word)?.[0])
    .filter((word) => word && !options.has(word));
  if (unknown.length > 0) return `no option ${unknown.join(', ')}`;
  const takesWords =
    /[<[](?!options|command)/.test(/^Usage: (.*)$/m.exec(text)![1]!) ||
    rest.some((word) => word.startsWith('--'));
  return !isGroup && rest.length > 0 && !takesWords ? `${name} takes no argument` : null;
}

test('detects commands and options that do not exist', async () => {
  expect(await faultOf('keys dance')).toBe('no command keys dance');
  expect(await faultOf('keys rotate --now')).toBe('no option --now');
  expect(await faultOf('keys list all')).toBe('keys list takes no argument');
  expect(await faultOf('admin suspend <pid> --reason "one line"')).toBe(null);
});

test.each(files)('%s names only commands and options that exist', async (file) => {
  const faults: string[] = [];
  for (const command of new Set(commandsIn(readFileSync(path.join(repository, file), 'utf8')))) {
    const fault = await faultOf(command);
    if (fault) faults.push(`pid ${command}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test.each(files)('%s has a figure in every place that waits for one', (file) => {
  expect(readFileSync(path.join(repository, file), 'utf8').match(/@[A-Z]+@/g)).toBe(null);
});

test('the handbook names every command that changes or exports the data of all players', () => {
  const named = commandsIn(readFileSync(path.join(repository, 'docs/operations.md'), 'utf8'));
  for (const command of [
    'sessions end --all',
    'keys reset-master',
    'identity export',
    'breach list',
    'keys reseal',
    'ledger audit',
  ])
    expect([command, named.some((line) => line.startsWith(command))]).toEqual([command, true]);
});

test('the handbook states the default and the minimum of every retention time', () => {
  const text = readFileSync(path.join(repository, 'docs/operations.md'), 'utf8');
  const stated = Object.entries(retentionTable).filter(([name, { days, min }]) => {
    const [line] = new RegExp(`^\\|.*\`${name}\`: ${days} days.*$`, 'm').exec(text) ?? [];
    return line !== undefined && (min === 1 || line.includes(`at least ${min}`));
  });
  expect(stated.map(([name]) => name)).toEqual(Object.keys(retentionTable));
});

test('a test runs every command of the handbook, or a list says why none does', () => {
  const { commands, unknown } = readHandbookCommands();
  expect(unknown).toEqual([]);
  const listed = [...walked, ...Object.keys(runElsewhere), ...Object.keys(notRun)];
  expect(commands.filter((command) => !listed.includes(command) && !isFormOf(command, listed))).toEqual([]);
  expect(listed.filter((command) => !commands.includes(command))).toEqual([]);
  expect(listed.filter((command, index) => listed.indexOf(command) !== index)).toEqual([]);
});

test('the walk and the tests that are listed contain the commands', () => {
  const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
  const walk = read('test/faults/handbook.fault.ts').replaceAll(String.raw`\n`, '\n');
  expect(walked.filter((command) => !walk.includes(command))).toEqual([]);
  for (const [command, [file, word]] of Object.entries(runElsewhere))
    expect([command, read(file).includes(word)]).toEqual([command, true]);
});

test('detects a command that no list covers, and code that is not classified', () => {
  const found = readHandbookCommands([
    'Run `pid dance --now` or `frobnicate the disk`.\n```sh\nls -l  # files\n```\n',
  ]);
  expect(found).toEqual({ commands: ['ls -l', 'pid dance --now'], unknown: ['frobnicate the disk'] });
  expect(isFormOf('pid dance --now', walked)).toBe(false);
  expect(isFormOf('pid breach list', walked)).toBe(true);
  expect(isFormOf('pid breach li', walked)).toBe(false);
});
