// Prints the size of the scripts in `dist` that each page needs on its first load, and fails above the
// budget. Usage: npm run size -w @pid/web
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageCodes, type Language } from '@pid/contract/languages';

/** Compressed with brotli, as browsers receive the files. */
const BUDGET_BYTES = 45_000;
const FOLDER = fileURLToPath(new URL('../dist/', import.meta.url));

/** The player's creature, compressed with gzip. It loads when it plays. */
const CREATURE = { files: /^creature-.*\.js\.gz$/u, maxBytes: 6_000 };

interface Page {
  readonly path: string;
  readonly scripts: Readonly<Record<Language, readonly string[]>>;
}

const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const scriptsOf = (html: string) =>
  [...html.matchAll(/src="(\/assets\/[^"]+\.js)"/gu)].map(([, file = '']) => file);
const sizeOf = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + statSync(path.join(FOLDER, `${file}.br`)).size, 0);

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

function main(): void {
  const { pages } = JSON.parse(read('routes.json')) as { pages: readonly Page[] };
  const shell = scriptsOf(read('index.html'));
  const exit = scriptsOf(read('exit.html'));
  const measured = [
    ...pages.map(({ path, scripts }) => ({
      name: path,
      ways: Object.values(scripts).map((files) => [...shell, ...files]),
    })),
    { name: '/exit', ways: wordsOfExit().map((files) => [...exit, ...files]) },
  ];
  let over = 0;
  for (const { name, ways } of measured) {
    const worst = Math.max(...ways.map((files) => sizeOf(files)));
    const files = Math.max(...ways.map((files) => new Set(files).size));
    over += worst > BUDGET_BYTES ? 1 : 0;
    process.stdout.write(`${name.padEnd(18)} ${(worst / 1_000).toFixed(1)} kB in ${files} files\n`);
  }
  const creature = readdirSync(path.join(FOLDER, 'assets')).filter((file) => CREATURE.files.test(file));
  const creatureBytes = creature.reduce(
    (sum, file) => sum + statSync(path.join(FOLDER, 'assets', file)).size,
    0,
  );
  process.stdout.write(`creature           ${(creatureBytes / 1_000).toFixed(1)} kB\n`);
  if (creatureBytes > CREATURE.maxBytes || creature.length === 0) over += 1;
  process.exitCode = over > 0 || pages.length === 0 || shell.length === 0 ? 1 : 0;
}

main();
