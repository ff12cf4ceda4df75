import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** Written after every run; ignored by git. */
export const measuredFile = path.join(root, 'test-results/durations.json');
/** Sets the order of the first run of a new clone. Written by `npm test -- --save-durations`. */
export const committedFile = path.join(root, 'test/durations.json');

/**
 * Seconds of each file and test in the last run: `{ files: { path: seconds }, tests: { path: { name: seconds
 * } } }`.
 */
export function readDurations() {
  for (const file of [measuredFile, committedFile]) {
    if (!existsSync(file)) continue;
    try {
      return { tests: {}, ...JSON.parse(readFileSync(file, 'utf8')) };
    } catch {
      // A killed run may have left an incomplete file.
    }
  }
  return { files: {}, tests: {} };
}

/** Keeps the earlier durations of files that were not part of this run. */
export function saveDurations(report, { commit = false } = {}) {
  const known = readDurations();
  const files = { ...known.files };
  const tests = { ...known.tests };
  for (const { file, seconds, tests: durations } of report.files) {
    files[file] = seconds;
    tests[file] = durations;
  }
  write(measuredFile, { files, tests });
  if (commit) write(committedFile, { files: onlyExisting(files) });
}

/** Rounds to whole seconds, because smaller differences would change the committed file in every run. */
function onlyExisting(files) {
  const kept = Object.entries(files)
    .filter(([file, seconds]) => seconds >= 1 && existsSync(path.join(root, file)))
    .map(([file, seconds]) => [file, Math.round(seconds)]);
  return Object.fromEntries(kept.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function write(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Longest first, so that no worker starts a long file at the end. A file without a duration counts as
 * average.
 */
export function longestFirst(tests, { files }, pathOf) {
  const known = Object.values(files);
  const average = known.reduce((sum, seconds) => sum + seconds, 0) / Math.max(1, known.length);
  const secondsOf = (test) => files[pathOf(test)] ?? average;
  return tests.toSorted((left, right) => secondsOf(right) - secondsOf(left));
}

export function slowestFiles({ files }, count) {
  return files.toSorted((left, right) => right.seconds - left.seconds).slice(0, count);
}
