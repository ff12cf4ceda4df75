import { expect, test } from 'vitest';
import type { Notifications } from './db/index.ts';
import { keepCurrent } from './keep-current.ts';
import { createLogger } from './log.ts';

/** A table with one value; the test decides when its reads finish. */
function slowTable() {
  const table = { value: 'old', ends: [] as (() => void)[], known: '' };
  const read = async () => {
    const { value } = table;
    await new Promise<void>((resolve) => void table.ends.push(resolve));
    table.known = value;
  };
  return { table, read };
}

function handMadeNotifications() {
  const listeners: ((key: string) => unknown)[] = [];
  const notifications: Notifications = {
    on: (_topic, listener) => void listeners.push(listener),
    onGap() {},
    async close() {},
  };
  return { notifications, announce: () => Promise.all(listeners.map((listener) => listener(''))) };
}

const what = { topic: 'things', name: 'things', everyMillis: 3_600_000 };
const log = createLogger('silent');

async function opened() {
  const { table, read } = slowTable();
  const { notifications, announce } = handMadeNotifications();
  const opening = keepCurrent({ notifications, log }, what, read);
  const endOldest = async () => {
    await expect.poll(() => table.ends.length, { interval: 1 }).toBeGreaterThan(0);
    table.ends.shift()!();
  };
  return { table, opening, announce, endOldest };
}

test('a change is known when its announcement has been handled', async () => {
  const { table, opening, announce, endOldest } = await opened();
  await endOldest();
  const kept = await opening;
  table.value = 'new';
  const announced = announce();
  await endOldest();
  await announced;
  expect(table.known).toBe('new');
  kept.close();
});

test('a change announced during a read causes one more read for all announcements', async () => {
  const { table, opening, announce, endOldest } = await opened();
  await endOldest();
  const kept = await opening;
  const early = announce();
  await expect.poll(() => table.ends.length, { interval: 1 }).toBe(1);
  table.value = 'new';
  const late = Promise.all([announce(), announce(), announce()]);
  await endOldest();
  await early;
  expect(table.known).toBe('old');
  await endOldest();
  await late;
  expect(table.known).toBe('new');
  expect(table.ends).toEqual([]);
  kept.close();
});

test('a change announced during the first read is not lost', async () => {
  const { table, opening, announce, endOldest } = await opened();
  table.value = 'new';
  const announced = announce();
  await endOldest();
  const kept = await opening;
  await endOldest();
  await announced;
  expect(table.known).toBe('new');
  kept.close();
});

test('a failed read keeps the last value, and the next announcement reads again', async () => {
  const { notifications, announce } = handMadeNotifications();
  let fails = false;
  let reads = 0;
  const kept = await keepCurrent({ notifications, log }, what, async () => {
    if (fails) throw new Error('the database is away');
    reads += 1;
  });
  fails = true;
  await announce();
  fails = false;
  await announce();
  expect(reads).toBe(2);
  kept.close();
});
