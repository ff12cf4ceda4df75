import { expect, test } from 'vitest';
import {
  giveFurtherPasskey,
  givePasskey,
  registerSoftPasskey,
  signInWithSoftPasskey,
} from '../../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../../test/sign-in-helper.ts';
import { createSoftPasskey } from '../../../test/soft-passkey.ts';
import { startTestService } from '../../../test/test-service.ts';
import { sweepPasskeys } from './index.ts';

const service = await startTestService();

/** A player with a passkey on the old device, and a new device with a session and a pending passkey. */
async function twoDevices() {
  const player = await newPlayer(service);
  const old = await givePasskey(player.client, { counter: 1 });
  const newDevice = service.client();
  await signInAs(newDevice, player.email);
  const waiting = await registerSoftPasskey(newDevice, { name: 'New phone' });
  const approval = `/v1/credential-approvals/${waiting.answer.body.approvalId}`;
  return {
    ...player,
    old,
    newDevice,
    waiting: waiting.passkey,
    approvalId: String(waiting.answer.body.approvalId),
    approval,
  };
}

test('a new device’s passkey is approved on the old device, the waiting page sees it, and it signs in', async () => {
  const { client, old, newDevice, waiting, approval, approvalId, pid } = await twoDevices();
  const list = await client.get('/v1/credential-approvals');
  expect(list.body).toEqual({
    items: [
      {
        id: approvalId,
        state: 'pending',
        name: 'New phone',
        credentialId: waiting.credentialId,
        fingerprint: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/),
        address: expect.any(String),
        userAgent: expect.any(String),
        current: false,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ],
    nextCursor: null,
  });
  expect((await newDevice.get(approval)).body).toMatchObject({
    state: 'pending',
    current: true,
    fingerprint: list.body.items[0].fingerprint,
  });

  const options = await client.post(`${approval}/options`);
  expect(options.body.allowCredentials).toEqual([
    { id: old.credentialId, type: 'public-key', transports: ['internal'] },
  ]);
  const approved = await client.post(`${approval}/approve`, { assertion: old.assert(options.body) });
  expect(approved.status).toBe(200);
  expect(approved.body).toEqual({ status: 'active', id: expect.any(String) });

  expect((await newDevice.get(approval)).body.state).toBe('approved');
  expect((await client.get('/v1/credential-approvals')).body.items).toEqual([]);
  expect((await client.get('/v1/passkeys')).body.map((passkey: { name: string }) => passkey.name)).toContain(
    'New phone',
  );
  expect((await signInWithSoftPasskey(service, waiting)).answer.body.pid).toBe(pid);
});

test('the challenge of an approval contains the pending key, and the signed evidence is stored', async () => {
  const { client, old, waiting, approval, approvalId } = await twoDevices();
  const options = await client.post(`${approval}/options`);
  const challenge = Buffer.from(options.body.challenge, 'base64url');
  expect(challenge.subarray(0, 12).toString('latin1')).toBe('PID:APPROVE\0');
  expect(challenge.subarray(12, 28).toString('hex')).toBe(approvalId.replaceAll('-', ''));
  expect(challenge.subarray(28, 61).equals(waiting.publicKey)).toBe(true);
  const assertion = old.assert(options.body);
  await client.post(`${approval}/approve`, { assertion });
  const { rows } = await service.db.query(
    'select approved_by, assertion from credential_approvals where id = $1',
    [approvalId],
  );
  expect(rows).toEqual([{ approved_by: old.id, assertion }]);
});

test('an approval proves the approving key', async () => {
  const { client, old, approval } = await twoDevices();
  const proven = async () =>
    (
      await service.db.query<{ proven_at: Date | null; counter: bigint }>(
        'select proven_at, counter from passkeys where id = $1',
        [old.id],
      )
    ).rows[0]!;
  expect((await proven()).proven_at).toBeNull();
  const options = await client.post(`${approval}/options`);
  await client.post(`${approval}/approve`, { assertion: old.assert(options.body) });
  expect(await proven()).toEqual({ proven_at: expect.any(Date), counter: 2n });
});

