import { describe, expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { newHoldingApp, newPermissionPlayer, approve } from './testing/permission-player.ts';
import { game, sampleRequest, token } from './testing/sample-request.ts';

const service = await startTestService();
const player = await newPermissionPlayer(service);
const app = await newHoldingApp(service);

const encode = (request: unknown) => Buffer.from(JSON.stringify(request)).toString('base64url');
const fieldsOf = (
  changes: Record<string, string | undefined> = {},
  request: unknown = sampleRequest(service.clock.nowSeconds()),
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      state: 'a state',
      request: encode(request),
      ...changes,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
const describeRequest = (fields: Record<string, string>, client = player.client) =>
  client.get(`/v1/permissions/request?${new URLSearchParams(fields).toString()}`);

describe('an app requests a permission through the hosted page', () => {
  test('the page gets the app, the return origin, the signed-in player and a description in plain words', async () => {
    const { status, body } = await describeRequest(fieldsOf());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      app: { name: 'Star Game', verified: false },
      origin: 'https://game.example',
      pid: player.pid,
    });
    expect(body.summary.chain).toBe('On Base, for the account 0x1111111111111111111111111111111111111111');
    expect(body.summary.calls).toEqual([
      `Call the function 0x12345678 of the contract ${game}`,
      `Call transfer(address,uint256) of the token ${token}, within the limits`,
    ]);
    expect(body.summary.limits).toEqual([
      'Spend at most 1 ETH a day',
      `Spend at most 1000 base units of the token ${token} an hour`,
    ]);
    expect(body.summary.times).toEqual([
      'From the moment you approve',
      expect.stringMatching(/^Until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    ]);
    expect(body.summary.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('up to twice a limit'),
        'Network fees are not part of these limits',
        expect.stringContaining('On the blockchain it ends only when'),
      ]),
    );
    expect(body.permission.calls[1]).toEqual({
      to: token,
      selector: '0xa9059cbb',
      function: 'transfer(address,uint256)',
      counted: true,
    });
  });

  test('accepts plain JSON and base64url, and needs no sign-in to describe a request', async () => {
    const { status, body } = await describeRequest(
      fieldsOf({ request: JSON.stringify(sampleRequest(service.clock.nowSeconds())) }),
      service.client(),
    );
    expect([status, body.pid]).toEqual([200, null]);
  });

  test('describes collectibles, plain payments and unknown chains in words', async () => {
    const request = sampleRequest(service.clock.nowSeconds(), {
      chainId: 777_777,
      calls: [
        { to: game, selector: '0x42842e0e' },
        { to: game, selector: '0xe0e0e0e0' },
      ],
      spend: [{ token: 'native', limit: '1500000000000000001', period: 'week' }],
      start: service.clock.nowSeconds() + 60,
    });
    const { summary } = (await describeRequest(fieldsOf({}, request))).body;
    expect(summary.chain).toContain('On the blockchain with the number 777777');
    expect(summary.calls).toEqual([
      `Call safeTransferFrom(address,address,uint256) of the contract ${game}`,
      `Pay the coin of the blockchain to ${game}, within the limits`,
    ]);
    expect(summary.limits).toEqual([
      'Spend at most 1.500000000000000001 of the coin of the blockchain a week',
    ]);
    expect(summary.times[0]).toMatch(/^From \d{4}/);
    expect(summary.warnings[0]).toContain('any collectible');
    const nothing = sampleRequest(service.clock.nowSeconds(), {
      calls: [{ to: game, selector: '0x12345678' }],
      spend: [],
    });
    expect((await describeRequest(fieldsOf({}, nothing))).body.summary.limits).toEqual([
      'Spend nothing: without a limit, it cannot move coins or tokens',
    ]);
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ['an unknown app', { client_id: 'app_nobody' }, 'client_id must be that of a registered app'],
    ['an unlisted origin', { redirect_uri: 'https://evil.example/' }, 'redirect_uri must lie on an origin'],
    [
      'an origin that only looks listed',
      { redirect_uri: 'https://game.example.evil.example/' },
      'redirect_uri must lie on an origin',
    ],
    [
      'an address that carries an answer already',
      { redirect_uri: 'https://game.example/?permission_id=1' },
      'redirect_uri must lie on an origin',
    ],
    [
      'another response mode',
      { response_mode: 'fragment' },
      'response_mode must be one of web_message, query',
    ],
    [
      'a state with control characters',
      { state: 'a\u0001b' },
      'state must be at most 1024 characters without control characters',
    ],
    ['no request', { request: '' }, 'request must be the JSON of a permission'],
    ['a request that is no JSON', { request: '{' }, 'request must be the JSON of a permission'],
    [
      'a request that is a list',
      { request: Buffer.from('[]').toString('base64url') },
      'request must be the JSON of a permission',
    ],
    ['a request without fields', { request: '{}' }, 'chainId is required'],
  ])('%s returns an error to the player and never redirects', async (_name, changes, sentence) => {
    const described = await describeRequest(fieldsOf(changes));
    expect([described.status, described.headers.get('location')]).toEqual([400, null]);
    expect(described.body.message[0]).toContain(sentence);
    for (const decision of ['allow', 'deny']) {
      const decided = await player.client.post('/v1/permissions/request', { ...fieldsOf(changes), decision });
      expect([decided.status, decided.body.redirectTo]).toEqual([400, undefined]);
    }
  });

  test('refuses a request that breaks a rule or contains clientId', async () => {
    const expired = await describeRequest(fieldsOf({}, sampleRequest(1)));
    expect(expired.body.message).toEqual(['expiry must lie in the future']);
    const naming = await describeRequest(
      fieldsOf({}, { ...sampleRequest(service.clock.nowSeconds()), clientId: app.clientId }),
    );
    expect(naming.body.message).toEqual(['clientId is not a known field']);
  });
});

