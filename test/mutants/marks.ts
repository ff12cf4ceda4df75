/**
 * Mutants that no operator makes, each marked in the source by a line above the code: `// mutant: before => after`, in SQL
 * `-- mutant: before => after`. `=> nothing` deletes the text. `// mutant (ledger/limits): …` names the tests that detect it, as the
 * beginning of a path in the server's sources; without brackets the tests and journeys of the slice are run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './candidates.ts';
import { root, serverFolder } from './test-files.ts';

/** The operator of a marked mutant. */
export const markedOperator = 'marked';

/** Folders that may contain marks. */
const folders = [serverFolder, 'packages/contract/src', 'packages/protocol/src'];
const isMarkable = (file: string) =>
  /\/functions\/\w+\.sql$/.test(file) ||
  (file.endsWith('.ts') && !/\.(?:test|d)\.ts$|\/testing\//.test(file));

const mark =
  /^[ \t]*(?:\/\/|--) mutant(?: \((?<tests>[\w./-]+)\))?: (?<before>\S.*?) => (?<after>\S.*?)[ \t]*$/gm;
/**
 * The text of a mark must be within this many lines, counted from the mark's line, so that a mark stays near
 * the code.
 */
const reachLines = 16;

export function readMarked(under = ''): Mutant[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.split(path.sep).join('/')}`,
      ),
    )
    .filter((file) => isMarkable(file) && file.startsWith(under))
    .toSorted()
    .flatMap((file) => markedIn(file, readFileSync(path.join(root, file), 'utf8')));
}

/** Throws if the text of a mark does not follow it. */
export function markedIn(file: string, text: string): Mutant[] {
  // The text of one mark may occur in another.
  const code = text.replaceAll(mark, (line) => ' '.repeat(line.length));
  const mutants = [...text.matchAll(mark)].map((match): Mutant => {
    const { tests, before, after } = match.groups as { tests?: string; before: string; after: string };
    const end = match.index + match[0].length;
    const reach = code.slice(end).split('\n', reachLines).join('\n').length;
    const start = code.indexOf(before, end);
    const line = text.slice(0, match.index).split('\n').length;
    if (start < 0 || start > end + reach)
      throw new Error(`${file}:${line}: the next ${reachLines - 1} lines do not contain: ${before}`);
    return {
      slice: file.split('/')[1] === 'server' ? file.split('/')[3]! : file.split('/')[1]!,
      file,
      line,
      operator: markedOperator,
      start,
      end: start + before.length,
      before,
      after: after === 'nothing' ? '' : after,
      occurrence: 0,
      ...(tests === undefined ? {} : { tests: [tests] }),
    };
  });
  const count = text.split(/(?:\/\/|--) mutant\b/).length - 1;
  if (count !== mutants.length)
    throw new Error(`${file}: a mark is not of the form "mutant: before => after"`);
  return mutants;
}
