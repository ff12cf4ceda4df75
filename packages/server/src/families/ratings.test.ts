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
