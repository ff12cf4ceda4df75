import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Edit, applyEdit } from './edit.ts';
import { editsOf, parses } from './operators.ts';
import { root, serverFolder as server } from './test-files.ts';

/** A mutant is known by its file, operator, texts and occurrence, so that lists from two trees can be compared. */
export interface Mutant extends Edit {
  readonly slice: string;
  readonly file: string;
  readonly line: number;
  /** The tests of a marked mutant, as prefixes of paths. If absent, the tests of its slice run. */
  readonly tests?: readonly string[];
  /** Counts the mutants of the file with the same operator and texts, from 0. */
  readonly occurrence: number;
}

export interface Source {
  readonly slice: string;
  readonly file: string;
  readonly text: string;
}

/** Tests, wiring, fixtures, metrics and files that contain only wording. */
const notRules =
  /\.(?:test|d)\.ts$|(?:^|\/)index\.ts$|(?:^|\/)(?:testing|migrations)\/|metrics\.ts$|words\.\w+\.ts$|-(?:text|style)\.ts$/;

const isSqlSource = /\/(?:functions|migrations)\/\w+\.sql$/;

export function sliceNames(): string[] {
  const folders = readdirSync(path.join(root, server), { withFileTypes: true });
  return [...folders.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted(), 'protocol'];
}

/** Returns the folder of a slice and its tests. */
export function folderOf(slice: string): string {
  return slice === 'protocol' ? 'packages/protocol' : `${server}/${slice}`;
}

export function readSources(slice: string): Source[] {
  const folder = slice === 'protocol' ? `${folderOf(slice)}/src` : folderOf(slice);
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter((file) => isSqlSource.test(file) || (file.endsWith('.ts') && !notRules.test(file)))
    .toSorted()
    .map((file) => ({ slice, file, text: readFileSync(path.join(root, file), 'utf8') }));
}

export function mutantsOf({ slice, file, text }: Source): Mutant[] {
  const seen = new Map<string, number>();
  return editsOf(file, text).map((edit) => {
    const key = [edit.operator, edit.before, edit.after].join('\0');
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return { ...edit, slice, file, line: text.slice(0, edit.start).split('\n').length, occurrence };
  });
}

/**
 * Chooses mutants from the slices in turn. Within a slice a hash of the seed and the mutant decides, so that
 * a change in one slice does not change the choice in another.
 */
export function chooseMutants(sources: readonly Source[], seed: string, count: number): Mutant[] {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const queues = [...new Set(sources.map(({ slice }) => slice))]
    .map((slice) => ({
      rank: rankOf(seed, slice),
      mutants: sources
        .flatMap((source) => (source.slice === slice ? mutantsOf(source) : []))
        .toSorted(byRank(seed)),
    }))
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1));
  const chosen: Mutant[] = [];
  while (chosen.length < count && queues.some(({ mutants }) => mutants.length > 0))
    for (const { mutants } of queues) {
      const mutant = nextThatParses(mutants, texts);
      if (mutant && chosen.length < count) chosen.push(mutant);
    }
  return chosen;
}

function nextThatParses(mutants: Mutant[], texts: ReadonlyMap<string, string>): Mutant | undefined {
  let mutant = mutants.shift();
  while (mutant && !parses(mutant.file, applyEdit(texts.get(mutant.file)!, mutant))) mutant = mutants.shift();
  return mutant;
}

export function identityOf({
  file,
  operator,
  before,
  after,
  occurrence,
}: Pick<Mutant, 'file' | 'operator' | 'before' | 'after' | 'occurrence'>): string {
  return [file, operator, before, after, occurrence].join('\0');
}

function byRank(seed: string): (left: Mutant, right: Mutant) => number {
  const ranks = new Map<Mutant, string>();
  const rank = (mutant: Mutant) => {
    const known = ranks.get(mutant) ?? rankOf(seed, identityOf(mutant));
    ranks.set(mutant, known);
    return known;
  };
  return (left, right) => (rank(left) < rank(right) ? -1 : 1);
}

function rankOf(seed: string, text: string): string {
  return createHash('sha256').update(`${seed}\0${text}`).digest('hex');
}
