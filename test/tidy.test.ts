import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const serverSource = path.join(root, 'packages/server/src');
const sources = readdirSync(serverSource, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const productSources = sources.filter(
  (file) => !file.endsWith('.test.ts') && !file.includes(`${path.sep}testing${path.sep}`),
);
const slices = readdirSync(serverSource, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['platform', 'cli'].includes(entry.name))
  .map((entry) => entry.name);

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: Import[] = productSources.flatMap((file) =>
  [...read(file).matchAll(/from '(\.{1,2}\/[^']+)'|import\('(\.{1,2}\/[^']+)'\)/g)].map((match) => ({
    from: file,
    to: path.normalize(path.join(path.dirname(file), match[1] ?? match[2]!)),
  })),
);

function read(file: string): string {
  return readFileSync(path.join(serverSource, file), 'utf8');
}

function sliceOf(file: string): string | undefined {
  const [first = ''] = file.split(path.sep);
  return slices.includes(first) ? first : undefined;
}

function offenders(isOffence: (entry: Import) => boolean): string[] {
  return imports.filter(isOffence).map(({ from, to }) => `${from} imports ${to}`);
}

describe('directions of imports', () => {
  test('the platform imports no slice', () => {
    expect(
      offenders(({ from, to }) => from.startsWith(`platform${path.sep}`) && !to.startsWith('platform')),
    ).toEqual([]);
  });

  test('a slice is imported only through its index.ts', () => {
    expect(
      offenders(
        ({ from, to }) =>
          sliceOf(to) !== undefined && sliceOf(to) !== sliceOf(from) && path.basename(to) !== 'index.ts',
      ),
    ).toEqual([]);
  });

  test('no slice imports the wiring', () => {
    expect(offenders(({ from, to }) => sliceOf(from) !== undefined && !to.includes(path.sep))).toEqual([]);
  });

  test('slices have no import cycle', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [left, right] = [sliceOf(from), sliceOf(to)];
      if (left && right && left !== right) edges.set(left, (edges.get(left) ?? new Set()).add(right));
    }
    const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
      [...(edges.get(start) ?? [])].some(
        (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      );
    expect(slices.filter((slice) => reaches(slice, slice))).toEqual([]);
  });
});

test('slices reach the steps of the relay only through `submit`', () => {
  const surface = /export interface Relay \{\n([\s\S]*?)\n\}/.exec(read('relay/open-relay.ts'))![1]!;
  expect([...surface.matchAll(/^ {2}(?:readonly )?(\w+)[(<:]/gm)].map(([, name]) => name)).toEqual([
    'limits',
    'onOutcome',
    'submit',
    'wasAccepted',
    'quoteFee',
    'sponsorshipSpent',
    'hasRoom',
    'jobs',
    'close',
  ]);
  const steps =
    /export (?!type)\{[^}]*\} from '\.\/(?:relay-operation|draft-message|relay-outbox\.store)\.ts'/g;
  expect(read('relay/index.ts').match(steps)).toEqual([
    "export { unitLimits, type Draft, type Template } from './draft-message.ts'",
  ]);
});

test('the drawing of the slices matches their imports', () => {
  const leanedOnByAll = ['audit', 'identity', 'notices'];
  const document = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const drawing = /## The slices[\s\S]*?```mermaid\n([\s\S]*?)```/.exec(document)![1]!;
  const drawn = [...drawing.matchAll(/^ {2}([\w-]+) --> (.+)$/gm)].flatMap(([, from, to]) =>
    to!.split(' & ').map((name) => `${from} --> ${name}`),
  );
  const real = imports.flatMap(({ from, to }) => {
    const [left, right] = [sliceOf(from), sliceOf(to)];
    return left && right && left !== right && !leanedOnByAll.includes(right) ? [`${left} --> ${right}`] : [];
  });
  expect(drawn.toSorted()).toEqual([...new Set(real)].toSorted());
  expect(slices.filter((slice) => !new RegExp(`\\b${slice}\\b`).test(drawing))).toEqual([]);
});

