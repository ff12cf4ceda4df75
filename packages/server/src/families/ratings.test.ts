import type { Rating } from '@pid/contract';
import { expect, test } from 'vitest';
import {
  allowApp,
  bearing,
  newApp,
  redeemStandard,
  standardLogin,
  type TestApp,
} from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { ask, charge } from '../allowances/testing/allowance-fixture.ts';
import { openShop, type Shop } from '../payments/testing/payment-fixture.ts';
import {
  freeRules,
  newChild,
  newRelative,
  noticesOf,
  told,
  type Relative,
} from './testing/family-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'the_rater@pid', PID_AGE_GATE: 'ask' });
const { admin } = await signInAdministrator(service, 'the_rater');
const { client: owner } = await newPlayer(service);
const rate = async (rating: Rating | null, confirmed: boolean): Promise<TestApp> => {
  const app = await newApp(owner, { rating });
  if (confirmed)
    expect((await admin.post(`/v1/admin/apps/${app.clientId}/rating`, { confirmed })).body).toEqual({
      client_id: app.clientId,
      rating,
      ratingConfirmed: true,
    });
  return app;
};
const signIn = async ({ client }: Relative, app: TestApp) => {
  const { login } = standardLogin(app, { scope: 'openid' });
  const { body } = await client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
  return new URL(body.redirectTo).searchParams.get('error') ?? 'allowed';
};

test('only a confirmed rating counts, and a change or another owner takes the confirmation back', async () => {
  const app = await rate('7+', true);
  const read = async () => (await owner.get(`/v1/apps/${app.clientId}`)).body;
  expect(await read()).toMatchObject({ rating: '7+', ratingConfirmed: true });
  await owner.patch(`/v1/apps/${app.clientId}`, { rating: '7+', feeFlat: 10 });
  expect(await read()).toMatchObject({ rating: '7+', ratingConfirmed: true });
  await owner.patch(`/v1/apps/${app.clientId}`, { rating: '13+' });
  expect(await read()).toMatchObject({ rating: '13+', ratingConfirmed: false });
  const buyer = await newRelative(service, 30);
  const sold = await rate('7+', true);
  expect((await owner.post(`/v1/apps/${sold.clientId}/transfer`, { pid: buyer.pid })).status).toBe(200);
  const invitation = (await buyer.client.get('/v1/app-invitations')).body.items[0].id;
  await buyer.client.post(`/v1/app-invitations/${invitation}`, { decision: 'accept' });
  expect((await buyer.client.get(`/v1/apps/${sold.clientId}`)).body).toMatchObject({
    rating: '7+',
    ratingConfirmed: false,
  });
  await owner.patch(`/v1/apps/${app.clientId}`, { rating: null });
  const confirm = (clientId: string) => admin.post(`/v1/admin/apps/${clientId}/rating`, { confirmed: true });
  expect(told(await confirm(app.clientId))).toBe('409 rating_missing');
  expect(told(await confirm('app_000000000000000000000000'))).toBe('404 no_such_app');
});

test('a rating that changed after an administrator saw it is not confirmed', async () => {
  const app = await rate('13+', false);
  const confirm = () =>
    admin.post(`/v1/admin/apps/${app.clientId}/rating`, { confirmed: true, rating: '13+' });
  await owner.patch(`/v1/apps/${app.clientId}`, { rating: '3+' });
  expect(told(await confirm())).toBe('409 app_changed');
  expect((await owner.get(`/v1/apps/${app.clientId}`)).body).toMatchObject({ ratingConfirmed: false });
  await owner.patch(`/v1/apps/${app.clientId}`, { rating: '13+' });
  expect((await confirm()).body).toMatchObject({ rating: '13+', ratingConfirmed: true });
});

test('an administrator cannot confirm the rating of an app of their own', async () => {
  const own = await admin.post('/v1/apps', { name: 'Mine', origins: ['https://mine.example'], rating: '3+' });
  const confirmed = await admin.post(`/v1/admin/apps/${own.body.client_id}/rating`, { confirmed: true });
  expect(told(confirmed)).toBe('403 own_app');
});

