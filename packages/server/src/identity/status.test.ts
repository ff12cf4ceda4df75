import { describe, expect, onTestFinished, test } from 'vitest';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { eraseIdentity, reactivateIdentity, suspendIdentity } from './index.ts';

const service = await startTestService();
const otherNode = await startTestService({}, service);
const deps = {
  db: service.db,
  clock: service.clock,
  erasers: service.erasers,
};
const by = (pid: string) => ({ pid, actor: 'cli', origin: null });

const soon = { interval: 20 };

/** The same browser, connected to the other node. */
function onOtherNode(cookies: { cookie(name: string): string | undefined }) {
  const client = otherNode.client();
  client.setCookie('pid_access', cookies.cookie('pid_access')!);
  return client;
}

describe('a suspended identity', () => {
  test('can read, refresh and sign in but not write, on every node as soon as the node is notified', async () => {
    const { client, pid, email } = await newPlayer(service);
    const elsewhere = onOtherNode(client);
    expect((await elsewhere.get('/v1/identity/me')).body.status).toBe('active');
    // Set the clock back, so that cached statuses do not expire during the test: nodes must learn of the
    // change by notification.
    service.clock.advanceSeconds(-60);
    onTestFinished(() => service.clock.advanceSeconds(60));
    await suspendIdentity(deps, by(pid));
    await expect
      .poll(async () => (await elsewhere.get('/v1/identity/me')).body.status, soon)
      .toBe('suspended');
    await expect
      .poll(async () => (await client.patch('/v1/profile', { bio: 'x' })).body, soon)
      .toEqual({ statusCode: 403, message: 'Identity suspended' });
    expect((await client.get('/v1/profile')).status).toBe(200);
    expect((await client.post('/v1/auth/refresh')).status).toBe(200);
    const again = service.client();
    expect((await signInAs(again, email)).url).toBe(`${service.baseUrl}/home`);
    expect((await again.delete('/v1/auth/sessions')).status).toBe(200);
    await reactivateIdentity(deps, by(pid));
    await expect.poll(async () => (await again.patch('/v1/profile', { bio: 'x' })).status, soon).toBe(200);
    expect((await again.post('/v1/auth/logout')).status).toBe(200);
  });
});

describe('a deleted identity', () => {
  test('has no sessions on any node and cannot sign in again, and its handle stays taken', async () => {
    const { client, pid, email, handle } = await newPlayer(service);
    await client.patch('/v1/profile', { displayName: 'Someone Real', bio: 'personal' });
    const elsewhere = onOtherNode(client);
    await elsewhere.get('/v1/identity/me');
    await eraseIdentity(deps, by(pid));
    for (const somewhere of [client, elsewhere]) {
      await expect
        .poll(async () => (await somewhere.get('/v1/identity/me')).body, soon)
        .toEqual({ statusCode: 401, message: 'Unauthorized' });
    }
    expect((await client.post('/v1/auth/refresh')).status).toBe(401);
    const again = service.client();
    expect((await signInAs(again, email)).url).toBe(`${service.baseUrl}/signin?error=identity_closed`);
    expect([again.cookie('pid_access'), again.cookie('pid_claim')]).toEqual([undefined, undefined]);
    const newcomer = service.client();
    await signInAs(newcomer, `other_${email}`);
    expect((await newcomer.post('/v1/auth/claim', { handle })).body.message).toEqual([
      'handle is already taken',
    ]);
    expect((await newcomer.get(`/v1/profiles/${pid}`)).status).toBe(404);
  });

  test('leaves no personal data, but its audit trail stays', async () => {
    const { client, pid, email } = await newPlayer(service);
    await client.patch('/v1/profile', { displayName: 'Findable Name' });
    await eraseIdentity(deps, by(pid));
    // The final mail, which confirms the deletion, keeps the address until it is sent.
    await expect
      .poll(
        async () =>
          (await service.db.query('select from notice_mails where $1 = any(lost_addresses)', [email]))
            .rowCount,
        soon,
      )
      .toBe(0);
    const { rows: tables } = await service.db.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      // The development provider and mailbox stand for external services, whose data we do not control.
      if (name === 'development_provider_records' || name === 'development_mails') continue;
      const { rows } = await service.db.query<{ row: string }>(`select t::text as row from ${name} t`);
      expect(
        rows.filter(({ row }) => row.includes(email) || row.includes('Findable Name')),
        name,
      ).toEqual([]);
    }
    const { rows } = await service.db.query(
      "select from audit_events where action = 'identity.deleted' and target = $1",
      [pid],
    );
    expect(rows).toHaveLength(1);
  });

  test('cannot be reactivated', async () => {
    const { pid, handle } = await newPlayer(service);
    await eraseIdentity(deps, by(pid));
    await expect(reactivateIdentity(deps, by(pid))).rejects.toMatchObject({ code: 'wrong_status' });
    await expect(
      service.db.query("update identities set status = 'active' where handle = $1", [handle]),
    ).rejects.toMatchObject({ code: '23001' });
  });
});

test('an identity that does not exist cannot be changed', async () => {
  await expect(suspendIdentity(deps, by('nobody_here@pid'))).rejects.toMatchObject({ code: 'not_found' });
});
