import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawPlot } from './draw-plot.ts';
import { isMet, type Figure, type Machine, type Results, type StoredSection, type Table } from './results.ts';

const resultFile = 'benchmarks.json';

/** Puts sections in the place of their earlier runs and writes the report anew. */
export async function saveResults(
  folder: string,
  machine: Machine,
  sections: readonly StoredSection[],
  order: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const earlier = await readResults(folder);
  // Figures of another machine do not belong beside these.
  const kept = earlier && isSameMachine(earlier.machine, machine) ? earlier.sections : [];
  const all = [...kept.filter(({ name }) => !sections.some((section) => section.name === name)), ...sections];
  const results: Results = {
    machine,
    sections: all.toSorted((left, right) => order.indexOf(left.name) - order.indexOf(right.name)),
  };
  await writeFile(path.join(folder, resultFile), `${JSON.stringify(results, null, 2)}\n`);
  const series = results.sections.find((section) => section.series)?.series;
  if (series) await writeFile(path.join(folder, 'benchmarks.svg'), drawPlot(series));
  await writeFile(path.join(folder, 'benchmarks.md'), writeMarkdown(results));
}

async function readResults(folder: string): Promise<Results | null> {
  const text = await readFile(path.join(folder, resultFile), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Results);
}

function isSameMachine(left: Machine, right: Machine): boolean {
  return left.processor === right.processor && left.cores === right.cores && left.node === right.node;
}

function writeMarkdown({ machine, sections }: Results): string {
  const quick = sections.some((section) => section.quick);
  const figures = sections.flatMap((section) => section.figures);
  const met = figures.filter(isMet).length;
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`; do not edit. Everything is a ratio within one interleaved run where it can be: absolute figures are of this machine and this hour.',
    ...(quick ? ['', '**A quick run: it proves that the suite works. Its figures mean nothing.**'] : []),
    '',
    ...writeTable({
      title: '',
      columns: ['machine', ''],
      rows: [
        ['processor', machine.processor],
        ['cores', `${machine.cores}, shared by the service, PostgreSQL and the load generator`],
        ['memory', `${machine.memoryGiB} GiB`],
        ['system', machine.system],
        ['Node', machine.node],
        ['PostgreSQL', `${machine.postgres}, fsync on`],
        ['load average before the run', machine.loadBefore.toFixed(2)],
        ['taken', [...new Set(sections.map(({ takenAt }) => takenAt.slice(0, 10)))].join(', ')],
      ],
    }),
    '## Figures asked for and reached',
    '',
    `${met} of ${figures.length} reached.`,
    '',
    ...writeTable({
      title: '',
      columns: ['figure', 'asked for', 'reached', ''],
      rows: figures.map((figure) => [
        figure.remark ? `${figure.name}. ${figure.remark}` : figure.name,
        'atLeast' in figure.wanted
          ? `≥ ${figure.wanted.atLeast}${figure.unit ?? ''}`
          : `≤ ${figure.wanted.atMost}${figure.unit ?? ''}`,
        formatReached(figure),
        isMet(figure) ? 'yes' : '**no**',
      ]),
    }),
    ...sections.flatMap(writeSection),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

function formatReached({ reached, unit = '' }: Figure): string {
  return `${Math.abs(reached) >= 100 ? Math.round(reached).toLocaleString('en') : reached.toFixed(2)}${unit}`;
}

function writeSection(section: StoredSection): string[] {
  return [
    `## ${section.title}`,
    '',
    `\`npm run bench -- ${section.name}\`, ${Math.round(section.seconds)} s.`,
    '',
    ...section.notes.flatMap((note) => [note, '']),
    ...(section.series ? ['![Requests a second and p99 by number of connections](benchmarks.svg)', ''] : []),
    ...section.tables.flatMap((table) => [
      ...(table.title ? [`### ${table.title}`, ''] : []),
      ...writeTable(table),
    ]),
  ];
}

function writeTable({ columns, rows }: Table): string[] {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell.replaceAll('|', '\\|'))).join(' | ')} |`;
  return [line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line), ''];
}
