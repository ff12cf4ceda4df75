import { findSessionAddress, toAddress, type Address } from '@pid/protocol';
import { beforeEach, expect, test } from 'vitest';
import {
  activate,
  fund,
  newAccount,
  newOwner,
  sol,
  withdraw,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { grantsPath, newSessionKey, openGameSession, signedGrant } from '../../test/game-session-helper.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { startTestService } from '../../test/test-service.ts';

const rentLamports = 2_227_200n;
const feeLamports = 10_000n;
// The pool has room for one session of all players.
const service = await startTestService({ PID_RELAY_SESSION_GLOBAL_CAP_LAMPORTS: '2300000' });
moveToMorning(service);

let game: Address;
let sybil: WalletOwner;
let prepared: Promise<void> | null = null;

// Runs once, in the first test: the helpers poll, which works only while a test runs.
beforeEach(() => (prepared ??= prepare()));

async function prepare(): Promise<void> {
  sybil = await newAccount(service);
  game = toAddress((await sybil.client.get('/v1/dev/game')).body.program);
}

async function used(): Promise<bigint> {
  const { rows } = await service.db.query<{ lamports: bigint }>(
    `select coalesce(sum(lamports), 0)::bigint as lamports from relay_spending where pool = 'session' and holder = 'all'`,
  );
  return rows[0]!.lamports;
}

test('counts the rent that the relayer adds when a stranger sent lamports to the session address before', async () => {
  const session = newSessionKey();
  const program = toAddress((await sybil.client.get('/v1/chain')).body.programId);
  const { address } = findSessionAddress(program, sybil.vault, session.address);
  const gift = 890_880n;
  await sybil.client.post('/v1/dev/airdrop', { address, lamports: gift.toString() });
  service.clock.advanceSeconds(1);
  const answer = await sybil.client.post(grantsPath, await signedGrant(sybil, game, session));
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await used()).toBe(rentLamports - gift + feeLamports);
  await service.db.query(`update relay_spending set lamports = 0 where pool = 'session'`);
});

test('sessions above their pool are refused; withdrawals and activations still succeed', async () => {
  const [victim, newcomer] = [await newAccount(service), await newOwner(service)];
  await fund(newcomer, sol);
  await openGameSession(sybil, game);
  const refused = await victim.client.post(grantsPath, await signedGrant(victim, game, newSessionKey()));
  expect(refused).toMatchObject({
    status: 503,
    body: { message: 'The service’s sponsorship for today is used up, try again tomorrow' },
  });
  expect(await withdraw(victim, { to: newSigner().address, amount: 5_000_000n })).toMatchObject({
    status: 200,
  });
  expect(await activate(newcomer)).toMatchObject({ status: 200, body: { status: 'activated' } });
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  const ratio = (pool: string) =>
    Number(new RegExp(`^pid_relay_pool_${pool}_used_ratio (\\S+)$`, 'm').exec(metrics)?.[1]);
  expect(ratio('session')).toBeCloseTo(Number(rentLamports + feeLamports) / 2_300_000);
  expect(ratio('withdrawal')).toBeLessThan(0.01);
});
