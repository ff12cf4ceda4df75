import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { givePasskey, giveFurtherPasskey, registerSoftPasskey } from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey, encodeCbor, type Overrides } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';
import { findActivePasskey } from '../index.ts';

const service = await startTestService();

/** Removes a passkey by its own signature. */
async function remove(
  client: Awaited<ReturnType<typeof newPlayer>>['client'],
  passkey: Awaited<ReturnType<typeof givePasskey>>,
) {
  const options = await client.post(`/v1/passkeys/${passkey.id}/revocation`);
  return client.delete(`/v1/passkeys/${passkey.id}`, { assertion: passkey.assert(options.body) });
}

test('creation options ask for a discoverable, verified ES256 key without attestation', async () => {
  const { client, pid } = await newPlayer(service);
  const options = await client.post('/v1/passkeys/options');
  expect(options.status).toBe(200);
  expect(options.body).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: pid },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  });
  const passkey = await givePasskey(client);
  const again = await client.post('/v1/passkeys/options');
  expect(again.body.excludeCredentials).toEqual([
    { id: passkey.credentialId, type: 'public-key', transports: ['internal'] },
  ]);
});

test('the first passkey is active at once and listed with everything that the contract names', async () => {
  const { client } = await newPlayer(service);
  const passkey = await givePasskey(client, { name: 'Laptop', counter: 1 });
  expect((await client.get('/v1/passkeys')).body).toEqual([
    {
      id: passkey.id,
      credentialId: passkey.credentialId,
      name: 'Laptop',
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
      backedUp: false,
      transports: ['internal'],
      authority: false,
      publicKey: passkey.publicKey.toString('base64url'),
      proven: false,
    },
  ]);
});

test('what the wallet needs is stored: both forms of the key, rpIdHash, counter, flags, transports', async () => {
  const { client } = await newPlayer(service);
  const device = await givePasskey(client, {
    counter: 7,
    backupEligible: true,
    backedUp: true,
    transports: ['hybrid', 'internal', 'invented'],
  });
  const { rows } = await service.db.query<{ identity_id: string }>(
    'select identity_id from passkeys where id = $1',
    [device.id],
  );
  const stored = await findActivePasskey(service.db, rows[0]!.identity_id, device.credentialId);
  expect(stored).toMatchObject({
    counter: 7,
    backupEligible: true,
    backedUp: true,
    transports: ['hybrid', 'internal'],
    provenAt: null,
  });
  expect(stored!.compressedKey.equals(device.publicKey)).toBe(true);
  expect(stored!.coseKey.equals(device.coseKey())).toBe(true);
  expect(stored!.rpIdHash.toString('hex')).toBe(
    '49960de5880e8c687434170f6476605b8fe4aeb9a28632c7995cf3ba831d9763',
  );
  expect(
    await findActivePasskey(service.db, '00000000-0000-4000-8000-000000000000', device.credentialId),
  ).toBeNull();
});

