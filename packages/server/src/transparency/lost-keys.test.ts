import { expect, test } from 'vitest';
import { runPid } from '../../test/command-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { findIdentityByPid } from '../identity/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { serviceUrl } from '../platform/db/index.ts';
import { dropLostAccountKeys } from './account-keys.store.ts';
import { restartLog } from './begin-log.ts';

const service = await startTestService({ PID_CHAIN: 'off' });
const player = await newPlayer(service);
const { id: identityId } = (await findIdentityByPid(service.db, player.pid))!;
const topUp = async () => {
  await fund(service.db, identityId, 1000n, service.clock);
  await service.service.runJob('append to the public log');
  const { items } = await player.client.call('getStatement', {});
  return items[0]!.id;
};
const proofOf = (id: string) => player.client.get(`/v1/fiat/postings/${id}/proof`);
const audit = () =>
  runPid(['ledger', 'audit', '--full'], {
    PID_DATABASE_URL: serviceUrl(service.connectionString),
    PID_MASTER_KEY: testMasterKey,
    PID_CHAIN: 'off',
    PID_LOG_LEVEL: 'silent',
  });

test('entries of a key that was lost are not proven with the new one, and later entries are', async () => {
  const before = await topUp();
  await service.service.runJob('publish liabilities');
  expect((await proofOf(before)).status).toBe(200);
  expect((await player.client.get('/v1/fiat/liability-proof')).status).toBe(200);
  const { rows } = await service.db.query<{ key: string }>(
    'select distinct master_key as key from log_account_keys',
  );
  const now = service.clock.now();
  const since = now.toISOString().slice(0, 10);
  for (const batch of [1, 1000]) await dropLostAccountKeys(service.db, [rows[0]!.key], { most: batch, now });
  // The nodes do not run meanwhile.
  await service.service.runJob('retention');
  const after = await topUp();
  expect(await proofOf(before)).toMatchObject({
    status: 409,
    body: { message: `This can no longer be proven: the service lost its key of the account on ${since}` },
  });
  expect(await player.client.get('/v1/fiat/liability-proof')).toMatchObject({ status: 409 });
  const { body } = await proofOf(after);
  expect(body.entries.filter((entry: object) => 'salt' in entry).length).toBe(1);
  expect(await audit()).toMatchObject({ code: 0 });
});

test('another log contains all entries under the new keys', async () => {
  const { items } = await player.client.call('getStatement', {});
  await restartLog({ db: service.db, clock: service.clock }, null);
  await service.service.runJob('append to the public log');
  for (const { id } of items) expect((await proofOf(id)).status).toBe(200);
  expect(await audit()).toMatchObject({ code: 0 });
});
