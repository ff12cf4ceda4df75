import { toAddress, type Address } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import { balanceOf, chainOf, newAccount, type WalletOwner } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { grantsPath, openGameSession, signedGrant } from '../../test/game-session-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { openChain, type Chain } from '../chain/index.ts';
import { openDevelopmentChain } from '../load-dev-chain.ts';
import { loadConfig } from '../settings.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { returnRent } from '../relay/index.ts';
import { serviceSecret } from '../sessions/index.ts';
import { eraseIdentity } from '../identity/change-status.ts';
import { closeDeadSessions, type CloseDeps } from './close-dead-sessions.ts';
import { findPlayer } from './session-grants.store.ts';

let service: TestService;
let owner: WalletOwner;
let game: Address;
let deps: CloseDeps;

beforeAll(async () => {
  service = await startTestService();
  const log = createLogger('silent');
  const chain: Chain = await openChain(
    {
      ...service,
      config: loadConfig({ PID_BASE_URL: service.baseUrl }),
      ids: randomIds,
      log,
      metrics: createMetrics(),
      programFolder: new URL('../../../program/artifacts', import.meta.url).pathname,
      secret: (name) => serviceSecret(service, name, randomIds.bytes(32), service.clock.now()),
    },
    openDevelopmentChain,
  );
  deps = { db: service.db, chain, clock: service.clock, log };
  return () => chain.close();
});

const relayerBalance = async () => balanceOf(await chainOf(service), deps.chain.keys.relayer.address);
async function states(): Promise<string[]> {
  const { body } = await owner.client.get(grantsPath);
  return body.items.map(({ state }: { state: string }) => state);
}
async function pass(seconds: number): Promise<void> {
  service.clock.advanceSeconds(seconds);
  expect((await owner.client.post('/v1/auth/refresh')).status).toBe(200);
}

test('sessions are closed together an hour after their end, and their rent returns to the relayer', async () => {
  owner = await newAccount(service);
  game = toAddress((await owner.client.get('/v1/dev/game')).body.program);
  const session = await openGameSession(owner, game);
  await openGameSession(owner, game);
  const later = await openGameSession(owner, game, {
    expiresAt: (await owner.client.get('/v1/account')).body.chainTime + 80_000,
  });
  expect(await closeDeadSessions(deps)).toBe(0);
  await pass(3600 + 30);
  expect(await closeDeadSessions(deps)).toBe(0);
  expect(await states()).toEqual(['active', 'expired', 'expired']);

  await pass(3600);
  const before = await relayerBalance();
  expect(await closeDeadSessions(deps)).toBe(2);
  expect((await relayerBalance()) - before).toBe(2n * 2_227_200n - 5000n);
  expect(await states()).toEqual(['active', 'closed', 'closed']);
  expect(await closeDeadSessions(deps)).toBe(0);

  // The key can open a session again, and that session is closed later in the same way.
  const again = await owner.client.post(grantsPath, await signedGrant(owner, game, session));
  expect(again.status).toBe(200);
  await pass(2 * 3600 + 30);
  expect(await closeDeadSessions(deps)).toBe(1);
  expect((await states()).toSorted()).toEqual(['active', 'closed', 'closed']);
  expect(later.sessionAddress).toBeTypeOf('string');
});

test('the rent of a deleted player’s sessions returns after each session ends, and then its row is deleted', async () => {
  const leaving = await newAccount(service);
  const chainTime = (await leaving.client.get('/v1/account')).body.chainTime;
  const first = await openGameSession(leaving, game);
  const second = await openGameSession(leaving, game, { expiresAt: chainTime + 3 * 3600 });
  await eraseIdentity(service, { pid: leaving.pid, actor: 'cli', origin: null });
  expect(await findPlayer(service.db, first.sessionAddress)).toBeNull();
  const kept = async () => {
    const { rows } = await service.db.query<{ session_address: string }>(
      'select session_address from session_grants where session_address = any ($1)',
      [[first.sessionAddress, second.sessionAddress]],
    );
    return rows.map((row) => row.session_address);
  };
  for (const left of [[second.sessionAddress], []]) {
    service.clock.advanceSeconds(2 * 3600 + 30);
    const before = await relayerBalance();
    expect(await closeDeadSessions(deps)).toBe(1);
    expect((await relayerBalance()) - before).toBe(2_227_200n - 5000n);
    expect(await kept()).toEqual(left);
  }
});

test('after a change of the relayer, rent returns to the relayer that paid it, and once to its pool', async () => {
  const player = await newAccount(service);
  const { rows: identities } = await service.db.query<{ id: string }>(
    'select id from identities where handle = $1',
    [player.pid.split('@')[0]],
  );
  const counted = async () => {
    const { rows } = await service.db.query<{ lamports: bigint }>(
      `select sum(lamports)::bigint as lamports from relay_spending where pool = 'session' and holder = $1`,
      [identities[0]!.id],
    );
    return rows[0]!.lamports;
  };
  await openGameSession(player, game);
  await openGameSession(player, game);
  expect(await counted()).toBe(2n * (2_227_200n + 10_000n));
  const successor = newSigner();
  await player.client.post('/v1/dev/airdrop', { address: successor.address, lamports: '1000000000' });
  service.clock.advanceSeconds(2 * 3600 + 30);
  const before = await relayerBalance();
  const { chain } = deps;
  const changed = { ...deps, chain: { ...chain, keys: { ...chain.keys, relayer: successor } } };
  expect(await closeDeadSessions(changed)).toBeGreaterThanOrEqual(2);
  expect((await relayerBalance()) - before).toBe(2n * 2_227_200n);
  expect(await counted()).toBe(20_000n);
  const { rows } = await service.db.query<{ session_address: Address }>(
    'select session_address from session_grants where identity_id = $1',
    [identities[0]!.id],
  );
  // A second call returns nothing.
  await service.db.transaction((tx) =>
    returnRent(
      tx,
      rows.map((row) => row.session_address),
      service.clock.now(),
    ),
  );
  expect(await counted()).toBe(20_000n);
});
