import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../packages/web/src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const PAGE_LIST = path.join('shell', 'router', 'pages.ts');

/** Imports of a file, including types and dynamic imports. */
const importsOf = new Map(
  files.map((file) => [
    file,
    [
      ...readFileSync(path.join(source, file), 'utf8').matchAll(
        /(?:from |import |import\(\s*)'(\.{1,2}\/[^']+)'/g,
      ),
    ]
      .map(([, to = '']) => path.normalize(path.join(path.dirname(file), to)))
      .filter((to) => files.includes(to)),
  ]),
);

function offenders(isOffence: (from: string, to: string) => boolean): string[] {
  return [...importsOf].flatMap(([from, targets]) =>
    targets.filter((to) => isOffence(from, to)).map((to) => `${from} imports ${to}`),
  );
}

const layerOf = (file: string) => file.split(path.sep)[0];
/** The feature of a file; undefined outside `features`. */
const featureOf = (file: string) => /^features\W(\w+)/.exec(file)?.[1];
/** The folder of a page; undefined if the file is not a page. */
const pageOf = (file: string) => /^(?:features\W\w+\Wpages|shell)\W[\w-]+(?=\Wpage\.tsx$)/.exec(file)?.[0];
const pageFolders = new Set(files.map(pageOf).filter((folder) => folder !== undefined));

test('every file is in kit, features/<domain>/{pages,parts}, shell, exit or docs', () => {
  const places = /^(?:kit|exit|docs|shell|features\W\w+\W(?:pages\W[\w-]+|parts))\W/;
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
      (from, to) => folderOf(to) !== undefined && folderOf(to) !== folderOf(from) && from !== PAGE_LIST,
    ),
  ).toEqual([]);
});

test('the exit page does not import the API client', () => {
  const reached = new Set(files.filter((file) => layerOf(file) === 'exit'));
  for (const file of reached) for (const next of importsOf.get(file)!) reached.add(next);
  expect([...reached].filter((file) => file.startsWith(path.join('kit', 'api')))).toEqual([]);
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
