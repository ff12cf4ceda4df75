import { describe, expect, test } from 'vitest';
import {
  givePasskey,
  giveFurtherPasskey,
  registerSoftPasskey,
  removeOwnPasskey,
} from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';
import { findActivePasskey } from '../index.ts';

const service = await startTestService();

test('creation options require a discoverable ES256 key with user verification and no attestation', async () => {
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

test('the first passkey is active immediately and listed with all fields of the contract', async () => {
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
      countsFrom: expect.any(String),
      proven: false,
    },
  ]);
});

test('stores both forms of the key, rpIdHash, counter, flags and transports', async () => {
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

test('accepts a self-attestation by the key', async () => {
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

describe('after all passkeys were revoked', () => {
  test('the next one requires a recent sign-in and is active immediately', async () => {
    const { client, email } = await newPlayer(service);
    expect((await removeOwnPasskey(client, await givePasskey(client))).status).toBe(200);
    service.clock.advanceSeconds(601);
    const refused = await registerSoftPasskey(client);
    expect(refused.answer.body).toEqual({ statusCode: 403, message: 'Sign in again' });
    await signInAs(client, email);
    expect((await registerSoftPasskey(client)).answer.body.status).toBe('active');
  });

  test('the first passkey ever requires no recent sign-in', async () => {
    const { client } = await newPlayer(service);
    service.clock.advanceSeconds(700);
    expect((await registerSoftPasskey(client)).answer.body.status).toBe('active');
  });
});

test('uses a given name or one by kind of device, renames, and refuses invalid names', async () => {
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