test('a stolen cookie alone cannot add a second passkey', async () => {
  const { newDevice, waiting, approval } = await twoDevices();
  const options = await newDevice.post(`${approval}/options`);
  const own = await newDevice.post(`${approval}/approve`, { assertion: waiting.assert(options.body) });
  expect(own.body).toEqual({ statusCode: 400, message: 'Passkey refused: this service does not know it' });
  const invented = createSoftPasskey({ origin: service.baseUrl });
  const again = await newDevice.post(`${approval}/options`);
  expect(
    (await newDevice.post(`${approval}/approve`, { assertion: invented.assert(again.body) })).status,
  ).toBe(400);
  expect((await newDevice.post(`${approval}/approve`, {})).body.message).toEqual(['assertion is required']);
  expect((await newDevice.get('/v1/passkeys')).body).toHaveLength(1);
});

test('the approval of one passkey does not approve another', async () => {
  const { client, old, approval: a, email } = await twoDevices();
  const third = service.client();
  await signInAs(third, email);
  const { answer } = await registerSoftPasskey(third);
  const b = `/v1/credential-approvals/${answer.body.approvalId}`;
  const optionsOfA = await client.post(`${a}/options`);
  const signedForA = old.assert(optionsOfA.body);
  expect((await client.post(`${b}/approve`, { assertion: signedForA })).body.message).toContain(
    'challenge is unknown',
  );
  expect((await client.get(b)).body.state).toBe('pending');
  expect((await client.post(`${a}/approve`, { assertion: signedForA })).status).toBe(200);
});

test('refuses an approval if the pending key was replaced in the database', async () => {
  const { client, old, approval, approvalId } = await twoDevices();
  const options = await client.post(`${approval}/options`);
  const other = createSoftPasskey({ origin: service.baseUrl });
  await service.db.query(
    'update passkeys set compressed_key = $1 where id = (select passkey_id from credential_approvals where id = $2)',
    [other.publicKey, approvalId],
  );
  const answer = await client.post(`${approval}/approve`, { assertion: old.assert(options.body) });
  expect(answer.body.message).toContain('challenge is unknown');
});

test('the challenge of an approval is bound to its session and action, and is single-use', async () => {
  const { client, old, newDevice, approval } = await twoDevices();
  const elsewhere = await newDevice.post(`${approval}/options`);
  expect(
    (await client.post(`${approval}/approve`, { assertion: old.assert(elsewhere.body) })).body.message,
  ).toContain('challenge is unknown');
  const deletion = await client.post('/v1/identity/me/deletion');
  expect(
    (await client.post(`${approval}/approve`, { assertion: old.assert(deletion.body) })).body.message,
  ).toContain('challenge is unknown');
  const options = await client.post(`${approval}/options`);
  expect(
    (
      await client.post(`${approval}/approve`, {
        assertion: old.assert(options.body, { userVerified: false }),
      })
    ).body.message,
  ).toContain('not verified');
  expect(
    (await client.post(`${approval}/approve`, { assertion: old.assert(options.body) })).body.message,
  ).toContain('challenge is unknown');
});

test('an approval is decided once: approved, denied, or expired after ten minutes', async () => {
  const approved = await twoDevices();
  const options = await approved.client.post(`${approved.approval}/options`);
  await approved.client.post(`${approved.approval}/approve`, {
    assertion: approved.old.assert(options.body),
  });
  expect((await approved.client.post(`${approved.approval}/deny`)).body).toEqual({
    statusCode: 409,
    message: 'This approval was already decided',
  });
  expect((await approved.client.post(`${approved.approval}/options`)).status).toBe(409);

  const denied = await twoDevices();
  expect((await denied.client.post(`${denied.approval}/deny`)).body).toEqual({ ok: true });
  expect((await denied.newDevice.get(denied.approval)).body.state).toBe('denied');
  expect((await denied.client.post(`${denied.approval}/options`)).status).toBe(409);

  const expired = await twoDevices();
  const late = await expired.client.post(`${expired.approval}/options`);
  service.clock.advanceSeconds(600);
  expect((await expired.newDevice.get(expired.approval)).body.state).toBe('expired');
  expect((await expired.client.get('/v1/credential-approvals')).body.items).toEqual([]);
  const answer = await expired.client.post(`${expired.approval}/approve`, {
    assertion: expired.old.assert(late.body),
  });
  expect(answer.body).toEqual({
    statusCode: 410,
    message: 'This approval has expired, register the passkey again',
  });
});

