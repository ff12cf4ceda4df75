import { expect, test } from 'vitest';
import { allowApp, bearing, exchange, machineTokenOf, newApp, type TestApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { eraseIdentity } from '../identity/index.ts';
import { eraseRelyingParties, exportRelyingParties } from './for-other-slices.ts';
import { sweepGuests } from './guests.store.ts';

const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client, { deviceFlow: true });
const backend = service.client();
const token = await machineTokenOf(backend, app);

async function newGuest(of: TestApp = app, bearer = token): Promise<{ guestId: string; guestToken: string }> {
  const made = await backend.post(`/v1/apps/${of.clientId}/guests`, {}, bearing(bearer));
  expect(made.status).toBe(201);
  return made.body;
}

const claim = async (player: Awaited<ReturnType<typeof newPlayer>>, guestToken: string, code?: string) =>
  exchange(backend, app, code ?? (await allowApp(player.client, app)), {
    client_secret: app.clientSecret,
    guest_token: guestToken,
  });

async function claims(): Promise<unknown[]> {
  const { body } = await backend.get(`/v1/apps/${app.clientId}/events?limit=500`, bearing(token));
  return body.items.filter(({ type }: { type: string }) => type === 'guest.claimed');
}

test('a guest belongs for good to the player who signs in with its token', async () => {
  const guest = await newGuest();
  const [alice, budi] = [await newPlayer(service), await newPlayer(service)];
  const first = await claim(alice, guest.guestToken);
  expect([first.status, first.body.guestId]).toEqual([200, guest.guestId]);
  expect((await claim(alice, guest.guestToken)).body.guestId).toBe(guest.guestId);

  const code = await allowApp(budi.client, app);
  const refused = await claim(budi, guest.guestToken, code);
  expect([refused.status, refused.headers.get('pid-error')]).toEqual([409, 'guest_claimed']);
  // The code was not spent.
  const without = await exchange(backend, app, code);
  expect([without.status, 'guestId' in without.body]).toEqual([200, false]);

  await expect
    .poll(claims)
    .toEqual([expect.objectContaining({ data: { guestId: guest.guestId, pid: alice.pid } })]);
});

