import { expect, test } from 'vitest';
import {
  replayCommand,
  runCount,
  searchLimits,
  seed as firstSeed,
} from '../../../../test/support/searches.ts';
import { simulateRelay, type Outcome } from '../../test/simulation/simulate-relay.ts';
import { simulatedPeople } from '../../test/simulation/simulated-people.ts';
import { testDatabase } from '../../test/test-database.ts';

const seeds = runCount(6, 100);

test(
  'under any faults in any order, no signed operation is lost, none is paid twice, and all end as the chain shows',
  searchLimits,
  async () => {
    const db = await testDatabase();
    const people = await simulatedPeople(db);
    const outcomes: Outcome[] = [];
    const wrong = () => outcomes.at(-1)?.wrong ?? [];
    // Stops at the first seed that fails.
    while (outcomes.length < seeds && wrong().length === 0)
      outcomes.push(await simulateRelay(db, people, firstSeed + outcomes.length));
    process.stdout.write(`${summaryOf(outcomes)}\n`);
    if (wrong().length > 0) {
      const { seed } = outcomes.at(-1)!;
      process.stdout.write(`seed ${seed} went wrong: ${wrong().join('; ')}\n`);
      process.stdout.write(`Replay: ${replayCommand(seed, '1')}\n`);
    }
    expect(wrong()).toEqual([]);
    // A world in which every request is refused would pass all other checks too.
    expect(totalOf(outcomes, 'done')).toBeGreaterThan(outcomes.length);
    expect(totalOf(outcomes, 'finalized')).toBeGreaterThan(outcomes.length);
  },
);

test('the same seed gives the same run', async () => {
  const db = await testDatabase();
  const people = await simulatedPeople(db);
  const [once, again] = [await simulateRelay(db, people, 7), await simulateRelay(db, people, 7)];
  expect(again).toEqual(once);
  expect((await simulateRelay(db, people, 8)).trace).not.toBe(once.trace);
});

const totalOf = (outcomes: readonly Outcome[], what: string): number =>
  outcomes.reduce((sum, { counts }) => sum + (counts[what] ?? 0), 0);

function summaryOf(outcomes: readonly Outcome[]): string {
  const sums: Record<string, number> = {};
  for (const { counts } of outcomes)
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  const found = Object.entries(sums)
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([name, count]) => `${name} ${count}`);
  const interleavings = new Set(outcomes.map(({ trace }) => trace)).size;
  const slowest = outcomes.reduce((most, { settledAfterSeconds }) => Math.max(most, settledAfterSeconds), 0);
  const happenings = outcomes.reduce((sum, each) => sum + each.happenings, 0);
  return [
    `${outcomes.length} seeds from ${firstSeed}, ${interleavings} distinct interleavings, ${happenings} happenings,`,
    `all settled ${slowest} virtual seconds after the last fault at most: ${found.join(', ')}`,
  ].join(' ');
}
