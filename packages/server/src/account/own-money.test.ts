import { beforeAll, expect, test } from 'vitest';
import {
  activate,
  activationBody,
  fund,
  newAccount,
  newOwner,
  rotationBody,
  sol,
  withdraw,
  withdrawalBody,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { giveFurtherPasskey } from '../../test/passkey-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';

let service: TestService;
const to = newSigner().address;

beforeAll(async () => {
  service = await startTestService();
});

async function suspend(pid: string): Promise<void> {
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [
    pid.replace('@pid', ''),
  ]);
  service.clock.advanceSeconds(2);
}

test('a suspended player can still activate, withdraw and rotate', async () => {
  const owner = await newOwner(service);
  const next = await giveFurtherPasskey(owner.client, owner.passkey);
  await owner.client.post('/v1/auth/passkey/options');
  await fund(owner, 2n * sol);
  // A wallet can be handed only to a passkey that has been used to sign in.
  await service.db.query('update passkeys set proven_at = now() where id = $1', [next.id]);
  await suspend(owner.pid);
  expect((await owner.client.patch('/v1/profile', { displayName: 'No' })).status).toBe(403);
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'activated' } });
  expect((await owner.client.post('/v1/wallet/withdraw/quote', { asset: 'SOL' })).status).toBe(200);
  expect(await withdraw(owner, { to, amount: 10_000_000n })).toMatchObject({
    status: 200,
    body: { status: 'confirmed' },
  });
  const old = await owner.client.post(
    '/v1/wallet/withdraw',
    await withdrawalBody(owner, { to, amount: 10_000_000n }),
  );
  expect(old.body).toMatchObject({ status: 'confirmed' });
  expect((await owner.client.post('/v1/account/rotate', await rotationBody(owner, next))).body).toMatchObject(
    {
      status: 'confirmed',
    },
  );
});

test('a passkey that does not count yet does not become the authority', async () => {
  const owner = await newOwner(service);
  await fund(owner, 2n * sol);
  const countsFrom = (moment: string) =>
    service.db.query(`update passkeys set counts_from = ${moment} where id = $1`, [owner.passkey.id]);
  await countsFrom(`now() + interval '1 day'`);
  expect((await owner.client.post('/v1/account/activate', await activationBody(owner))).body).toEqual({
    statusCode: 400,
    message: expect.stringMatching(/^Passkey refused: it is too new to confirm this before 20/),
  });
  await countsFrom(`now() - interval '1 minute'`);
  expect((await activate(owner)).body).toMatchObject({ status: 'activated' });
});

test('a wallet operation accepts an equal passkey counter, and refuses and audits a lower one', async () => {
  const owner = await newAccount(service, 2n * sol, 5);
  const counter = async () => {
    const { rows } = await service.db.query<{ counter: bigint }>(
      'select counter from passkeys where id = $1',
      [owner.passkey.id],
    );
    return rows[0]!.counter;
  };
  const before = Number(await counter());
  expect(before).toBeGreaterThan(5);
  const amount = 10_000_000n;
  expect((await withdraw(owner, { to, amount, overrides: { counter: before + 7 } })).status).toBe(200);
  expect(await counter()).toBe(BigInt(before + 7));
  expect((await withdraw(owner, { to, amount, overrides: { counter: before + 7 } })).status).toBe(200);
  const fallen = await withdraw(owner, { to, amount, overrides: { counter: before + 6 } });
  expect(fallen.headers.get('pid-error')).toBe('passkey_counter_fell');
  const { rows } = await service.db.query(
    `select details from audit_events where action = 'passkey.counter_fell' and target = $1`,
    [owner.passkey.id],
  );
  expect(rows).toEqual([{ details: { knownCounter: before + 7 } }]);
});

test('a withdrawal waits for a concurrent deletion of its identity and is refused', async () => {
  const owner = await newAccount(service);
  const body = await withdrawalBody(owner, { to, amount: 5_000_000n });
  const { answer } = await service.db.transaction(async (tx) => {
    await tx.query(`update identities set status = 'deleted' where handle = $1`, [
      owner.pid.replace('@pid', ''),
    ]);
    const meeting = owner.client.post('/v1/account/withdraw', body);
    await Promise.race([untilBlocked(service.db), meeting]);
    return { answer: meeting };
  });
  expect(await answer).toMatchObject({ status: 401 });
});
