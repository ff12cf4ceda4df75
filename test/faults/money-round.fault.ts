import { test, vi } from 'vitest';
import { runMoneyRound } from './run-money-round.ts';

vi.setConfig({ testTimeout: 14_400_000 });

const purchases = Number(process.env['PID_FAULT_PURCHASES'] ?? 10_000);

test(`${purchases} purchases with everything around them, while nodes and primaries are killed`, () =>
  runMoneyRound(purchases));
