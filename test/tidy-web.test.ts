import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { foldersOfPages } from '../packages/web/build/emit-route-list.ts';
import { defaultLanguage, languageCodes } from '@pid/contract/languages';
import { filesMatching, globsIn, importsIn } from './support/imports.ts';

const source = fileURLToPath(new URL('../packages/web/src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const PAGE_LISTS = ['first-pages.ts', 'player-pages.ts', 'pages.ts'].map((file) =>
  path.join('shell', 'router', file),
);

const read = (file: string) => readFileSync(path.join(source, file), 'utf8');

/** Imports of a file, including types, dynamic imports and every file that a glob matches. */
const importsOf = new Map(
  files.map((file) => [file, importsIn(read(file)).flatMap((to) => filesMatching(files, file, to))]),
);

function offenders(isOffence: (from: string, to: string) => boolean): string[] {
  return [...importsOf].flatMap(([from, targets]) =>
    targets.filter((to) => isOffence(from, to)).map((to) => `${from} imports ${to}`),
  );
}

const layerOf = (file: string) => file.split(path.sep)[0];
/** The feature of a file; undefined outside `features`. */
const featureOf = (file: string) => /^features\W([\w-]+)/.exec(file)?.[1];
/** The folder of a page; undefined if the file is not a page. */
const pageOf = (file: string) => /^(?:features\W[\w-]+\Wpages|shell)\W[\w-]+(?=\Wpage\.tsx$)/.exec(file)?.[0];
const pageFolders = new Set(files.map(pageOf).filter((folder) => folder !== undefined));

test('every file is in kit, features/<domain>/{pages,parts}, shell, exit or docs', () => {
  const places = /^(?:kit|exit|docs|shell|features\W[\w-]+\W(?:pages\W[\w-]+|parts))\W/;
  expect(files.filter((file) => !places.test(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(250);
});

test('the kit imports only the kit, features do not import the shell, and the exit page imports only the kit', () => {
  expect(offenders((from, to) => layerOf(from) === 'kit' && layerOf(to) !== 'kit')).toEqual([]);
  expect(offenders((from, to) => layerOf(from) === 'features' && layerOf(to) === 'shell')).toEqual([]);
  expect(
    offenders((from, to) => layerOf(from) === 'exit' && !['exit', 'kit'].includes(layerOf(to)!)),
  ).toEqual([]);
  expect(offenders((from, to) => layerOf(from) !== 'exit' && layerOf(to) === 'exit')).toEqual([]);
});

test('only the list of pages imports a page', () => {
  expect(pageFolders.size).toBeGreaterThan(25);
  const folderOf = (file: string) => [...pageFolders].find((folder) => file.startsWith(folder + path.sep));
  expect(
    offenders(
      (from, to) =>
        folderOf(to) !== undefined && folderOf(to) !== folderOf(from) && !PAGE_LISTS.includes(from),
    ),
  ).toEqual([]);
});

test('the exit page does not import the API client', () => {
  const reached = new Set(files.filter((file) => layerOf(file) === 'exit'));
  for (const file of reached) for (const next of importsOf.get(file)!) reached.add(next);
  expect([...reached].filter((file) => file.startsWith(path.join('kit', 'api')))).toEqual([]);
});

test.each([
  ["import { a } from './a.ts';", './a.ts'],
  ["export { a } from './a.ts';", './a.ts'],
  ["import('../b/a.ts')", '../b/a.ts'],
  ["import(\n  './a.ts'\n)", './a.ts'],
  ['import(`./a.${language}.ts`)', './a.*.ts'],
  ["import.meta.glob('./a.*.ts')", './a.*.ts'],
  ["import.meta.glob<Text>(\n  './a.*.ts', { base: '../b', eager: true })", '../b/a.*.ts'],
])('sees the import in %j', (code, imported) => {
  expect(importsIn(code)).toEqual([imported]);
});

test('every page takes its texts from its own folder, typed by the file of the default language', () => {
  const pages = files.filter((file) => pageOf(file) !== undefined);
  expect(pages).toHaveLength(pageFolders.size);
  const typed = (file: string) =>
    [...read(file).matchAll(/^import [^;]*\bText\b[^;]* from '([^']+)';$/gm)].map(([, from]) => from);
  for (const page of pages) expect([page, typed(page)]).toEqual([page, [`./text.${defaultLanguage}.ts`]]);
  // Fails with the name of a page whose texts are elsewhere. Several paths can show the same page.
  const listed = new Set(
    PAGE_LISTS.flatMap((list) => [...foldersOfPages(read(list)).values()].map(path.normalize)),
  );
  expect([...listed].toSorted()).toEqual(
    [...pageFolders].map((folder) => folder.replace(/^shell\W/, '')).toSorted(),
  );
});

test('every glob of texts matches one file per language', () => {
  const globs = files.flatMap((file) => globsIn(read(file)).map((pattern) => ({ file, pattern })));
  expect(globs.length).toBeGreaterThan(pageFolders.size);
  for (const { file, pattern } of globs)
    expect([file, filesMatching(files, file, pattern).toSorted()]).toEqual([
      file,
      languageCodes.map((code) => path.join(path.dirname(file), pattern.replace('*', code))).toSorted(),
    ]);
});

test('names a page whose texts are in another folder', () => {
  const list = `pay: definePage('plain', () => import('../../a/pay/page.tsx'), import.meta.glob('./text.*.ts', { base: '../../a/send' })`;
  expect(() => foldersOfPages(list)).toThrow(
    'The page pay is in ../../a/pay, but the base of its texts is ../../a/send',
  );
});

/** Depth-first search: a node that is visited again before it is done closes a cycle. */
function findCycles<Node>(nodes: Iterable<Node>, next: (node: Node) => Iterable<Node>): Node[][] {
  const done = new Set<Node>();
  const cycles: Node[][] = [];
  const visit = (node: Node, way: readonly Node[]): void => {
    if (done.has(node)) return;
    if (way.includes(node)) return void cycles.push([...way.slice(way.indexOf(node)), node]);
    for (const following of next(node)) visit(following, [...way, node]);
    done.add(node);
  };
  for (const node of nodes) visit(node, []);
  return cycles;
}

test('files have no import cycle', () => {
  const cycles = findCycles(files, (file) => importsOf.get(file)!);
  expect(cycles.map((cycle) => cycle.join(' → '))).toEqual([]);
});

test('no feature imports a feature that imports it back, directly or through others', () => {
  const features = new Set(files.map(featureOf).filter((feature) => feature !== undefined));
  expect(features.size).toBeGreaterThan(8);
  const importsBetween = (from: string, to: string) =>
    offenders((file, target) => featureOf(file) === from && featureOf(target) === to);
  const importedBy = (from: string) =>
    [...features].filter((to) => to !== from && importsBetween(from, to).length > 0);
  const cycles = findCycles(features, importedBy).map((cycle) => [
    cycle.join(' → '),
    ...cycle.slice(1).flatMap((to, index) => importsBetween(cycle[index]!, to)),
  ]);
  expect(cycles).toEqual([]);
});