test('a denied or expired passkey can be registered again', async () => {
  const { client, newDevice, waiting, approval } = await twoDevices();
  await client.post(`${approval}/deny`);
  const registerAgain = async () => {
    const options = await newDevice.post('/v1/passkeys/options');
    return newDevice.post('/v1/passkeys', { response: waiting.register(options.body) });
  };
  expect((await registerAgain()).body.status).toBe('pending_approval');
  service.clock.advanceSeconds(600);
  expect((await registerAgain()).body.status).toBe('pending_approval');
});

test('a new registration replaces the session’s pending one; at most five are pending in total', async () => {
  const { newDevice, client, approval, email } = await twoDevices();
  const { answer } = await registerSoftPasskey(newDevice);
  expect(answer.body.status).toBe('pending_approval');
  expect((await client.get(approval)).body.state).toBe('denied');
  expect((await client.get('/v1/credential-approvals')).body.items).toHaveLength(1);
  for (let count = 2; count <= 6; count += 1) {
    const another = service.client();
    await signInAs(another, email);
    const { answer: more } = await registerSoftPasskey(another);
    expect(more.status, `number ${count}`).toBe(count <= 5 ? 201 : 400);
  }
  const page = await client.get('/v1/credential-approvals?limit=3');
  expect(page.body.items).toHaveLength(3);
  const rest = await client.get(`/v1/credential-approvals?limit=3&cursor=${page.body.nextCursor}`);
  expect(rest.body.items).toHaveLength(2);
  expect(rest.body.nextCursor).toBeNull();
});

test('other identities cannot see, approve or deny an approval', async () => {
  const { approval } = await twoDevices();
  const stranger = await newPlayer(service);
  await givePasskey(stranger.client);
  for (const answer of [
    await stranger.client.get(approval),
    await stranger.client.post(`${approval}/options`),
    await stranger.client.post(`${approval}/deny`),
  ]) {
    expect(answer.body).toEqual({ statusCode: 404, message: 'No such approval' });
  }
  expect((await stranger.client.get('/v1/credential-approvals')).body.items).toEqual([]);
});

test('a second passkey can approve the next one, but a revoked one cannot', async () => {
  const { client } = await newPlayer(service);
  const first = await givePasskey(client);
  const second = await giveFurtherPasskey(client, first);
  const third = await giveFurtherPasskey(client, second);
  const removal = await client.post(`/v1/passkeys/${second.id}/revocation`);
  expect(
    (await client.delete(`/v1/passkeys/${second.id}`, { assertion: third.assert(removal.body) })).status,
  ).toBe(200);
  await expect(giveFurtherPasskey(client, second)).rejects.toThrow('does not know it');
});

test('the sweep deletes only expired rows', async () => {
  const { client, newDevice, approval } = await twoDevices();
  await sweepPasskeys(service.db, service.clock.now());
  expect((await client.get(approval)).body.state).toBe('pending');
  service.clock.advanceSeconds(601);
  const fresh = await newDevice.post('/v1/passkeys/options');
  expect(fresh.status).toBe(200);
  await sweepPasskeys(service.db, service.clock.now());
  const { rows } = await service.db.query<{ pending: bigint; challenges: bigint }>(
    `select (select count(*) from passkeys where status = 'pending') as pending, (select count(*) from passkey_challenges) as challenges`,
  );
  expect(rows).toEqual([{ pending: 0n, challenges: 1n }]);
  expect((await client.get('/v1/passkeys')).body).toHaveLength(1);
});

test('the export contains passkeys and approvals', async () => {
  const { client, old, waiting, approvalId } = await twoDevices();
  const { body } = await client.get('/v1/identity/export');
  expect(body.passkeys).toMatchObject([
    { id: old.id, status: 'active', publicKey: old.publicKey.toString('hex') },
    { credentialId: waiting.credentialId, status: 'pending', activatedAt: null },
  ]);
  expect(body.credentialApprovals).toMatchObject([{ id: approvalId, state: 'pending', name: 'New phone' }]);
});
