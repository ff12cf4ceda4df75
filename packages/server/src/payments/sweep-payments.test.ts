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
      const due = await rowsRead(tx, 'payments', () => listDue(tx, { limit: 100, skip: 0 }));
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

test('ends other payments if one cannot be ended, and reports the failure', async () => {
  const budi = await richPlayer(service);
  const due: string[] = [];
  for (const fields of [{ capture: 'manual' }, { capture: 'manual' }, {}]) {
    const { body } = await shop.create(fields);
    if (fields.capture) await budi.confirm(body.id, body.total);
    due.push(body.id);
  }
  await service.db.query(
    `create function refuse_payment() returns trigger language plpgsql as $$ begin if new.id = '${due[0]}' then raise exception 'broken row'; end if; return new; end $$`,
  );
  // Moving the deadlines must still be possible.
  await service.db.query(
    "create trigger refuse_payment before update of status on payments for each row when (new.status in ('void', 'expired')) execute function refuse_payment()",
  );
  const statuses = () =>
    Promise.all(due.map(async (id) => (await shop.ask('GET', `/payments/${id}`)).body.status as string));
  for (const id of due) await letTimePass(service, id, 30 * 86_400);
  const failure = await service.service.runJob('sweep payments').catch((error: unknown) => error);
  const { message, errors } = failure as AggregateError;
  expect([message, String(errors[0])]).toEqual(['rows failed: 1', expect.stringContaining(due[0]!)]);
  expect(await statuses()).toEqual(['held', 'void', 'expired']);
  await service.db.query('drop trigger refuse_payment on payments');
  await service.service.runJob('sweep payments');
  expect(await statuses()).toEqual(['void', 'void', 'expired']);
});
