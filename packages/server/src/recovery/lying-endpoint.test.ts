// Neither a lying Solana endpoint nor a stolen registrar key opens a session.
import { accountIdFromPid, deriveWallet, findRecoveryAddress, toAddress } from '@pid/protocol';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newOwner } from '../../test/account-helper.ts';
import { startFaultyChain, startProxy, type FaultyChain } from '../../test/faulty-chain.ts';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import { givePasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { startRecovery } from '../../test/recovery-helper.ts';
import { passkeyOfExit } from '../../test/recovery-past-us.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import type { SoftPasskey } from '../../test/soft-passkey.ts';
import { countHosts, openWitnesses } from '../chain/witnesses.ts';

const daySeconds = 86_400;

let world: FaultyChain;
/** A service with two endpoints; the first can lie. */
let pair: FaultyChain;

beforeAll(async () => {
  world = await startFaultyChain({ PID_ADMINS: 'the_boss@pid' });
  const honest = await startProxy((request) => pair.answer(request));
  pair = await startFaultyChain({}, { furtherUrl: honest.url });
});

afterEach(() => {
  world.setFault(null);
  pair.setFault(null);
});

interface Victim {
  readonly client: HttpClient;
  readonly pid: string;
  readonly passkey: SoftPasskey;
}

/** Makes the endpoint claim that this passkey controls the wallet, by a recovery of the last days. */
async function lieAbout(where: FaultyChain, { client, pid }: Victim, thief: SoftPasskey): Promise<void> {
  const { programId } = await client.call('getChain');
  const program = toAddress(programId);
  const { account, accountId } = deriveWallet(program, accountIdFromPid(pid));
  const wallet = Buffer.alloc(81);
  wallet.set([2, 1, 255, 255]);
  wallet.writeUInt32LE(1, 4);
  wallet.writeBigUInt64LE(1n, 8);
  wallet.set(accountId, 16);
  wallet.set(thief.publicKey, 48);
  const policy = Buffer.alloc(536);
  policy.set([5, 1, 255, 1, 1]);
  policy.writeBigUInt64LE(2n, 8);
  policy.writeBigUInt64LE(BigInt(daySeconds), 16);
  policy.set(accountId, 24);
  policy.set([2, ...thief.publicKey], 56 + 57);
  const lies = new Map([
    [account as string, wallet],
    [findRecoveryAddress(program, accountId).address as string, policy],
  ]);
  where.setFault(async ({ method, params }, forward) => {
    const reply = await forward();
    if (method !== 'getMultipleAccounts') return reply;
    params[0].forEach((address: string, at: number) => {
      const data = lies.get(address);
      if (data)
        reply.result.value[at] = {
          lamports: 10_000_000n,
          owner: program,
          executable: false,
          rentEpoch: 0n,
          space: BigInt(data.length),
          data: [data.toString('base64'), 'base64'],
        };
    });
    return reply;
  });
}

/** An attacker who also has the provider account, now and after every delay. */
async function tryToSignIn(where: FaultyChain, victim: Victim): Promise<Answer[]> {
  const thief = passkeyOfExit(where.service, victim.pid);
  await lieAbout(where, victim, thief);
  const answers: Answer[] = [];
  for (const days of [0, 31]) {
    where.service.clock.advanceSeconds(days * daySeconds);
    const client = where.service.client();
    await signInAs(client, `${victim.pid.replace('@pid', '')}@example.com`);
    answers.push((await signInWithSoftPasskey(where.service, thief, {}, client)).answer);
  }
  where.setFault(null);
  return answers;
}

test('a wallet that never belonged to the player gives no sign-in, whatever the only endpoint says', async () => {
  const victim = await newOwner(world.service);
  const answers = await tryToSignIn(world, victim);
  expect(answers.map(({ headers }) => headers.get('pid-error'))).toEqual([
    'passkey_unknown',
    'passkey_unknown',
  ]);
  expect((await signInWithSoftPasskey(world.service, victim.passkey)).answer.status).toBe(200);
});

test("an administrator's passkey is never adopted from the chain", async () => {
  const { client, pid } = await newPlayer(world.service, 'the_boss');
  const passkey = await givePasskey(client);
  const answers = await tryToSignIn(world, { client, pid, passkey });
  for (const { status, headers } of answers)
    expect([status, headers.get('pid-error')]).toEqual([
      403,
      expect.stringContaining('not_yet; reason=administrator'),
    ]);
});

test('adopts nothing and ends no passkey when one of two endpoints lies', async () => {
  const victim = await newOwner(pair.service);
  // As if the wallet had belonged to the player.
  await pair.service.db.query(
    `insert into smart_accounts (identity_id, authority, epoch, updated_at) select identity_id, compressed_key, 0, now() from passkeys
     where credential_id = $1`,
    [Buffer.from(victim.passkey.credentialId, 'base64url')],
  );
  const answers = await tryToSignIn(pair, victim);
  for (const { status, headers } of answers)
    expect([status, headers.get('pid-error')]).toEqual([
      403,
      expect.stringContaining('not_yet; reason=endpoints'),
    ]);
  expect((await signInWithSoftPasskey(pair.service, victim.passkey)).answer.status).toBe(200);
});

test('an endpoint that hides the guardians does not turn their recovery into a seven-day recovery', async () => {
  const victim = await newOwner(world.service);
  const client = world.service.client();
  await signInAs(client, `${victim.pid.replace('@pid', '')}@example.com`);
  await world.service.db.query(
    `insert into recovery_policies (identity_id, nonce, threshold, delay_seconds)
     select id, 1, 1, 86400 from identities where handle = split_part($1, '@', 1)`,
    [victim.pid],
  );
  const { answer } = await startRecovery(client);
  expect([answer.status, answer.headers.get('pid-error')]).toEqual([503, 'chain_unavailable']);
});

test('most endpoints must respond and all responses must agree; a single one decides nothing', async () => {
  const saying = (found: boolean | null) =>
    ({
      account: async () => {
        if (found === null) throw new Error('away');
        return { slot: 1n, account: found ? ({} as never) : null };
      },
    }) as never;
  const agree = (answers: (boolean | null)[], canDecide = true) =>
    openWitnesses(answers.map(saying), canDecide).agree(toAddress('1'.repeat(32)), Boolean);
  expect(await agree([true, true, null])).toBe(true);
  expect(await agree([true, true, false])).toBe(false);
  expect(await agree([true, null])).toBe(false);
  expect(await agree([true])).toBe(true);
  expect(await agree([true], false)).toBe(false);
  expect(countHosts(['https://a.example/1', 'https://a.example/2'].map((url) => new URL(url)))).toBe(1);
  expect(countHosts(['https://a.example', 'https://b.example'].map((url) => new URL(url)))).toBe(2);
});
