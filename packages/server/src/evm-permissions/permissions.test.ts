import { hashTypedData } from 'viem';
import { describe, expect, test } from 'vitest';
import { bearerFor, bearing } from '../../test/app-helper.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { sampleRequest, token } from './testing/sample-request.ts';
import { approve, grantPermission, newHoldingApp, newPermissionPlayer } from './testing/permission-player.ts';

const service = await startTestService();
const other = await startTestService({}, service);
const player = await newPermissionPlayer(service);
const stranger = await newPermissionPlayer(service);
const app = await newHoldingApp(service);
const now = () => service.clock.nowSeconds();

const create = (changes: Record<string, unknown> = {}) =>
  player.client.post('/v1/permissions', sampleRequest(now(), changes));

describe('creating a permission', () => {
  test('returns id, status, digest and typed data, and the digest equals the one that viem computes', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual(['digest', 'id', 'status', 'typedData']);
    expect(body.status).toBe('pending');
    expect(body.digest).toBe(hashTypedData(body.typedData));
    expect(body.typedData.domain).toEqual({
      name: 'PID Permissions',
      version: '1',
      chainId: 8453,
      verifyingContract: '0x1111111111111111111111111111111111111111',
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no call', { calls: [] }, 'calls must have at least 1 entries'],
    [
      '33 calls',
      {
        calls: Array.from({ length: 33 }, (_, i) => ({
          to: token,
          selector: `0x000001${i.toString(16).padStart(2, '0')}`,
        })),
      },
      'calls must have at most 32 entries',
    ],
    [
      'a wildcard for a function',
      { calls: [{ to: token, selector: '*' }] },
      'calls[0].selector must be a function selector: 0x and 8 hex digits, no wildcard',
    ],
    [
      'a wildcard for a contract',
      { calls: [{ to: '*', selector: '0x12345678' }] },
      'calls[0].to must be an address: 0x and 40 hex digits',
    ],
    [
      'an amount as a number',
      { spend: [{ token: 'native', limit: 5, period: 'day' }] },
      'spend[0].limit must be a decimal string of base units',
    ],
    [
      'another period',
      { spend: [{ token: 'native', limit: '5', period: 'year' }] },
      'spend[0].period must be one of hour, day, week, month',
    ],
    ['a short salt', { salt: '0x12' }, 'salt must be 0x and 64 hex digits'],
    [
      'a key that is a number',
      { publicKey: 5 },
      'publicKey must be a P-256 public key: 0x04 and 128 hex digits, or a JWK with kty EC, crv P-256, x and y',
    ],
    ['chain 0', { chainId: 0 }, 'chainId must be at least 1'],
    [
      'an app that nobody registered',
      { clientId: 'app_nobody' },
      'clientId must be that of a registered app',
    ],
    ['an unknown field', { wildcard: true }, 'wildcard is not a known field'],
  ])('is refused with a reason for %s', async (_name, changes, sentence) => {
    const { status, body } = await create(changes);
    expect([status, body.message]).toEqual([400, expect.arrayContaining([sentence])]);
  });

  test('needs a signed-in player: 401 without a sign-in, 403 with a bearer or a machine token', async () => {
    expect((await service.client().post('/v1/permissions', sampleRequest(now()))).status).toBe(401);
    expect((await service.client().post('/v1/permissions', sampleRequest(now()), app.headers)).status).toBe(
      403,
    );
    const bearer = bearing(await bearerFor(player.client, app));
    expect((await service.client().post('/v1/permissions', sampleRequest(now()), bearer)).status).toBe(403);
    expect((await service.client().get('/v1/permissions', bearer)).status).toBe(403);
  });

  test('returns the same permission for a repeated pending request, and refuses a digest that was used before in any other way', async () => {
    const request = sampleRequest(now());
    const first = await player.client.post('/v1/permissions', request);
    const again = await player.client.post('/v1/permissions', request);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect((await stranger.client.post('/v1/permissions', request)).status).toBe(409);
    expect((await player.client.post('/v1/permissions', { ...request, clientId: app.clientId })).status).toBe(
      409,
    );
    expect((await approve(player, first.body)).status).toBe(200);
    expect((await player.client.post('/v1/permissions', request)).status).toBe(409);
    await player.client.post(`/v1/permissions/${first.body.id}/revoke`);
    const recreated = await player.client.post('/v1/permissions', request);
    expect([recreated.status, recreated.body.message]).toEqual([
      409,
      'A permission with this digest already exists: use another salt',
    ]);
  });

  test('of ten concurrent requests of two players with one digest, only one player gets the permission', async () => {
    const request = sampleRequest(now());
    const players = [player, stranger];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => players[i % 2]!.client.post('/v1/permissions', request)),
    );
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });
});

