import { expect, test } from 'vitest';
import { activate, fund, newOwner, sol } from '../../test/account-helper.ts';
import { bearerFor, bearing, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const developer = await newPlayer(service);
const app = await newApp(developer.client);
const game = service.client();

test('a game learns step by step which requirements a player lacks, without any address', async () => {
  const newcomer = await newPlayer(service);
  const ofNewcomer = bearing(await bearerFor(newcomer.client, app));
  const asked = await game.get('/v1/account/readiness', ofNewcomer);
  expect(asked.body).toEqual({ canPlay: false, missing: ['passkey', 'funding', 'activation'] });

  const owner = await newOwner(service);
  const bearer = bearing(await bearerFor(owner.client, app));
  const ask = async () => (await game.get('/v1/account/readiness', bearer)).body;
  expect(await ask()).toEqual({ canPlay: false, missing: ['funding', 'activation'] });
  await fund(owner, sol);
  expect(await ask()).toEqual({ canPlay: false, missing: ['activation'] });
  expect((await activate(owner)).body.status).toBe('activated');
  expect(await ask()).toEqual({ canPlay: true, missing: [] });
  expect((await owner.client.get('/v1/account/readiness')).body).toEqual({ canPlay: true, missing: [] });
});

test('reads the chain if the database does not know the account, and reports a revoked authority as a missing passkey', async () => {
  const owner = await newOwner(service);
  await fund(owner, sol);
  await activate(owner);
  const id = `(select id from identities where handle = '${owner.pid.replace('@pid', '')}')`;
  await service.db.query(`delete from smart_accounts where identity_id = ${id}`);
  expect((await owner.client.get('/v1/account/readiness')).body).toEqual({ canPlay: true, missing: [] });
  await service.db.query(
    `update smart_accounts set authority = decode(repeat('02', 33), 'hex') where identity_id = ${id}`,
  );
  expect((await owner.client.get('/v1/account/readiness')).body).toEqual({
    canPlay: false,
    missing: ['passkey'],
  });
});

test('refuses anonymous callers and machine tokens', async () => {
  expect((await game.get('/v1/account/readiness')).status).toBe(401);
  const machine = await game.call('issueMachineToken', {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  });
  expect((await game.get('/v1/account/readiness', bearing(machine.access_token))).status).toBe(403);
});
