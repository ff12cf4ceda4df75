import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawPlot } from './draw-plot.ts';
import { isMet, type Figure, type Machine, type Results, type StoredSection, type Table } from './results.ts';

const resultFile = 'benchmarks.json';

/** Puts a section in the place of its earlier run and writes the report anew; the others stay as they are, each with its machine and day. */
export async function saveResults(
  folder: string,
  section: StoredSection,
  order: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const others = (await readSections(folder)).filter(({ name }) => name !== section.name);
  const results: Results = {
    sections: [...others, section].toSorted(
      (left, right) => order.indexOf(left.name) - order.indexOf(right.name),
    ),
  };
  await writeFile(path.join(folder, resultFile), `${JSON.stringify(results, null, 2)}\n`);
  const series = results.sections.find((one) => one.series)?.series;
  if (series) await writeFile(path.join(folder, 'benchmarks.svg'), drawPlot(series));
  await writeFile(path.join(folder, 'benchmarks.md'), writeMarkdown(results));
}

/** Earlier files name one machine for all of their sections. */
async function readSections(folder: string): Promise<StoredSection[]> {
  const text = await readFile(path.join(folder, resultFile), 'utf8').catch(() => null);
  if (text === null) return [];
  const { machine, sections } = JSON.parse(text) as Results & { readonly machine?: Machine };
  return sections.map((section) => (machine ? { ...section, machine } : section));
}

function writeMarkdown({ sections }: Results): string {
  const machines = [...new Set(sections.map(({ machine }) => describe(machine)))];
  const quick = sections.some((section) => section.quick);
  const figures = sections.flatMap((section) => section.figures);
  const met = figures.filter(isMet).length;
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`; do not edit. Everything is a ratio within one interleaved run where it can be: absolute figures are of this machine and this hour.',
    ...(quick ? ['', '**A quick run: it proves that the suite works. Its figures mean nothing.**'] : []),
    '',
    machines.length === 1
      ? `All of it on ${machines[0]}.`
      : 'Not all of it on one machine: every section names its own.',
    '',
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

function describe({ processor, cores, memoryGiB, system, node, postgres }: Machine): string {
  return `${processor}, ${cores} cores shared by the service, PostgreSQL and the load generator, ${memoryGiB} GiB, ${system}, Node ${node}, PostgreSQL ${postgres} (fsync on)`;
}

function formatReached({ reached, unit = '' }: Figure): string {
  return `${Math.abs(reached) >= 100 ? Math.round(reached).toLocaleString('en') : reached.toFixed(2)}${unit}`;
}

function writeSection(section: StoredSection): string[] {
  return [
    `## ${section.title}`,
    '',
    `\`npm run bench -- ${section.name}\`, ${Math.round(section.seconds)} s, taken ${section.takenAt.slice(0, 10)} on ${describe(section.machine)}; load average before the run ${section.machine.loadBefore.toFixed(2)}.`,
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
