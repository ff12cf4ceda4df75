/**
 * `npm run bench [-- section …]` measures, then writes docs/benchmarks.json and, from it, docs/benchmarks.md
 * and its plot. Sections that are not run keep their earlier figures. `BENCH_QUICK=1` only checks in two
 * minutes that everything works, and writes to test-results/ instead. `BENCH_OUT` sets another folder.
 * `BENCH_GROWTH=7` adds a database of 10^7 identities.
 */
import path from 'node:path';
import * as audit from './sections/audit.ts';
import * as bodies from './sections/bodies.ts';
import * as books from './sections/books.ts';
import * as growth from './sections/growth.ts';
import * as paths from './sections/paths.ts';
import * as ledger from './sections/ledger.ts';
import * as payments from './sections/payments.ts';
import * as pages from './sections/pages.ts';
import * as nodes from './sections/nodes.ts';
import * as peers from './sections/peers.ts';
import * as relay from './sections/relay.ts';
import * as sandbox from './sections/sandbox.ts';
import * as sizing from './sections/sizing.ts';
import * as statement from './sections/statement.ts';
import { describeBuild, describeMachine } from './support/machine.ts';
import { root } from './support/processes.ts';
import { isMet, type SectionResult, type StoredSection } from './support/results.ts';
import { quick } from './support/settings.ts';
import { openWorld, type World } from './support/world.ts';
import { saveResults } from './support/write-report.ts';

interface Section {
  readonly title: string;
  run(world: World, say: (line: string) => void): Promise<SectionResult | null>;
}

const sections: Record<string, Section> = {
  paths,
  peers,
  bodies,
  nodes,
  pages,
  ledger,
  payments,
  sizing,
  statement,
  growth,
  audit,
  books,
  relay,
  sandbox,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in sections));
if (unknown.length > 0) {
  console.error(`Unknown section: ${unknown.join(', ')}. Sections: ${Object.keys(sections).join(', ')}.`);
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const folder = process.env['BENCH_OUT'] ?? path.join(root, quick ? 'test-results/benchmarks' : 'docs');
const world = await openWorld();
try {
  const machine = describeMachine(world.postgresVersion);
  const commit = describeBuild();
  if (machine.loadBefore > machine.cores / 4)
    console.log(
      `The machine is busy (load average ${machine.loadBefore}). Only ratios within one run are meaningful.`,
    );
  const failed: string[] = [];
  for (const name of asked.length > 0 ? asked : Object.keys(sections)) {
    const section = sections[name]!;
    const started = performance.now();
    console.log(`\n${section.title} (${name})`);
    try {
      const result = await section.run(world, (line) => console.log(`  ${line}`));
      if (!result) continue;
      const stored: StoredSection = {
        name,
        title: section.title,
        takenAt: new Date().toISOString(),
        seconds: Math.round((performance.now() - started) / 100) / 10,
        quick,
        machine,
        ...(commit === undefined ? {} : { commit }),
        ...result,
      };
      print(stored);
      // Written after every section, so that the results are kept if a later section fails.
      await saveResults(folder, stored, Object.keys(sections));
    } catch (error) {
      failed.push(name);
      console.error(`  ${name} failed:`, error);
    }
  }
  console.log(`\nWritten to ${path.relative(root, path.join(folder, 'benchmarks.md'))}.`);
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}.`);
    process.exitCode = 1;
  }
} finally {
  await world.close();
}

function print(section: StoredSection): void {
  for (const { title, columns, rows } of section.tables) {
    console.log(`\n  ${title}\n  ${columns.join(' | ')}`);
    for (const row of rows) console.log(`  ${row.join(' | ')}`);
  }
  console.log('');
  for (const figure of section.figures) {
    const wanted = 'atLeast' in figure.wanted ? `>= ${figure.wanted.atLeast}` : `<= ${figure.wanted.atMost}`;
    console.log(
      `  ${isMet(figure) ? 'reached' : 'MISSED '} ${figure.name}: ${figure.reached.toFixed(2)} (asked for ${wanted})`,
    );
  }
  console.log(`  ${section.seconds} s`);
}
