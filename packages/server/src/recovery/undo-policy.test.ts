// A fork drops a confirmed operation: the relay notifies the recovery slice, which returns to the state of
// finalized blocks.
import { toBase64Url } from '@pid/protocol';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { WalletOwner } from '../../test/account-helper.ts';
import { startFaultyChain, type Fault, type FaultyChain } from '../../test/faulty-chain.ts';
import { newFaultyAccount, noSends, postUntilConfirmed } from '../../test/faulty-wallet.ts';
import { untilExpiredSeconds } from '../../test/pace.ts';
import {
  approveBySheet,
  ballotOf,
  guardedBySheet,
  newSheet,
  policyBody,
  startRecovery,
  type GuardianBody,
} from '../../test/recovery-helper.ts';
import { signIntent } from '../../test/account-helper.ts';
import { signInAs } from '../../test/sign-in-helper.ts';
import type { Answer } from '../../test/http-client.ts';

let world: FaultyChain;

beforeAll(async () => {
  world = await startFaultyChain();
});

afterEach(() => world.setFault(null));

/** Everything that is sent seems confirmed, on a fork that the honest chain never sees. */
const fork: Fault = async ({ method, params }, forward) => {
  if (method === 'sendTransaction') return { jsonrpc: '2.0', id: 1, result: '1'.repeat(64) };
  const reply = await forward();
  if (method === 'getSignatureStatuses')
    reply.result.value = params[0].map(() => ({
      slot: reply.result.context.slot,
      confirmations: 0,
      err: null,
      confirmationStatus: 'confirmed',
    }));
  if (method === 'getTransaction') reply.result ??= { slot: 1n, meta: { err: null } };
  if (method === 'getMultipleAccounts' && params[1]?.commitment === 'confirmed' && params[0].length === 1) {
    const data = Buffer.from(reply.result.value[0].data[0], 'base64');
    data.writeBigUInt64LE(data.readBigUInt64LE(8) + 1n, 8);
    reply.result.value[0].data[0] = data.toString('base64');
  }
  return reply;
};

/** Drops the fork and waits until its transactions have expired. */
async function dropFork({ client }: WalletOwner): Promise<void> {
  world.setFault(noSends);
  world.service.clock.advanceSeconds(untilExpiredSeconds);
  await expect
    .poll(async () => (await client.get('/v1/account/operations')).body.items[0].state, { interval: 100 })
    .toBe('expired');
  world.setFault(null);
}

async function setPolicy(owner: WalletOwner, guardians: readonly GuardianBody[]): Promise<Answer> {
  const body = await policyBody(owner, guardians);
  for (;;) {
    const answer = await owner.client.put('/v1/recovery/policy', body);
    if (answer.status !== 504) return answer;
  }
}

async function guardiansOf({ pid }: WalletOwner): Promise<string[]> {
  const { rows } = await world.service.db.query<{ key: Buffer }>(
    `select g.key from recovery_guardians g join identities i on i.id = g.identity_id where i.handle = split_part($1, '@', 1) order by g.place`,
    [pid],
  );
  return rows.map(({ key }) => toBase64Url(key));
}

test('deletes a policy that a fork drops, and restores the guardians of finalized blocks', async () => {
  const owner = await newFaultyAccount(world);
  const [first, second] = [await newSheet(owner), await newSheet(owner)];
  expect((await setPolicy(owner, [guardedBySheet(first)])).status).toBe(200);
  world.setFault(fork);
  expect((await setPolicy(owner, [guardedBySheet(second)])).status).toBe(200);
  expect(await guardiansOf(owner)).toEqual([toBase64Url(second.publicKey)]);
  await dropFork(owner);
  expect(await guardiansOf(owner)).toEqual([toBase64Url(first.publicKey)]);
  // The nonce is free again, and a policy set now is accepted.
  expect((await setPolicy(owner, [guardedBySheet(second)])).status).toBe(200);
  expect(await guardiansOf(owner)).toEqual([toBase64Url(second.publicKey)]);
});

test('a cancellation that a fork drops ends nothing: the recovery continues with its passkey', async () => {
  const owner = await newFaultyAccount(world);
  const sheet = await newSheet(owner);
  expect((await setPolicy(owner, [guardedBySheet(sheet)])).status).toBe(200);
  const device = world.service.client();
  await signInAs(device, `${owner.pid.replace('@pid', '')}@example.com`);
  const started = await startRecovery(device);
  const ballot = await ballotOf(device, owner, started, { guardian: 0, nonce: '1' });
  await expect.poll(async () => (await approveBySheet(device, sheet, started.id, ballot)).status).toBe(200);
  const attempts = async () => {
    const { rows } = await world.service.db.query<{ id: string; state: string }>(
      `select a.id, a.state from recovery_attempts a join identities i on i.id = a.identity_id
       where i.handle = split_part($1, '@', 1) order by a.started_at`,
      [owner.pid],
    );
    return rows;
  };
  const { policyNonce, chainTime } = await owner.client.call('getRecovery');
  const expiry = chainTime + 300;
  const assertion = await signIntent(
    owner,
    owner.passkey,
    { action: 'cancelRecovery' },
    { nonce: BigInt(policyNonce), expiry },
  );
  world.setFault(fork);
  const cancelled = await postUntilConfirmed(owner.client, `/v1/recovery/attempts/${started.id}/cancel`, {
    nonce: policyNonce,
    expiry,
    assertion,
  });
  expect(cancelled.status).toBe(200);
  await dropFork(owner);
  expect(await attempts()).toEqual([{ id: started.id, state: 'open' }]);
  const after = await owner.client.call('getRecovery');
  expect(after.attempt?.votes).toHaveLength(1);
});