describe('a registration is refused', () => {
  const stranger = createSoftPasskey({ origin: service.baseUrl });
  const { x } = stranger.point;
  const cases: [name: string, overrides: Overrides, sentence: string][] = [
    ['when it is an assertion', { type: 'webauthn.get' }, 'not of type webauthn.create'],
    ['from another origin', { origin: 'https://evil.example' }, 'another origin'],
    [
      'from 127.0.0.1 instead of localhost',
      { origin: service.baseUrl.replace('localhost', '127.0.0.1') },
      'another origin',
    ],
    ['from inside another site', { crossOrigin: true }, 'inside another site'],
    ['for another rpId', { rpId: 'evil.example' }, 'another site'],
    ['without user presence', { userPresent: false }, 'not present'],
    ['without user verification', { userVerified: false }, 'not verified'],
    ['when backed up but not eligible', { backedUp: true }, 'contradict'],
    ['when the device did not keep it', { residentKey: false }, 'did not store it'],
    ['with a challenge never issued', { challenge: randomBytes(64) }, 'challenge is unknown'],
    [
      'when the device made another id than the response says',
      { id: stranger.credentialId },
      'another credential',
    ],
    [
      'with an RS256 key',
      {
        coseKey: encodeCbor(
          new Map<number, number | Buffer>([
            [1, 3],
            [3, -257],
            [-1, randomBytes(256)],
            [-2, Buffer.from([1, 0, 1])],
          ]),
        ),
      },
      'refused',
    ],
    [
      'with an EdDSA key',
      {
        coseKey: encodeCbor(
          new Map<number, number | Buffer>([
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, randomBytes(32)],
          ]),
        ),
      },
      'refused',
    ],
    [
      'with an ES384 key',
      {
        coseKey: stranger.coseKey([
          [3, -35],
          [-1, 2],
        ]),
      },
      'refused',
    ],
    [
      'with a key that says ES256 and lies on another curve',
      { coseKey: stranger.coseKey([[-1, 8]]) },
      'not an ES256 key',
    ],
    ['with a key off the curve', { coseKey: stranger.coseKey([[-3, x]]) }, 'not a P-256 point'],
    ['with a short coordinate', { coseKey: stranger.coseKey([[-2, x.subarray(1)]]) }, 'not a P-256 point'],
    ['with coordinates that are no bytes', { coseKey: stranger.coseKey([[-2, 'x']]) }, 'not a P-256 point'],
    ['with a key that is no map', { coseKey: encodeCbor('key') }, 'refused'],
    [
      'with a certificate',
      { attestation: { format: 'packed', statement: new Map([['x5c', [randomBytes(100)]]]) } },
      'certificate',
    ],
    ['with an apple attestation', { attestation: { format: 'apple', statement: new Map() } }, 'certificate'],
    [
      'with a self-attestation of another key',
      {
        attestation: {
          format: 'packed',
          statement: new Map<string, number | Buffer>([
            ['alg', -7],
            ['sig', stranger.sign(randomBytes(10))],
          ]),
        },
      },
      'refused',
    ],
  ];
  test.each(cases)('%s', async (_name, overrides, sentence) => {
    const { client } = await newPlayer(service);
    const { answer } = await registerSoftPasskey(client, { overrides });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ statusCode: 400, message: expect.stringContaining(sentence) });
    expect((await client.get('/v1/passkeys')).body).toEqual([]);
  });

  test('when the challenge is used a second time', async () => {
    const { client } = await newPlayer(service);
    const options = await client.post('/v1/passkeys/options');
    const [first, second] = [
      createSoftPasskey({ origin: service.baseUrl }),
      createSoftPasskey({ origin: service.baseUrl }),
    ];
    expect((await client.post('/v1/passkeys', { response: first.register(options.body) })).status).toBe(201);
    expect(
      (await client.post('/v1/passkeys', { response: second.register(options.body) })).body.message,
    ).toContain('challenge is unknown');
  });

  test('when a failed attempt has spent the challenge', async () => {
    const { client } = await newPlayer(service);
    const options = await client.post('/v1/passkeys/options');
    const device = createSoftPasskey({ origin: service.baseUrl });
    expect(
      (
        await client.post('/v1/passkeys', {
          response: device.register(options.body, { userVerified: false }),
        })
      ).body.message,
    ).toContain('not verified');
    expect(
      (await client.post('/v1/passkeys', { response: device.register(options.body) })).body.message,
    ).toContain('challenge is unknown');
  });

  test('when the challenge belongs to another session of the same identity', async () => {
    const { client, email } = await newPlayer(service);
    const other = service.client();
    await signInAs(other, email);
    const options = await other.post('/v1/passkeys/options');
    const device = createSoftPasskey({ origin: service.baseUrl });
    expect(
      (await client.post('/v1/passkeys', { response: device.register(options.body) })).body.message,
    ).toContain('challenge is unknown');
    expect((await other.post('/v1/passkeys', { response: device.register(options.body) })).status).toBe(201);
  });

  test('when the challenge was issued for a sign-in', async () => {
    const { client } = await newPlayer(service);
    const login = await client.post('/v1/auth/passkey/options');
    const device = createSoftPasskey({ origin: service.baseUrl });
    const response = device.register({ ...login.body, user: { id: '' } });
    expect((await client.post('/v1/passkeys', { response })).body.message).toContain('challenge is unknown');
  });

  test('when the challenge is older than ten minutes', async () => {
    const { client } = await newPlayer(service);
    const options = await client.post('/v1/passkeys/options');
    service.clock.advanceSeconds(601);
    const device = createSoftPasskey({ origin: service.baseUrl });
    expect(
      (await client.post('/v1/passkeys', { response: device.register(options.body) })).body.message,
    ).toContain('challenge is unknown');
  });

  test('when the credential id is known already, be it somebody else’s, pending or revoked', async () => {
    const one = await newPlayer(service);
    const two = await newPlayer(service);
    const device = await givePasskey(one.client);
    const reuse = async (client: typeof one.client) => {
      const options = await client.post('/v1/passkeys/options');
      return client.post('/v1/passkeys', { response: device.register(options.body) });
    };
    expect((await reuse(two.client)).body).toEqual({
      statusCode: 409,
      message: 'This passkey is already registered',
    });
    expect((await reuse(one.client)).status).toBe(409);
    expect((await remove(one.client, device)).status).toBe(200);
    expect((await reuse(two.client)).status).toBe(409);
    const pending = await registerSoftPasskey(two.client);
    expect(pending.answer.body.status).toBe('active');
    const waiting = await registerSoftPasskey(two.client);
    const options = await one.client.post('/v1/passkeys/options');
    expect(
      (await one.client.post('/v1/passkeys', { response: waiting.passkey.register(options.body) })).status,
    ).toBe(409);
  });

  test('without a session', async () => {
    const answer = await service.client().post('/v1/passkeys/options');
    expect(answer.status).toBe(401);
  });

  test('of a suspended identity', async () => {
    const { client, handle } = await newPlayer(service);
    await service.db.query(`update identities set status = 'suspended' where handle = $1`, [handle]);
    service.clock.advanceSeconds(2);
    expect((await client.post('/v1/passkeys/options')).body).toEqual({
      statusCode: 403,
      message: 'Identity suspended',
    });
    expect((await client.get('/v1/passkeys')).status).toBe(200);
  });
});

