import { expect, test } from 'vitest';
import { allowApp, newApp } from '../../test/app-helper.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { ask, charge } from '../allowances/testing/allowance-fixture.ts';
import { approve } from '../evm-permissions/testing/permission-player.ts';
import { sampleRequest } from '../evm-permissions/testing/sample-request.ts';
import { saveAgeGate } from '../ledger/index.ts';
import { findings, openShop } from '../payments/testing/payment-fixture.ts';
import { bornAt, newAgeless, newChild, newRelative, told, type Relative } from './testing/family-fixture.ts';

test('while ages are not judged, the public page of a minor shows the handle alone nevertheless', async () => {
  const service = await startTestService({ PID_AGE_GATE: 'off' });
  const minor = await newRelative(service, 14);
  await minor.client.patch('/v1/profile', { displayName: 'Budi', country: 'ID' });
  const { body } = await service.client().get(`/v1/profiles/${minor.pid}`);
  expect(body).toMatchObject({ pid: minor.pid, displayName: null, country: null });
});

test('where every player must state an age, a payout needs it too', async () => {
  const service = await startTestService({ PID_AGE_GATE: 'require' });
  const { client } = await newPlayer(service);
  const { clientId } = await newApp(client);
  const payOut = async () => told(await client.post(`/v1/apps/${clientId}/payouts`, { amount: 1000 }));
  expect(await payOut()).toBe('403 age_needed');
  await client.put('/v1/family/birth-month', { birthMonth: bornAt(service, 30) });
  expect(await payOut()).toMatch('400 insufficient_balance');
});

/** Every way to move rupiah or to give a permission, prepared while it was allowed. */
async function prepare(service: TestService, { client, pid, passkey }: Relative) {
  const shop = await openShop(service);
  await allowApp(client, shop);
  const own = await newApp(client);
  const approveAllowance = (id: string) =>
    client.post(`/v1/allowances/${id}/approve`, { expectedAmount: 30_000 });
  const [active, open] = [(await ask(shop, { pid })).body.id, (await ask(shop, { pid })).body.id];
  const requestPermission = () => client.post('/v1/permissions', sampleRequest(service.clock.nowSeconds()));
  const pending = (await requestPermission()).body;
  const steps: Record<string, () => Promise<Awaited<ReturnType<typeof client.get>>>> = {};
  for (const capture of ['automatic', 'manual'])
    steps[`confirm, ${capture}`] = async () => {
      const { id } = (await shop.create({ amount: 1000, capture })).body;
      return client.post(`/v1/payments/${id}/confirm`, { expectedTotal: 1100 });
    };
  Object.assign(steps, {
    send: () => client.post('/v1/fiat/sends', { to: shop.ownerPid, amount: 1000 }),
    'top up': () => client.post('/v1/fiat/topups', { amount: 20_000 }),
    deposit: () => client.post(`/v1/apps/${own.clientId}/deposits`, { amount: 1000 }),
    'request a permission': requestPermission,
    'approve an allowance': () => approveAllowance(open),
    'approve a permission': () => approve({ client, pid, passkey }, pending),
    charge: () => charge(shop, active, 1000),
  });
  expect((await approveAllowance(active)).status).toBe(200);
  const run = async () => {
    const outcomes: Record<string, string> = {};
    for (const [name, step] of Object.entries(steps)) outcomes[name] = told(await step());
    return outcomes;
  };
  return { run, shop, active };
}