test('time, randomness and the environment come only from the platform', () => {
  const forbidden =
    /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(|process\.env\b/;
  const outside = productSources.filter(
    (file) => !file.startsWith(`platform${path.sep}`) && file !== 'main.ts',
  );
  expect(outside.filter((file) => forbidden.test(read(file).replaceAll(/\/\/.*$/gm, '')))).toEqual([]);
});

test('no code uses URL.canParse, which is wrong outside ASCII; addresses are parsed', () => {
  expect(productSources.filter((file) => /URL\.canParse\(/.test(read(file)))).toEqual([]);
});

test('no code uses names that the glossary has dropped', () => {
  const givenUp = /\b(?:dress(?:For)?|deeds?|goOn|onTheWay|tell(?:[A-Z]\w*)?)\b(?! \w)/;
  const withoutWords = (source: string) => source.replaceAll(/\/\/.*$|^\s*\/?\*.*$|'[^'\n]*'|`[^`]*`/gm, '');
  expect(productSources.filter((file) => givenUp.test(withoutWords(read(file))))).toEqual([]);
});

test('SQL is only in stores', () => {
  const statement = /\.query(<[^(]*>)?\(\s*[{`'"]/;
  const allowed = (file: string) =>
    /\.store\.ts$|\.store\//.test(file) ||
    file.startsWith(`platform${path.sep}`) ||
    file.startsWith(`cli${path.sep}`);
  expect(productSources.filter((file) => !allowed(file) && statement.test(read(file)))).toEqual([]);
});

test('routes contain no rules: they neither decide nor refuse', () => {
  const withoutComments = (source: string) => source.replaceAll(/\/\/.*$|\/\*[\s\S]*?\*\//gm, '');
  const rule = /\b(?:if|switch|for|while) \(|\s\? |\bthrow\b|\b(?:refuse|invalid)\(|\bdelete /;
  const offending = productSources
    .filter((file) => file.endsWith('.routes.ts'))
    .flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .filter((line) => rule.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(offending).toEqual([]);
});

test('answers list their fields instead of leaving some out', () => {
  // `{ secret: _secret, ...rest }` would show every field that is added later.
  const leftOut = /\w+: _\w+(?:, \w+(?:: _?\w+)?)*, \.\.\.\w+ \}/;
  const notAnswers: Readonly<Record<string, string>> = {
    'cli/show.ts': 'the command line of the operator shows the row',
    'relay/relay-operation.ts': 'builds the row of an operation',
    'relay/relay-outbox.store.ts': 'builds the row of an operation',
    'relying-parties/fresh-sign-in.ts': 'hashes every field of a request except the ticket itself',
  };
  expect(productSources.filter((file) => leftOut.test(read(file))).toSorted()).toEqual(
    Object.keys(notAnswers).map((file) => path.normalize(file)),
  );
});

test('every slice has a README of at most 40 lines', () => {
  const missing = slices.filter((slice) => {
    try {
      return read(path.join(slice, 'README.md')).split('\n').length > 41;
    } catch {
      return true;
    }
  });
  expect(missing).toEqual([]);
});

test('every test file that the threat model names exists', () => {
  const document = readFileSync(path.join(root, 'docs/threat-model.md'), 'utf8');
  // The later sections list assumptions that no test can prove.
  const [threats = ''] = document.split('\n## ');
  const rows = threats
    .split('\n')
    .filter((line) => /^\| (?!asset|---)/.test(line) && !line.startsWith('|---'));
  expect(rows.length).toBeGreaterThan(15);
  const missing = rows.flatMap((row) => {
    const proofs = [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, proof]) => proof!);
    if (proofs.length === 0) return [`no proof: ${row}`];
    return proofs.filter(
      (proof) => !existsSync(path.join(root, proof)) && !existsSync(path.join(serverSource, proof)),
    );
  });
  expect(missing).toEqual([]);
});

test('CONTRIBUTING.md gives the reason of every override of a dependency', () => {
  const { overrides } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    overrides: Record<string, unknown>;
  };
  const [, table = ''] = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').split(
    '\n## Dependencies\n',
  );
  const explained = [...table.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name);
  expect(explained).toEqual(Object.keys(overrides));
});

test('every advisory lock has a number that no other has', () => {
  const files = [
    ...productSources.map((file) => path.join(serverSource, file)),
    ...readdirSync(serverSource, { recursive: true, encoding: 'utf8' })
      .filter((file) => /functions.[^.]+\.sql$/.test(file))
      .map((file) => path.join(serverSource, file)),
    path.join(root, 'packages/dev-chain/src/lock-chain.ts'),
  ];
  const places = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    if (!/pg_(?:try_)?advisory/.test(text)) continue;
    const numbers = [...text.matchAll(/\b4_?100_?0\d\d\b/g)].map(([found]) => found.replaceAll('_', ''));
    expect([file, numbers.length]).not.toEqual([file, 0]);
    for (const number of numbers) places.set(number, [...(places.get(number) ?? []), file]);
  }
  expect(places.size).toBeGreaterThan(8);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});
