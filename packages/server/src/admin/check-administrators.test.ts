import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { asSuperuser } from '../../test/test-database.ts';
import { startTestService } from '../../test/test-service.ts';
import { serviceUrl } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { checkAdministrators } from './check-administrators.ts';

const service = await startTestService({ PID_ADMINS: 'old_boss@pid' });

test('refuses to start if PID_ADMINS names an unclaimed handle, and says what to do', async () => {
  const PID_ADMINS = 'old_boss@pid,nobody_yet@pid';
  await expect(startTestService({ PID_ADMINS }, service, { seedsAdministrators: false })).rejects.toThrow(
    'PID_ADMINS names nobody_yet@pid, which no identity has claimed: a player who claims such a handle would become an administrator. Start without it, sign in and claim the handle, then set PID_ADMINS and start again.',
  );
});

test('starts once the handle is claimed', async () => {
  await newPlayer(service, 'new_boss');
  await startTestService({ PID_ADMINS: 'new_boss@pid' }, service, { seedsAdministrators: false });
});

test('warns about a suspended administrator', async () => {
  const player = await newPlayer(service);
  const warned: unknown[] = [];
  const log = { ...createLogger('silent'), warn: (fields: unknown) => warned.push(fields) };
  const deps = { db: service.db, log: log as never, config: { admins: [player.pid] } };
  await checkAdministrators(deps);
  expect(warned).toEqual([]);
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [player.handle]);
  await checkAdministrators(deps);
  expect(warned).toEqual([{ pid: player.pid, status: 'suspended' }]);
});

test('refuses to let a player claim an administrator’s handle that a restore has freed', async () => {
  await asSuperuser(service).transaction(async (tx) => {
    await tx.query(`set local session_replication_role = 'replica'`);
    for (const table of ['provider_logins', 'profiles'])
      await tx.query(
        `delete from ${table} where identity_id = (select id from identities where handle = 'old_boss')`,
      );
    await tx.query(`delete from identities where handle = 'old_boss'`);
  });
  const client = service.client();
  await signInAs(client, 'stranger@example.com');
  expect((await client.get('/v1/auth/handles/old_boss')).body).toMatchObject({
    available: false,
    reason: 'handle is reserved',
  });
  expect((await client.post('/v1/auth/claim', { handle: 'old_boss' })).body).toEqual({
    statusCode: 400,
    message: ['handle is reserved'],
  });
  expect((await client.post('/v1/auth/claim', { handle: 'a_stranger' })).status).toBe(200);
});

test('refuses an invalid PID_ADMINS before opening anything', async () => {
  const environment = { PID_ADMINS: 'Boss@pid', PID_DATABASE_URL: serviceUrl(service.connectionString) };
  expect(await runPid(['start'], environment)).toMatchObject({
    code: 1,
    complaints: ['PID_ADMINS must be identities such as alice@pid, with commas between them'],
  });
});