test.each([
  {
    who: 'a minor whose last parent left',
    error: 'parent_needed',
    async open(service: TestService) {
      const parent = await newRelative(service, 40);
      const player = await newChild(service, [parent], { years: 14 });
      return { player, begin: () => parent.client.delete(`/v1/family/children/${player.pid}`) };
    },
  },
  {
    who: 'a player who has stated no month where everyone must',
    error: 'age_needed',
    async open(service: TestService) {
      const player = await newAgeless(service, 1_000_000n);
      return { player, begin: () => saveAgeGate(service.db, 'require') };
    },
  },
])('$who cannot move rupiah or give permissions in any way', async ({ error, open }) => {
  const service = await startTestService({ PID_AGE_GATE: 'ask' });
  const { player, begin } = await open(service);
  const { run, shop, active } = await prepare(service, player);
  expect((await charge(shop, active, 1000)).status).toBe(201);
  await begin();
  expect(await run()).toEqual({
    'confirm, automatic': `403 ${error}`,
    'confirm, manual': `403 ${error}`,
    send: `403 ${error}`,
    'top up': `403 ${error}`,
    deposit: `403 ${error}`,
    'request a permission': `403 ${error}`,
    'approve an allowance': `403 ${error}`,
    'approve a permission': `403 ${error}`,
    charge: '409 allowance_unavailable',
  });
  // Set right, everything works again: what was prepared has not ended.
  await saveAgeGate(service.db, 'off');
  expect(Object.values(await run()).filter((outcome) => !/^20\d$/.test(outcome))).toEqual([]);
  expect(await findings(service)).toEqual([]);
});

/** Routes of the seed and their successors, which age, family and tiers never touch. */
const untouched: readonly (readonly ['GET' | 'POST' | 'PUT', string, object?])[] = [
  ['GET', '/v1/identity/me'],
  ['POST', '/v1/wallet/withdraw/quote', { to: '11111111111111111111111111111111', lamports: 1000 }],
  ['POST', '/v1/wallet/withdraw', {}],
  ['POST', '/v1/wallet/rotate', {}],
  ['GET', '/v1/account'],
  ['GET', '/v1/account/readiness'],
  ['GET', '/v1/account/sponsorship'],
  ['GET', '/v1/account/activation-price'],
  ['GET', '/v1/account/assets'],
  ['GET', '/v1/account/certificate'],
  ['GET', '/v1/account/operations'],
  ['GET', '/v1/account/transfers'],
  ['POST', '/v1/account/activate', {}],
  ['POST', '/v1/account/withdraw/quote', { to: '11111111111111111111111111111111', lamports: '1000' }],
  ['POST', '/v1/account/withdraw', {}],
  ['POST', '/v1/account/rotate', {}],
  ['GET', '/v1/recovery'],
  ['POST', '/v1/recovery/guardians/check', { pids: ['nobody_here@pid'] }],
  ['PUT', '/v1/recovery/policy', {}],
  ['POST', '/v1/recovery/attempts', {}],
  ['GET', '/v1/guardianships'],
  ['GET', '/v1/session-keys/grants'],
  ['POST', '/v1/session-keys/grants', {}],
  ['POST', '/v1/auth/refresh', {}],
];

test('claim, sign-in, wallet, account and recovery answer alike, whatever is known about the age', async () => {
  const open = await startTestService();
  const strict = await startTestService({ PID_AGE_GATE: 'require', PID_TIERS: 'on' });
  const answers = async (service: TestService, set: (client: HttpClient) => Promise<unknown>) => {
    const { client, email } = await newPlayer(service);
    await set(client);
    const again = await signInAs(service.client(), email);
    const statuses: Record<string, string> = { 'sign in': `${again.status} ${new URL(again.url).pathname}` };
    for (const [method, path, body] of untouched)
      statuses[`${method} ${path}`] = told(await client.send(method, path, body, {}));
    return statuses;
  };
  const usual = await answers(open, async () => {});
  expect(usual).toMatchObject({
    'sign in': '200 /home',
    'GET /v1/account': '200',
    'GET /v1/recovery': '200',
  });
  expect(await answers(strict, async () => {})).toEqual(usual);
  const state = (years: number) => (client: HttpClient) =>
    client.put('/v1/family/birth-month', { birthMonth: bornAt(strict, years) });
  expect(await answers(strict, state(12))).toEqual(usual);
});
