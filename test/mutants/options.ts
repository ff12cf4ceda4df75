import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const usage = `npm run mutants -- [seed] [count] [--slice name]   random mutants
npm run mutants -- --marked [path]                 the marked mutants of the files below a path
npm run mutants -- --only file.json                those of an earlier report
Each with [--lanes 2] [--json file] [--release].`;

export interface Options {
  /** Path prefix of the marked mutants to try; null if the run does not use marks. */
  readonly marked: string | null;
  readonly seed: string;
  readonly count: number;
  readonly slice: string | null;
  readonly lanes: number;
  readonly json: string | null;
  /** A file that `--json` wrote. Only its mutants are tried again. */
  readonly only: string | null;
  /** Also runs the tests of the release tier. */
  readonly withRelease: boolean;
}

/** Throws if an argument is invalid. */
export function parseOptions(words: string[]): Options {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      marked: { type: 'boolean', default: false },
      slice: { type: 'string' },
      lanes: { type: 'string', default: '2' },
      json: { type: 'string' },
      only: { type: 'string' },
      release: { type: 'boolean', default: false },
    },
  });
  const places = values.marked ? positionals.splice(0, 1) : [];
  const [seed = String(randomInt(2 ** 32)), count = '30', ...rest] = positionals;
  if (rest.length > 0) throw new Error(`Unexpected argument: ${rest[0]}`);
  if (values.marked && positionals.length > 0) throw new Error(`Unexpected argument: ${seed}`);
  return {
    marked: values.marked ? (places[0] ?? '') : null,
    seed,
    count: positive(count, 'count'),
    slice: values.slice ?? null,
    lanes: positive(values.lanes, '--lanes'),
    json: values.json ?? null,
    only: values.only ?? null,
    // Tests of the release tier detect some of the marked mutants.
    withRelease: values.release || values.marked,
  };
}

function positive(text: string, name: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${name} must be a positive integer, not ${text}`);
  return Number(text);
}
