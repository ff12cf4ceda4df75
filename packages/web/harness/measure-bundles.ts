// Prints what the first visit to each page loads from `dist`, and fails above the budget.
// Usage: npm run size -w @pid/web
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { languageCodes, type Language } from '@pid/contract/languages';

/** Everything before the first input, compressed as browsers receive it. Covers of games load lazily and do not count. */
const BUDGET_BYTES = 60_000;

/** Pages of owners and administrators, which may weigh more. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  '/apps/:clientId': 62_000,
  '/apps/:clientId/payments': 61_000,
  '/admin': 63_000,
};

/** Files that a page loads by itself after its first scripts, by their names without the hash. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  '/notices': ['push'],
  '/send': ['recent-receivers'],
};

/** Status line and headers of a document, with its content security policy, and of a file. */
const DOCUMENT_HEADER_BYTES = 700;
const FILE_HEADER_BYTES = 315;
/** The responses to the first calls, which the document contains. */
const ANSWERS_BYTES = 600;

/** The player's creature, compressed with gzip. It loads when it plays. */
const CREATURE = { files: /^creature-.*\.js\.gz$/u, maxBytes: 6_000 };

const FOLDER = fileURLToPath(new URL('../dist/', import.meta.url));

interface Page {
  readonly path: string;
  readonly scripts: Readonly<Record<Language, readonly string[]>>;
}

export interface Weight {
  readonly name: string;
  readonly bytes: number;
  readonly most: number;
  readonly files: number;
}

const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const bytesOf = (file: string) => statSync(path.join(FOLDER, file)).size;
const scriptsOf = (html: string) =>
  [...html.matchAll(/src="(\/assets\/[^"]+\.js)"/gu)].map(([, file = '']) => file);
const fontsOf = (html: string) =>
  [...html.matchAll(/href="(\/assets\/[^"]+\.woff2)"/gu)].map(([, file = '']) => file);

/** The server compresses documents with this quality (`send-html.ts`). */
const compressed = (html: string) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }).length;

/** A document with its preloads, its fonts and these scripts. */
function weigh(html: string, scripts: readonly string[]): { readonly bytes: number; readonly files: number } {
  const files = [...new Set(scripts)];
  const preloads = files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join('');
  const loaded = [...files.map((file) => bytesOf(`${file}.br`)), ...fontsOf(html).map(bytesOf)];
  return {
    bytes:
      DOCUMENT_HEADER_BYTES +
      compressed(html.replace('<title>', `${preloads}<title>`)) +
      loaded.reduce((sum, bytes) => sum + bytes + FILE_HEADER_BYTES, 0),
    files: loaded.length,
  };
}

function wordsOfExit(): string[][] {
  const assets = readdirSync(path.join(FOLDER, 'assets'));
  const exit = read(scriptsOf(read('exit.html'))[0] ?? '');
  return languageCodes.map((language) =>
    assets
      .filter(
        (file) =>
          new RegExp(`^(?:text|common)\\.${language}-.*\\.js$`, 'u').test(file) && exit.includes(file),
      )
      .map((file) => `/assets/${file}`),
  );
}

/** The weight of each page in the language in which it is heaviest. */
export function weighPages(): readonly Weight[] {
  const { pages } = JSON.parse(read('routes.json')) as { pages: readonly Page[] };
  const assets = readdirSync(path.join(FOLDER, 'assets')).filter((file) => file.endsWith('.js'));
  const [shell, exit] = [read('index.html'), read('exit.html')];
  const laterOf = (page: string) =>
    (LATER[page] ?? []).flatMap((name) => {
      const found = assets.filter((file) => new RegExp(`^${name}-[\\w-]{7}\\.js$`, 'u').test(file));
      if (found.length === 0) throw new Error(`No file of ${page} is called ${name}`);
      return found.map((file) => `/assets/${file}`);
    });
  const ofPages = pages.map(({ path: name, scripts }) => ({
    name,
    extra: ANSWERS_BYTES,
    ways: Object.values(scripts).map((files) =>
      weigh(shell, [...scriptsOf(shell), ...files, ...laterOf(name)]),
    ),
  }));
  const ofExit = {
    name: '/exit',
    extra: 0,
    ways: wordsOfExit().map((files) => weigh(exit, [...scriptsOf(exit), ...files])),
  };
  return [...ofPages, ofExit].map(({ name, extra, ways }) => ({
    name,
    bytes: extra + Math.max(...ways.map(({ bytes }) => bytes)),
    most: EXCEPTIONS[name] ?? BUDGET_BYTES,
    files: Math.max(...ways.map(({ files }) => files)),
  }));
}

const shown = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

function main(): void {
  const pages = weighPages();
  for (const { name, bytes, most, files } of pages)
    process.stdout.write(
      `${name.padEnd(26)} ${shown(bytes)} in ${files} files${bytes > most ? `, at most ${shown(most)}` : ''}\n`,
    );
  const creature = readdirSync(path.join(FOLDER, 'assets')).filter((file) => CREATURE.files.test(file));
  const creatureBytes = creature.reduce((sum, file) => sum + bytesOf(path.join('assets', file)), 0);
  process.stdout.write(`${'creature'.padEnd(26)} ${shown(creatureBytes)}\n`);
  const isOver =
    pages.some(({ bytes, most }) => bytes > most) ||
    creatureBytes > CREATURE.maxBytes ||
    creature.length === 0;
  process.exitCode = isOver ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
