import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../test/support/searches.ts';
import { givePasskey, registerSoftPasskey, removeOwnPasskey } from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey, encodeCbor, type Overrides } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();

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
    ['from inside another site', { crossOrigin: true }, 'frame of another site'],
    ['for another rpId', { rpId: 'evil.example' }, 'another site'],
    ['without user presence', { userPresent: false }, 'not present'],
    ['without user verification', { userVerified: false }, 'not verified'],
    ['when backed up but not eligible', { backedUp: true }, 'contradict'],
    ['when the device did not keep it', { residentKey: false }, 'did not store it'],
    ['with a challenge never issued', { challenge: randomBytes(64) }, 'challenge is unknown'],
    [
      'when the device made another id than the response says',
      { id: stranger.credentialId },
      'a credential other than',
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
    ['with a key off the curve', { coseKey: stranger.coseKey([[-3, x]]) }, 'not a point on P-256'],
    ['with a short coordinate', { coseKey: stranger.coseKey([[-2, x.subarray(1)]]) }, 'not a point on P-256'],
    [
      'with coordinates that are no bytes',
      { coseKey: stranger.coseKey([[-2, 'x']]) },
      'not a point on P-256',
    ],
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

  test('when a failed attempt has used the challenge', async () => {
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

  test('when the credential id is already registered: by another identity, pending or revoked', async () => {
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
    expect((await removeOwnPasskey(one.client, device)).status).toBe(200);
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

  test('for a suspended identity', async () => {
    const { client, handle } = await newPlayer(service);
    await service.db.query(`update identities set status = 'suspended' where handle = $1`, [handle]);
    service.clock.advanceSeconds(2);
    const { answer } = await registerSoftPasskey(client);
    expect(answer.body).toEqual({ statusCode: 403, message: 'Identity suspended' });
    expect((await client.get('/v1/passkeys')).status).toBe(200);
  });
});

test('refuses any malformed body without a server error', async () => {
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
    runs(20, 80),
  );
});

test('accepts unknown fields in the response, but not in the body', async () => {
  const { client } = await newPlayer(service);
  const options = await client.post('/v1/passkeys/options');
  const device = createSoftPasskey({ origin: service.baseUrl });
  const response = { ...device.register(options.body), novel: { deep: true } };
  expect((await client.post('/v1/passkeys', { response, extra: 1 })).body.message).toEqual([
    'extra is not a known field',
  ]);
  expect((await client.post('/v1/passkeys', { response })).status).toBe(201);
});