test('of two players who claim a guest at the same time, one gets it', async () => {
  const guest = await newGuest();
  const players = await Promise.all(Array.from({ length: 6 }, () => newPlayer(service)));
  const codes = await Promise.all(players.map(({ client }) => allowApp(client, app)));
  const answers = await Promise.all(
    players.map((player, index) => claim(player, guest.guestToken, codes[index])),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  // The codes of the others are not spent.
  const refused = codes.filter((_code, index) => answers[index]!.status === 409);
  const without = await Promise.all(refused.map((code) => exchange(backend, app, code)));
  expect(without.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('of two devices whose players claim a guest at the same time, the slower one signs in without it', async () => {
  const guest = await newGuest();
  const client = { client_id: app.clientId, client_secret: app.clientSecret };
  const devices = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { body } = await backend.post('/oidc/device_authorization', new URLSearchParams(client));
      const player = await newPlayer(service);
      await player.client.call('decideDevice', { userCode: body.user_code, decision: 'allow' });
      return {
        ...client,
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: body.device_code,
      };
    }),
  );
  const redeem = (fields: Record<string, string>) => backend.post('/oidc/token', new URLSearchParams(fields));
  const answers = await Promise.all(
    devices.map((device) => redeem({ ...device, guest_token: guest.guestToken })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  const refused = devices.filter((_device, index) => answers[index]!.status === 409);
  const without = await Promise.all(refused.map(redeem));
  expect(without.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a token of another app or of nobody is unknown, and the code stays valid', async () => {
  const other = await newApp(developer.client);
  const foreign = await newGuest(other, await machineTokenOf(backend, other));
  const player = await newPlayer(service);
  const code = await allowApp(player.client, app);
  for (const unknown of [foreign.guestToken, 'pid_guest_x']) {
    const refused = await claim(player, unknown, code);
    expect([refused.status, refused.headers.get('pid-error')]).toEqual([400, 'guest_unknown']);
  }
  expect((await exchange(backend, app, code)).status).toBe(200);
});

test('the client is judged before the guest', async () => {
  const strict = await newApp(developer.client, { requireSecret: true });
  const code = await allowApp((await newPlayer(service)).client, strict);
  const refusal = async (proof: Record<string, string>) => {
    const { status, headers } = await exchange(backend, strict, code, {
      ...proof,
      guest_token: 'pid_guest_x',
    });
    return [status, headers.get('pid-error')];
  };
  const own = { client_secret: strict.clientSecret };
  expect(await refusal({ client_secret: app.clientSecret })).toEqual([401, 'unauthorized']);
  expect(await refusal({})).toEqual([401, 'unauthorized']);
  await developer.client.call('rotateAppSecret', { client_id: strict.clientId, keepPreviousSeconds: 60 });
  expect(await refusal(own)).toEqual([400, 'guest_unknown']);
  await service.db.query('update apps set paused_at = now() where client_id = $1', [strict.clientId]);
  expect(await refusal(own)).toEqual([403, 'app_paused']);
});

test.each(['code', 'device'])('a player who is deleted during a login by %s claims no guest', async (way) => {
  const guest = await newGuest();
  const player = await newPlayer(service);
  const code = await allowApp(player.client, app);
  const client = { client_id: app.clientId, client_secret: app.clientSecret };
  const { body: asked } = await backend.post('/oidc/device_authorization', new URLSearchParams(client));
  await player.client.call('decideDevice', { userCode: asked.user_code, decision: 'allow' });
  const signIn = () =>
    way === 'code'
      ? claim(player, guest.guestToken, code)
      : backend.post(
          '/oidc/token',
          new URLSearchParams({
            ...client,
            grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
            device_code: asked.device_code,
            guest_token: guest.guestToken,
          }),
        );
  let login: ReturnType<typeof signIn> | undefined;
  const signInMeanwhile = async () => {
    login = signIn();
    await Promise.race([login, untilBlocked(service.db)]);
  };
  const deps = { db: service.db, clock: service.clock, erasers: [signInMeanwhile, ...service.erasers] };
  await eraseIdentity(deps, { pid: player.pid, actor: 'cli', origin: null });
  expect((await login)?.status).toBe(400);
  const { rows } = await service.db.query('select identity_id from guests where id = $1', [guest.guestId]);
  expect(rows).toEqual([{ identity_id: null }]);
});

test('only the app itself makes guests', async () => {
  const other = await newApp(developer.client);
  const create = (headers: Record<string, string>) =>
    backend.post(`/v1/apps/${other.clientId}/guests`, {}, headers);
  expect((await create(bearing(token))).status).toBe(404);
  expect((await create({})).status).toBe(401);
  expect((await developer.client.post(`/v1/apps/${other.clientId}/guests`, {})).status).toBe(403);
});

test('the standard token endpoint claims a guest with an authorization code and with a device code', async () => {
  const player = await newPlayer(service);
  const [byCode, byDevice] = [await newGuest(), await newGuest()];
  const code = await allowApp(player.client, app, { response_type: 'code', scope: 'openid' });
  const client = { client_id: app.clientId, client_secret: app.clientSecret };
  const redeem = (fields: Record<string, string>) =>
    backend.post('/oidc/token', new URLSearchParams({ ...client, ...fields }));
  const standard = await redeem({
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code,
    guest_token: byCode.guestToken,
  });
  expect([standard.status, standard.body.guestId]).toEqual([200, byCode.guestId]);

  const { body: asked } = await backend.post('/oidc/device_authorization', new URLSearchParams(client));
  await player.client.call('decideDevice', { userCode: asked.user_code, decision: 'allow' });
  const device = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: asked.device_code,
  };
  const stranger = await newPlayer(service);
  const taken = await newGuest();
  await claim(stranger, taken.guestToken);
  const refused = await redeem({ ...device, guest_token: taken.guestToken });
  expect([refused.status, refused.body.error]).toEqual([409, 'guest_claimed']);
  service.clock.advanceSeconds(10);
  const redeemed = await redeem({ ...device, guest_token: byDevice.guestToken });
  expect([redeemed.status, redeemed.body.guestId]).toEqual([200, byDevice.guestId]);
});

test('claimed guests are in the player’s export and are erased with the player', async () => {
  const guest = await newGuest();
  const player = await newPlayer(service);
  await claim(player, guest.guestToken);
  const { rows } = await service.db.query<{ id: string }>('select id from identity_facts where pid = $1', [
    player.pid,
  ]);
  const { id } = rows[0]!;
  const { guests } = await exportRelyingParties(service.db, id);
  expect(guests).toMatchObject([{ guestId: guest.guestId, clientId: app.clientId }]);
  await service.db.transaction((tx) => eraseRelyingParties(tx, id, service.clock.now()));
  expect((await claim(await newPlayer(service), guest.guestToken)).headers.get('pid-error')).toBe(
    'guest_unknown',
  );
});

test('guests that nobody claimed in 400 days are deleted, claimed ones are kept', async () => {
  const [left, claimed] = [await newGuest(), await newGuest()];
  const player = await newPlayer(service);
  await claim(player, claimed.guestToken);
  await sweepGuests(service.db, new Date(service.clock.nowMillis() + 1000));
  expect((await claim(player, left.guestToken)).status).toBe(400);
  expect((await claim(player, claimed.guestToken)).body.guestId).toBe(claimed.guestId);
});