describe('the player decides', () => {
  test('allow creates the permission for the app, the passkey approves it, and the return address carries id and state', async () => {
    const fields = fieldsOf({ redirect_uri: 'https://game.example/back?level=3' });
    const allowed = await player.client.post('/v1/permissions/request', { ...fields, decision: 'allow' });
    expect([allowed.status, allowed.body.status, allowed.body.redirectTo]).toEqual([
      200,
      'pending',
      undefined,
    ]);
    const reloaded = await player.client.post('/v1/permissions/request', { ...fields, decision: 'allow' });
    expect(reloaded.body.id).toBe(allowed.body.id);
    const approved = await approve(player, allowed.body);
    expect(approved.body.redirectTo).toBe(
      `https://game.example/back?level=3&permission_id=${allowed.body.id}&state=a+state`,
    );
    const held = await service.client().get(`/v1/permissions/${allowed.body.id}`, app.headers);
    expect(held.body).toMatchObject({ status: 'active', clientId: app.clientId });
  });

  test('deny works without a sign-in, redirects with an error and creates nothing', async () => {
    const denied = await service
      .client()
      .post('/v1/permissions/request', { ...fieldsOf(), decision: 'deny' });
    expect(denied.body).toEqual({
      redirectTo: 'https://game.example/signed-in?error=access_denied&state=a+state',
    });
    expect(
      (
        await service
          .client()
          .post('/v1/permissions/request', { ...fieldsOf({ state: undefined }), decision: 'deny' })
      ).body.redirectTo,
    ).toBe('https://game.example/signed-in?error=access_denied');
  });

  test('allow needs a sign-in, and is refused from the origin of another site', async () => {
    expect(
      (await service.client().post('/v1/permissions/request', { ...fieldsOf(), decision: 'allow' })).status,
    ).toBe(401);
    expect(
      (
        await player.client.post(
          '/v1/permissions/request',
          { ...fieldsOf(), decision: 'allow' },
          { origin: 'https://evil.example' },
        )
      ).status,
    ).toBe(403);
  });

  test('does not redirect to an origin that the app has removed in the meantime', async () => {
    const owner = await newPermissionPlayer(service);
    const registered = await owner.client.post('/v1/apps', {
      name: 'Mover',
      origins: ['https://old.example'],
    });
    const clientId: string = registered.body.client_id;
    const allowed = await player.client.post('/v1/permissions/request', {
      ...fieldsOf({ client_id: clientId, redirect_uri: 'https://old.example/' }),
      decision: 'allow',
    });
    const moved = {
      method: 'PATCH',
      path: `/v1/apps/${clientId}`,
      body: { origins: ['https://new.example'] },
    };
    expect((await withStepUp(owner.client, owner.passkey, moved)).status).toBe(200);
    const approved = await approve(player, allowed.body);
    expect([approved.status, approved.body.status, approved.body.redirectTo]).toEqual([
      200,
      'active',
      undefined,
    ]);
  });
});