test('no body, however malformed, is answered with anything but a clean refusal', async () => {
  const { client } = await newPlayer(service);
  const honest = createSoftPasskey({ origin: service.baseUrl });
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.nat(),
      fc.boolean(),
      async (noise, at, wholly) => {
        const options = await client.post('/v1/passkeys/options');
        const response = honest.register(options.body);
        const bytes = Buffer.from(response.response.attestationObject, 'base64url');
        const bent = wholly
          ? Buffer.from(noise)
          : Buffer.concat([
              bytes.subarray(0, at % bytes.length),
              noise,
              bytes.subarray((at % bytes.length) + noise.length),
            ]);
        response.response.attestationObject = bent.toString('base64url');
        const answer = await client.post('/v1/passkeys', { response });
        expect([201, 400, 409]).toContain(answer.status);
      },
    ),
    { numRuns: 80 },
  );
});

test('browsers may add fields to the response, but nobody to the body', async () => {
  const { client } = await newPlayer(service);
  const options = await client.post('/v1/passkeys/options');
  const device = createSoftPasskey({ origin: service.baseUrl });
  const response = { ...device.register(options.body), novel: { deep: true } };
  expect((await client.post('/v1/passkeys', { response, extra: 1 })).body.message).toEqual([
    'extra is not a known field',
  ]);
  expect((await client.post('/v1/passkeys', { response })).status).toBe(201);
});

test('a self-attestation by the key itself is accepted', async () => {
  const { createHash } = await import('node:crypto');
  const { client } = await newPlayer(service);
  const options = await client.post('/v1/passkeys/options');
  const device = createSoftPasskey({ origin: service.baseUrl });
  const plain = device.register(options.body);
  const object = Buffer.from(plain.response.attestationObject, 'base64url');
  const authData = object.subarray(object.indexOf('authData') + 'authData'.length + 2);
  const signature = device.sign(
    Buffer.concat([
      authData,
      createHash('sha256').update(Buffer.from(plain.response.clientDataJSON, 'base64url')).digest(),
    ]),
  );
  const response = device.register(options.body, {
    attestation: {
      format: 'packed',
      statement: new Map<string, number | Buffer>([
        ['alg', -7],
        ['sig', signature],
      ]),
    },
  });
  expect((await client.post('/v1/passkeys', { response })).status).toBe(201);
});

describe('when all passkeys were revoked', () => {
  test('the next one needs a sign-in of the last ten minutes, and is then active at once', async () => {
    const { client, email } = await newPlayer(service);
    expect((await remove(client, await givePasskey(client))).status).toBe(200);
    service.clock.advanceSeconds(601);
    const refused = await registerSoftPasskey(client);
    expect(refused.answer.body).toEqual({ statusCode: 403, message: 'Sign in again' });
    await signInAs(client, email);
    expect((await registerSoftPasskey(client)).answer.body.status).toBe('active');
  });

  test('a first one ever needs no fresh sign-in', async () => {
    const { client } = await newPlayer(service);
    service.clock.advanceSeconds(700);
    expect((await registerSoftPasskey(client)).answer.body.status).toBe('active');
  });
});

test('names: given, by kind of device, changed, refused', async () => {
  const { client } = await newPlayer(service);
  const first = await givePasskey(client, { transports: ['usb', 'nfc'] });
  await giveFurtherPasskey(client, first, { backupEligible: true });
  await giveFurtherPasskey(client, first, { name: '  Phone 📱 ' });
  const names = async () =>
    (await client.get('/v1/passkeys')).body.map((passkey: { name: string }) => passkey.name);
  expect(await names()).toEqual(['Security key', 'Synced passkey', 'Phone 📱']);
  const renamed = await client.patch(`/v1/passkeys/${first.id}`, { name: 'YubiKey' });
  expect(renamed.body).toMatchObject({ id: first.id, name: 'YubiKey', authority: false });
  expect((await names())[0]).toBe('YubiKey');
  for (const name of [' ', '', 'a\u0000b', '\u202egnp', 'x'.repeat(65), 7]) {
    const answer = await client.patch(`/v1/passkeys/${first.id}`, { name });
    expect([name, answer.status]).toEqual([name, 400]);
  }
  const stranger = await newPlayer(service);
  expect((await stranger.client.patch(`/v1/passkeys/${first.id}`, { name: 'mine' })).status).toBe(404);
});
