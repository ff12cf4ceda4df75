import { afterAll, describe, expect, test } from 'vitest';
import { allowApp } from '../../test/app-helper.ts';
import { rowsRead } from '../../test/rows-read.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { findings, openShop, type Shop } from '../payments/testing/payment-fixture.ts';
import { endDue } from './allowances.store.ts';
import { handOver, addMember } from '../relying-parties/members/testing/team-fixture.ts';
import {
  approve,
  approved,
  ask,
  charge,
  eventsOf,
  noticesOf,
  openPayer,
  told,
  type Payer,
} from './testing/allowance-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'dewi_ends@pid' });
const { admin } = await signInAdministrator(service, 'dewi_ends');

afterAll(async () => expect(await findings(service)).toEqual([]));

/** A new app with an active and an open allowance of one player. */
async function open(): Promise<{ shop: Shop; budi: Payer; active: string; asked: string }> {
  const shop = await openShop(service);
  const budi = await openPayer(service, shop);
  const active = await approved(shop, budi);
  return { shop, budi, active, asked: (await ask(shop, budi)).body.id };
}

const reasonOf = async ({ client }: Payer, id: string) => {
  const { status, endReason } = await client.call('getAllowance', { id });
  return status === 'ended' ? endReason : status;
};

type Opened = Awaited<ReturnType<typeof open>>;

test('the sweep reads only allowances whose time is over', async () => {
  await open();
  const read = await service.db.transaction(async (tx) => {
    // The table is small, so the planner would read all of it.
    await tx.query('set local enable_seqscan = off');
    return rowsRead(tx, 'allowances', () => endDue(tx, 100));
  });
  expect(read).toEqual({ scans: 0, rows: 0 });
});

/** What ends every allowance of an app, with the reason that the player reads. */
const endings: Readonly<Record<string, readonly [string, (opened: Opened) => Promise<unknown>]>> = {
  'a disconnection': [
    'disconnected',
    ({ budi, shop }) => budi.client.call('disconnectApp', { client_id: shop.clientId }),
  ],
  'a pause of the app': ['app_paused', ({ shop }) => admin.call('pauseApp', { client_id: shop.clientId })],
  'the suspension of its owner': [
    'app_paused',
    ({ shop }) => admin.call('suspendIdentityAsAdmin', { pid: shop.ownerPid }),
  ],
  'the deletion of the app': [
    'app_deleted',
    async ({ shop }) => expect((await shop.owner.delete(`/v1/apps/${shop.clientId}`)).status).toBe(200),
  ],
  'another owner': [
    'app_changed',
    async ({ shop }) =>
      expect((await handOver(shop.owner, shop.clientId, await newPlayer(service))).status).toBe(200),
  ],
  'a new name': [
    'app_changed',
    ({ shop }) => shop.owner.call('changeApp', { client_id: shop.clientId, name: 'Moon Game' }),
  ],
  'another origin': [
    'app_changed',
    ({ shop }) =>
      shop.owner.call('changeApp', {
        client_id: shop.clientId,
        origins: ['https://game.example', 'https://other.example'],
      }),
  ],
  'a higher fee': [
    'app_changed',
    ({ shop }) => shop.owner.call('changeApp', { client_id: shop.clientId, feeBps: 10 }),
  ],
  'the loss of the badge': [
    'app_changed',
    async ({ shop }) => {
      await admin.call('verifyApp', { client_id: shop.clientId });
      await admin.call('unverifyApp', { client_id: shop.clientId });
    },
  ],
};

describe('every allowance of an app ends with', () => {
  test.each(Object.entries(endings))('%s', async (_name, [reason, end]) => {
    const opened = await open();
    const { shop, budi, active, asked } = opened;
    await end(opened);
    expect([await reasonOf(budi, active), await reasonOf(budi, asked)]).toEqual([reason, reason]);
    const ended = await eventsOf(service, shop, 'allowance.ended');
    expect(ended).toHaveLength(2);
    for (const { pid, reason: given } of ended) expect([pid, given]).toEqual([budi.pid, reason]);
    // The player knows of a disconnection. Of what was never allowed, there is nothing to tell.
    expect(await noticesOf(budi, 'allowance.ended')).toMatchObject(
      reason === 'disconnected' ? [] : [{ id: active, app: 'Star Game', reason }],
    );
    const charged = await charge(shop, active, 1000);
    expect(charged.status).toBeGreaterThanOrEqual(400);
    expect((await budi.balance()).balance).toBe(1_000_000);
    expect(told(await approve(budi, asked))).toMatch(/^(?:409 allowance_ended|403 app_paused)$/);
  });
});

test('what costs no badge ends nothing: lower fees, a new contact, a new secret, a verification, a removed member', async () => {
  const { shop, budi, active } = await open();
  const member = await newPlayer(service);
  await addMember(shop.owner, shop.clientId, member, 'finance');
  await shop.owner.call('removeMember', { client_id: shop.clientId, pid: member.pid });
  await shop.owner.call('changeApp', { client_id: shop.clientId, contact: 'help@studio.example', feeBps: 0 });
  await admin.call('verifyApp', { client_id: shop.clientId });
  await shop.owner.call('rotateAppSecret', { client_id: shop.clientId, keepPreviousSeconds: 600 });
  expect(await reasonOf(budi, active)).toBe('active');
  expect((await charge(shop, active, 1000)).status).toBe(201);
});

test('only those of the player who disconnects, and of the app that changes', async () => {
  const { shop, budi, active } = await open();
  const [citra, other] = [await openPayer(service, shop), await openShop(service)];
  const hers = await approved(shop, citra);
  await allowApp(budi.client, other);
  const elsewhere = await approved(other, budi);
  await citra.client.call('disconnectApp', { client_id: shop.clientId });
  await other.owner.call('changeApp', { client_id: other.clientId, name: 'Sun Game' });
  expect([await reasonOf(citra, hers), await reasonOf(budi, elsewhere)]).toEqual([
    'disconnected',
    'app_changed',
  ]);
  expect(await reasonOf(budi, active)).toBe('active');
  // Connecting again revives nothing.
  await allowApp(citra.client, shop);
  expect(told(await charge(shop, hers, 1000))).toBe('409 allowance_unavailable; reason=ended');
});

test('an allowance that is asked for during a disconnection cannot be approved', async () => {
  const shop = await openShop(service);
  const budi = await openPayer(service, shop);
  const { body } = await ask(shop, budi);
  // As if it had been inserted by a transaction that the disconnection could not see.
  await budi.client.call('disconnectApp', { client_id: shop.clientId });
  await service.db.query(
    `update allowances set status = 'open', ended_at = null, end_reason = null, due_at = ends_at where id = $1`,
    [body.id],
  );
  expect(told(await approve(budi, body.id))).toBe('409 allowance_ended');
});

test('a charge that waits for a pause or a disconnection is refused afterwards', async () => {
  for (const statement of [
    'update apps set paused_at = now() where client_id = $1',
    'update app_grants set ended_at = now() where client_id = $1',
  ]) {
    const { shop, budi, active } = await open();
    const waiting = await service.db.transaction(async (tx) => {
      await tx.query(statement, [shop.clientId]);
      const charged = charge(shop, active, 1000);
      await untilBlocked(service.db);
      return { charged };
    });
    expect((await waiting.charged).status).toBeGreaterThanOrEqual(400);
    expect((await budi.balance()).balance).toBe(1_000_000);
  }
});
