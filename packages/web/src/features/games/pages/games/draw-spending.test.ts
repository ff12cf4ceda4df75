import { expect, test } from 'vitest';
import { drawSpending } from './draw-spending.ts';

const app = (clientId: string, amount: number) => ({ clientId, name: clientId.toUpperCase(), amount });
const month = (name: string, ...apps: ReturnType<typeof app>[]) => ({
  month: name,
  total: apps.reduce((sum, { amount }) => sum + amount, 0),
  apps,
});

test('draws nothing if nothing was spent', () => {
  expect(drawSpending([month('2026-11'), month('2026-10')], 'Others')).toBeNull();
});

test('stacks the games of each month, oldest month first, with one colour per game in all months', () => {
  const picture = drawSpending(
    [month('2026-11', app('b', 30), app('a', 10)), month('2026-10'), month('2026-09', app('a', 80))],
    'Others',
  );
  expect(picture?.keys).toEqual([
    { clientId: 'a', name: 'A', colour: 0, amount: 90 },
    { clientId: 'b', name: 'B', colour: 1, amount: 30 },
  ]);
  expect(picture?.bars).toEqual([
    { month: '2026-09', total: 80, parts: [{ clientId: 'a', colour: 0, amount: 80, from: 0, to: 1 }] },
    { month: '2026-10', total: 0, parts: [] },
    {
      month: '2026-11',
      total: 40,
      parts: [
        { clientId: 'a', colour: 0, amount: 10, from: 0, to: 0.125 },
        { clientId: 'b', colour: 1, amount: 30, from: 0.125, to: 0.5 },
      ],
    },
  ]);
});

test('draws all but the four most expensive games together', () => {
  const apps = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => app(name, 60 - index * 10));
  const picture = drawSpending([month('2026-11', ...apps)], 'Others');
  expect(picture?.keys.at(-1)).toEqual({ clientId: null, name: 'Others', colour: 4, amount: 30 });
  expect(picture?.bars[0]?.parts.map(({ amount }) => amount)).toEqual([60, 50, 40, 30, 30]);
  expect(picture?.bars[0]?.parts.at(-1)?.to).toBeCloseTo(1);
});