test('a sign-in beyond the rules or the age ends with access_denied, and the parents are told', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { years: 10, rules: { unratedApps: false } });
  const [seven, thirteen, unrated, unconfirmed] = [
    await rate('7+', true),
    await rate('13+', true),
    await rate(null, false),
    await rate('3+', false),
  ];
  expect(await signIn(child, seven)).toBe('allowed');
  for (const app of [thirteen, unrated, unconfirmed]) expect(await signIn(child, app)).toBe('access_denied');
  expect((await noticesOf(parent)).filter((type) => type === 'family.login_refused')).toHaveLength(3);
  await parent.client.put(`/v1/family/children/${child.pid}/rules`, { ...freeRules, maxRating: '3+' });
  expect(await signIn(child, unrated)).toBe('allowed');
  expect(await signIn(child, seven)).toBe('access_denied');
  // Adults, and minors without a parent, are not judged here.
  expect(await signIn(parent, thirteen)).toBe('allowed');
  expect(await signIn(await newRelative(service, 9), thirteen)).toBe('allowed');
});

test('a payment beyond the rating needs an approval, and a charge is refused', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { years: 14 });
  const confirm = (clientId: string) => admin.post(`/v1/admin/apps/${clientId}/rating`, { confirmed: true });
  const [seven, thirteen, unconfirmed, unrated] = [
    await openShop(service, { rating: '7+' }),
    await openShop(service, { rating: '13+' }),
    await openShop(service, { rating: '3+' }),
    await openShop(service),
  ];
  for (const { clientId } of [seven, thirteen]) expect((await confirm(clientId)).status).toBe(200);
  const outcomes = async (shop: Shop, allowance: string) => {
    const { id } = (await shop.create({ amount: 1000 })).body;
    const path = `/v1/payments/${id}`;
    const pay = () => child.client.post(`${path}/confirm`, { expectedTotal: 1100 });
    const paid = told(await pay());
    if (paid === '403 parent_approval_needed') {
      const asked = await child.client.post(`${path}/ask-parent`);
      await parent.client.post(`/v1/family/requests/${asked.body.id}`, { decision: 'allow' });
      expect((await pay()).body.status).toBe('paid');
    }
    return [paid, told(await charge(shop, allowance, 1000))];
  };
  const allowances = new Map<Shop, string>();
  for (const shop of [seven, thirteen, unconfirmed, unrated]) {
    await allowApp(child.client, shop);
    const { id } = (await ask(shop, child)).body;
    await child.client.post(`/v1/allowances/${id}/approve`, { expectedAmount: 30_000 });
    allowances.set(shop, id);
    expect(await outcomes(shop, id)).toEqual(['200', '201']);
  }
  const rules = { ...freeRules, maxRating: '7+', unratedApps: false };
  await parent.client.put(`/v1/family/children/${child.pid}/rules`, rules);
  expect(await outcomes(seven, allowances.get(seven)!)).toEqual(['200', '201']);
  for (const shop of [thirteen, unconfirmed, unrated])
    expect(await outcomes(shop, allowances.get(shop)!)).toEqual([
      '403 parent_approval_needed',
      '409 allowance_unavailable',
    ]);
});

test('consent and the list of games show confirmed ratings only', async () => {
  const texts = { en: { name: 'Star Game', text: 'Fly to the stars.' } };
  const game = { playUrl: 'https://game.example/play', texts, rating: '13+' } as const;
  const [confirmed, stated] = [await newApp(owner, game), await newApp(owner, game)];
  await admin.post(`/v1/admin/apps/${confirmed.clientId}/rating`, { confirmed: true });
  await service.db.query('update apps set verified = true where client_id = any($1)', [
    [confirmed.clientId, stated.clientId],
  ]);
  const { items } = (await service.client().get('/v1/games?limit=100')).body as {
    items: { client_id: string; rating: string | null }[];
  };
  const shown = async (app: TestApp) => [
    (await owner.call('describeLogin', standardLogin(app, { scope: 'openid' }).login)).app.rating,
    items.find(({ client_id: id }) => id === app.clientId)!.rating,
  ];
  expect([await shown(confirmed), await shown(stated)]).toEqual([
    ['13+', '13+'],
    [null, null],
  ]);
});

