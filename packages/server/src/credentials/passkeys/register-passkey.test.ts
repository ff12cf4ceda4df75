import { expect, test } from 'vitest';
import { givePasskey, registerSoftPasskey, signInWithSoftPasskey } from '../../../test/passkey-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';

const service = await startTestService();

test('the first passkey is active at once, is listed, and signs in', async () => {
  const { client, pid } = await newPlayer(service);
  const passkey = await givePasskey(client, { name: 'Laptop', counter: 1 });
  const listed = await client.get('/v1/passkeys');
  expect(listed.body).toEqual([
    {
      id: passkey.id,
      credentialId: passkey.credentialId,
      name: 'Laptop',
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
      backedUp: false,
      transports: ['internal'],
      authority: false,
    },
  ]);
  const signedIn = await signInWithSoftPasskey(service, passkey);
  expect(signedIn.answer.status).toBe(200);
  expect(signedIn.answer.body).toEqual({ ok: true, pid });
  expect((await signedIn.client.get('/v1/identity/me')).body.pid).toBe(pid);
});

test('a second passkey waits for approval', async () => {
  const { client } = await newPlayer(service);
  await givePasskey(client);
  const { answer } = await registerSoftPasskey(client);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    status: 'pending_approval',
    approvalId: expect.any(String),
    expiresAt: expect.stringMatching(/Z$/),
  });
});
