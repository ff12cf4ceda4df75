import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { findings, openShop } from '../payments/testing/payment-fixture.ts';
import { familyOf, newChild, newRelative, noticesOf, told } from './testing/family-fixture.ts';

const service = await startTestService({ PID_AGE_GATE: 'ask', PID_STEP_UP_AMOUNT: '100000000' });
const shop = await openShop(service);
const rowsOf = async (identityId: string) =>
  (
    await service.db.query<{ count: bigint }>(
      `select (select count(*) from family_birth_months where identity_id = $1) + (select count(*) from family_links where $1 in (child_id, parent_id))
         + (select count(*) from family_invitations where $1 in (child_id, invited_by)) + (select count(*) from family_requests where $1 in (child_id, decided_by))
         + (select count(*) from ledger_accounts where identity_id = $1 and num_nonnulls(adult_from, parents, family_sends) > 0) as count`,
      [identityId],
    )
  ).rows[0]!.count;

test('a minor deletes the identity with money on the balance: it goes to suspense', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { balance: 50_000n });
  const alone = await newRelative(service, 12, 30_000n);
  for (const minor of [child, alone]) {
    expect((await minor.client.delete('/v1/identity/me')).status).toBe(200);
    expect(await rowsOf(minor.identityId)).toBe(0n);
  }
  const { rows } = await service.db.query('select amount, reason from ledger_suspense order by amount');
  expect(rows).toEqual([
    { amount: 30_000n, reason: 'account_closed' },
    { amount: 50_000n, reason: 'account_closed' },
  ]);
  expect((await familyOf(parent)).children).toEqual([]);
  expect(await noticesOf(parent)).toContain('family.ended');
});

test('an adult with money is still told to settle it first', async () => {
  const adult = await newRelative(service, 30, 50_000n);
  expect((await adult.client.delete('/v1/identity/me')).status).toBe(400);
});

test('deletion of a parent ends the link, and what that parent approved', async () => {
  const [mother, father] = [await newRelative(service, 40), await newRelative(service, 41)];
  const child = await newChild(service, [mother, father], { rules: { perPurchase: 0 } });
  const { id } = (await shop.create()).body;
  const asked = await child.client.post(`/v1/payments/${id}/ask-parent`);
  await mother.client.post(`/v1/family/requests/${asked.body.id}`, { decision: 'allow' });
  expect((await mother.client.delete('/v1/identity/me')).status).toBe(200);
  expect(await rowsOf(mother.identityId)).toBe(0n);
  expect((await familyOf(child)).parents).toEqual([{ pid: father.pid, since: expect.any(String) }]);
  expect(told(await child.client.post(`/v1/payments/${id}/confirm`, { expectedTotal: 10_100 }))).toBe(
    '403 parent_approval_needed',
  );
});

test('the export of a child contains everything about the family, and nothing of the parents', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { rules: { perPurchase: 0 } });
  const { id } = (await shop.create()).body;
  const asked = await child.client.post(`/v1/payments/${id}/ask-parent`);
  await parent.client.post(`/v1/family/requests/${asked.body.id}`, { decision: 'deny' });
  const { family } = (await child.client.get('/v1/identity/export')).body;
  expect(family).toMatchObject({
    birthMonth: expect.stringMatching(/^\d{4}-\d\d$/),
    ageBand: '10-12',
    parents: [{ pid: parent.pid }],
    rules: { perPurchase: 0 },
    spentThisMonth: 0,
    requests: [{ paymentId: id, decision: 'deny', decidedBy: parent.pid }],
  });
  const { family: ofParent } = (await parent.client.get('/v1/identity/export')).body;
  expect(JSON.stringify(ofParent)).not.toContain(family.birthMonth);
});

test('the books agree', async () => {
  expect(await findings(service)).toEqual([]);
});