test('a device login beyond the rules is refused like one by the player', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { years: 10 });
  const app = await newApp(owner, { rating: '13+', deviceFlow: true });
  await admin.post(`/v1/admin/apps/${app.clientId}/rating`, { confirmed: true });
  const device = service.client();
  const form = { client_id: app.clientId, scope: 'openid' };
  const { body } = await device.post('/oidc/device_authorization', new URLSearchParams(form));
  const decided = await child.client.post('/v1/auth/device', {
    userCode: body.user_code,
    decision: 'allow',
  });
  expect(told(decided)).toBe('403 parent_forbids');
  const grant = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: body.device_code,
    client_id: app.clientId,
  };
  const polled = await device.post('/oidc/token', new URLSearchParams(grant));
  expect(polled.body.error).toBe('access_denied');
  expect(await noticesOf(parent)).toContain('family.login_refused');
});

test('repeated sign-ins to a refused app are one notice and one audit event a day', async () => {
  const parent = await newRelative(service, 40);
  const child = await newChild(service, [parent], { years: 10 });
  const [app, other] = [await rate('13+', true), await rate('13+', true)];
  const counts = async () => ({
    notices: (await noticesOf(parent)).filter((type) => type === 'family.login_refused').length,
    events: (
      await service.db.query(
        "select from audit_events where identity_id = $1 and action = 'family.login_refused'",
        [child.identityId],
      )
    ).rowCount,
  });
  const answers = await Promise.all([app, app, app, app].map((asked) => signIn(child, asked)));
  expect(answers).toEqual(Array(4).fill('access_denied'));
  expect(await counts()).toEqual({ notices: 1, events: 1 });
  expect(await signIn(child, other)).toBe('access_denied');
  expect(await counts()).toEqual({ notices: 2, events: 2 });
  await service.db.query("update notices set at = at - interval '1 day' where type = 'family.login_refused'");
  expect(await signIn(child, app)).toBe('access_denied');
  expect(await counts()).toEqual({ notices: 3, events: 3 });
});

test('apps learn the band only with the scope age', async () => {
  const app = await newApp(owner);
  const child = await newRelative(service, 14);
  const claimsFor = async (scope: string) => {
    const { codeVerifier, login } = standardLogin(app, { scope });
    const allowed = await child.client.post('/v1/auth/authorize', { ...login, decision: 'allow' });
    const code = new URL(allowed.body.redirectTo).searchParams.get('code')!;
    const { body } = await redeemStandard(service.client(), app, code, codeVerifier);
    return (await service.client().get('/oidc/userinfo', bearing(body.access_token))).body;
  };
  expect(await claimsFor('openid age')).toMatchObject({ age_band: '13-15' });
  expect(await claimsFor('openid profile balance')).not.toHaveProperty('age_band');
  expect(JSON.stringify(await allowApp(child.client, app))).not.toContain('13-15');
});

test("a minor's public page shows the handle alone", async () => {
  const minor = await newRelative(service, 14);
  const adult = await newRelative(service, 30);
  for (const { client } of [minor, adult])
    await client.patch('/v1/profile', { displayName: 'Budi', bio: 'Main terus', country: 'ID' });
  const profile = async ({ pid }: Relative) => (await service.client().get(`/v1/profiles/${pid}`)).body;
  expect(await profile(minor)).toEqual({
    pid: minor.pid,
    displayName: null,
    avatarUrl: null,
    bio: null,
    country: null,
  });
  expect(await profile(adult)).toMatchObject({ displayName: 'Budi', country: 'ID' });
});

test('a minor without a parent gets no permission', async () => {
  const minor = await newRelative(service, 14);
  const { rows } = await service.db.query<{ forbids: string }>(
    "select ledger_family_forbids(a, 'permission', null, 0, 0, null, now(), 'Asia/Jakarta') as forbids from ledger_accounts a where a.identity_id = $1",
    [minor.identityId],
  );
  expect(rows[0]!.forbids).toBe('parent_needed');
});