test('an identity has at most 200 pending or active permissions, and an ended one makes room', async () => {
  const busy = await newPermissionPlayer(service);
  const { id } = await grantPermission(service, busy);
  await service.db.query(
    `insert into evm_permissions (id, identity_id, status, digest, chain_id, account, verifier, key_x, key_y, calls, spend, starts_at, expires_at, salt, created_at, approve_by)
     select gen_random_uuid(), identity_id, 'pending', sha256(n::text::bytea), chain_id, account, verifier, key_x, key_y, calls, spend, starts_at, expires_at, salt, created_at, approve_by
     from evm_permissions, generate_series(1, 199) as n where id = $1`,
    [id],
  );
  const full = await busy.client.post('/v1/permissions', sampleRequest(now()));
  expect([full.status, full.body.message]).toEqual([
    400,
    'At most 200 pending and active permissions for one identity: revoke one first',
  ]);
  await busy.client.post(`/v1/permissions/${id}/revoke`);
  expect((await busy.client.post('/v1/permissions', sampleRequest(now()))).status).toBe(201);
});

describe('approving a permission', () => {
  test('activates it on every node with an assertion over the digest, and returns the proof for the chain', async () => {
    const created = (await create({ clientId: app.clientId })).body;
    const options = await player.client.post(`/v1/permissions/${created.id}/options`);
    expect(options.body).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: player.passkey.credentialId }],
    });
    expect(Buffer.from(options.body.challenge, 'base64url').toString('hex')).toBe(created.digest.slice(2));
    const { status, body } = await player.client.post(`/v1/permissions/${created.id}/approve`, {
      assertion: player.passkey.assert(options.body),
    });
    expect([status, body.status]).toEqual([200, 'active']);
    const seen = await other.client().get(`/v1/permissions/${created.id}`, app.headers);
    expect(seen.body.ownerProof).toEqual({
      authenticatorData: expect.stringMatching(/^0x[0-9a-f]{74}$/),
      clientDataTail: expect.stringMatching(/^0x/),
      r: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      s: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(Buffer.from(seen.body.ownerProof.clientDataTail.slice(2), 'hex').toString()).toBe(
      `${service.baseUrl}","crossOrigin":false}`,
    );
    expect(seen.body.revokeCall).toEqual({
      to: '0x2222222222222222222222222222222222222222',
      data: `0xb75c7dc6${created.digest.slice(2)}`,
    });
    const activity = await player.client.get('/v1/identity/activity');
    expect(activity.body.items[0]).toMatchObject({ action: 'permission.approved', target: created.id });
  });

  test("is refused for another digest, another player's passkey, no user verification, an unusual clientDataJSON, and another player's permission", async () => {
    const created = (await create()).body;
    const digest = Buffer.from(created.digest.slice(2), 'hex');
    const path = `/v1/permissions/${created.id}/approve`;
    const refused = async (assertion: unknown) => (await player.client.post(path, { assertion })).body;
    expect(await refused(player.passkey.assert(Buffer.alloc(32, 1)))).toMatchObject({
      statusCode: 400,
      message: 'Passkey refused: it signed another challenge',
    });
    expect(await refused(stranger.passkey.assert(digest))).toMatchObject({
      statusCode: 400,
      message: 'Passkey refused: this service does not know it',
    });
    expect(await refused(player.passkey.assert(digest, { userVerified: false }))).toMatchObject({
      statusCode: 400,
      message: 'Passkey refused: the user was not verified',
    });
    const clientData = JSON.stringify({
      challenge: digest.toString('base64url'),
      type: 'webauthn.get',
      origin: service.baseUrl,
      crossOrigin: false,
    });
    expect(await refused(player.passkey.assert(digest, { clientData }))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('clientDataJSON'),
    });
    expect((await stranger.client.post(path, { assertion: stranger.passkey.assert(digest) })).status).toBe(
      404,
    );
    expect((await player.client.get(`/v1/permissions/${created.id}`)).body.status).toBe('pending');
  });

  test('is refused for a passkey that an old session has just registered, until it counts', async () => {
    const robbed = await newPlayer(service);
    service.clock.advanceSeconds(601);
    const thief = { ...robbed, passkey: await givePasskey(robbed.client) };
    const { body } = await thief.client.post('/v1/permissions', sampleRequest(now()));
    for (const answer of [
      await thief.client.post(`/v1/permissions/${body.id}/options`),
      await approve(thief, body),
    ]) {
      expect([answer.status, answer.headers.get('pid-error')]).toEqual([
        400,
        expect.stringMatching(/^passkey_too_new; from=\d+$/),
      ]);
    }
    expect((await thief.client.get(`/v1/permissions/${body.id}`)).body.status).toBe('pending');
  });

  test('succeeds once: of ten concurrent requests one wins, and later requests get the current status', async () => {
    const created = (await create()).body;
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(player, created)));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect((await approve(player, created)).body.message).toBe(
      'The permission is active, only a pending one can be approved',
    );
  });
});
