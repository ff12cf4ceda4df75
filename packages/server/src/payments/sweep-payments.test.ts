import { expect, test } from 'vitest';
import { rowsRead } from '../../test/rows-read.ts';
import { startTestService } from '../../test/test-service.ts';
import { listDue } from './payments.store.ts';
import { announceDueCaptures } from './payment-postings.store.ts';
import { letTimePass, openShop, richPlayer } from './testing/payment-fixture.ts';

const service = await startTestService();
const shop = await openShop(service);

test('reads only payments whose time has come', async () => {
  const budi = await richPlayer(service);
  const holds: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { body } = await shop.create({ capture: 'manual', captureWithinSeconds: 3600 });
    await budi.confirm(body.id, body.total);
    holds.push(body.id);
    await shop.create();
  }
  const reads = () =>
    service.db.transaction(async (tx) => {
      // The table is small, so the planner would read all of it.
      await tx.query('set local enable_seqscan = off');
      const due = await rowsRead(tx, 'payments', () => listDue(tx, 100));
      let told = 0;
      const captures = await rowsRead(tx, 'payments', async () => {
        told = await announceDueCaptures(tx, 100);
      });
      return { due, captures, told };
    });
  const nothing = { scans: 0, rows: 0 };
  expect(await reads()).toEqual({ due: nothing, captures: nothing, told: 0 });
  // A quarter of the hour is left.
  await letTimePass(service, holds[0]!, 2701);
  const { due, captures, told } = await reads();
  // The due payment is read twice: to lock it, and to change it.
  expect({ due, captures, told }).toEqual({ due: nothing, captures: { scans: 0, rows: 2 }, told: 1 });
});
