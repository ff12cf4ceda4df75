import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import { startTestService } from '../../test/test-service.ts';
import { findings, openShop, richPlayer } from './testing/payment-fixture.ts';

const service = await startTestService({
  PID_STEP_UP_AMOUNT: '1000000000000000',
  PID_DAILY_LIMIT: '1000000000000000',
  PID_BALANCE_MAX: '9000000000000000',
});

/** Computes the fees differently from the service, with text and integer division. */
function paperFees(amount: number, terms: { bps: number; flat: number; toApp: boolean }) {
  const thousandth = Math.trunc(amount / 1000) + (amount % 1000 === 0 ? 0 : 1);
  const share = BigInt(amount) * BigInt(terms.bps);
  const rest = share.toString().padStart(5, '0');
  const app = Number(rest.slice(0, -4)) + (/^0+$/.test(rest.slice(-4)) ? 0 : 1) + terms.flat;
  return { global: thousandth < 100 ? 100 : thousandth, app: terms.toApp ? 0 : app };
}

const settings = fc.record({
  bps: fc.integer({ min: 0, max: 1000 }),
  flat: fc.integer({ min: 0, max: 1_000_000 }),
  toApp: fc.boolean(),
  isManual: fc.boolean(),
  amount: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('fees match an independent calculation to the rupiah, for full and partial captures', async () => {
  const budi = await richPlayer(service, 1_000_000_000_000_000n);
  const seller = await richPlayer(service, 0n);
  const shop = await openShop(service);
  await fc.assert(
    fc.asyncProperty(settings, async ({ bps, flat, toApp, isManual, amount, part }) => {
      await service.db.query('update apps set fee_bps = $2, fee_flat = $3 where client_id = $1', [
        shop.clientId,
        bps,
        flat,
      ]);
      const before = (await budi.balance()).balance;
      const terms = { bps, flat, toApp };
      const { body: payment } = await shop.create({
        amount,
        capture: isManual ? 'manual' : 'automatic',
        ...(toApp ? {} : { to: seller.pid }),
      });
      const asked = paperFees(amount, terms);
      expect(payment.fees).toEqual({ ...asked, total: asked.global + asked.app });
      const confirmed = await budi.confirm(payment.id, amount + asked.global + asked.app);
      expect(confirmed.status).toBe(200);
      let taken = amount;
      if (isManual) {
        taken = Math.max(1, Math.floor(amount * part));
        // The fees fixed at the confirmation apply, even if the app changes its terms.
        await service.db.query('update apps set fee_bps = 1000, fee_flat = 1000000 where client_id = $1', [
          shop.clientId,
        ]);
        expect((await shop.ask('POST', `/payments/${payment.id}/capture`, { amount: taken })).status).toBe(
          200,
        );
      }
      const due = paperFees(taken, terms);
      const { body } = await shop.ask('GET', `/payments/${payment.id}`);
      expect([body.fees, body.total]).toEqual([
        { ...due, total: due.global + due.app },
        taken + due.global + due.app,
      ]);
      expect((await budi.balance()).balance).toBe(before - taken - due.global - due.app);
    }),
    runs(15, 60),
  );
  expect(await findings(service)).toEqual([]);
});
