import { test, vi } from 'vitest';
import { runMoneyRound } from './run-money-round.ts';

vi.setConfig({ testTimeout: 900_000 });

// The short form of `npm run faults -- money-round`.
test.runIf(process.platform === 'linux')(
  '60 purchases with everything around them, while nodes and a primary are killed',
  () => runMoneyRound(60),
);
