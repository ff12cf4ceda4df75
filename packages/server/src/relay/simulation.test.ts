import { expect, test } from 'vitest';
import { simulateRelay, type Outcome } from '../../test/simulation/simulate-relay.ts';
import { simulatedPeople } from '../../test/simulation/simulated-people.ts';
import { testDatabase } from '../../test/test-database.ts';
import { systemClock } from '../platform/clock.ts';

const seedsMin = 50;
const seedsMax = Number(process.env['PID_SIMULATION_SEEDS'] ?? Infinity);
const firstSeed = Number(process.env['PID_SIMULATION_SEED'] ?? 1);
/** Without a number of seeds: as many as this allows, and never fewer than the least. The first that goes wrong is the last. */
const budgetMillis = 20_000;

test(
  'whatever fails, and in whatever order: nothing signed is lost, nothing is paid twice, and all ends as the chain shows it',
  async () => {
    const db = await testDatabase();
    const people = await simulatedPeople(db);
    const outcomes: Outcome[] = [];
    const endsMillis = systemClock.nowMillis() + budgetMillis;
    const goesOn = (count: number) =>
      Number.isFinite(seedsMax) ? count < seedsMax : count < seedsMin || systemClock.nowMillis() < endsMillis;
    const wrong = () => outcomes.at(-1)?.wrong ?? [];
    while (goesOn(outcomes.length) && wrong().length === 0)
      outcomes.push(await simulateRelay(db, people, firstSeed + outcomes.length));
    process.stdout.write(`${summaryOf(outcomes)}\n`);
    if (wrong().length > 0)
      process.stdout.write(`seed ${outcomes.at(-1)!.seed} went wrong: ${wrong().join('; ')}\n`);
    expect(wrong()).toEqual([]);
    // A world in which every request is refused keeps all of these promises too.
    expect(totalOf(outcomes, 'done')).toBeGreaterThan(outcomes.length);
    expect(totalOf(outcomes, 'finalized')).toBeGreaterThan(outcomes.length);
  },
  Number.isFinite(seedsMax) ? 86_400_000 : 180_000,
);

test('a seed is a world: it goes the same way again', async () => {
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
