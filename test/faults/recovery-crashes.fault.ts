// Two nodes, of which one dies by SIGKILL at every point of the relay in every step of a recovery: the other
// continues, and nothing happens twice.
import { accountIdFromPid, findRecoveryAddress, toAddress } from '../../packages/protocol/src/index.ts';
import { beforeAll, expect, test } from 'vitest';
import {
  activate,
  landedAt,
  newOwner,
  signIntent,
  type WalletOwner,
} from '../../packages/server/test/account-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../packages/server/test/faulty-chain.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import {
  ballotOf,
  guardedBySheet,
  newSheet,
  policyBody,
  sheetSignature,
  startRecovery,
  untilTold,
} from '../../packages/server/test/recovery-helper.ts';
import { crashPoints, openVictims } from '../../packages/server/test/relay-victims.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';

const daySeconds = 86_400;
let world: FaultyChain;
let startVictim: Awaited<ReturnType<typeof openVictims>>;

beforeAll(async () => {
  world = await startFaultyChain({ PID_RELAY_TIMEOUT_SECONDS: '10' });
  startVictim = await openVictims(world);
  await stopWatch();
});

/** The watch would finish a ready recovery before the victim can. */
async function stopWatch(): Promise<void> {
  await world.service.db.query(`update recovery_watch set next_at = '2999-01-01'`);
}

/** Runs the watch until finalized blocks have led to this notice. */
async function watchUntilTold(owner: WalletOwner, type: string): Promise<void> {
  await world.service.db.query(`update recovery_watch set next_at = '2000-01-01'`);
  await untilTold(world.service, owner, type);
  await stopWatch();
}

interface Request {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
}

/**
 * Sends the request to a node that dies while handling it, then the same request to the other node, which
 * must succeed.
 */
async function survive(
  client: HttpClient,
  point: (typeof crashPoints)[number][0],
  request: Request,
): Promise<void> {
  const victim = await startVictim(point);
  const doomed = new HttpClient(victim.url);
  const cookie = client.cookie('pid_access');
  if (cookie) doomed.setCookie('pid_access', cookie);
  const { method, path, body } = request;
  await expect(doomed.send(method, path, body, {})).rejects.toThrow(/socket hang up|ECONNRESET/);
  expect(await victim.died).toEqual([null, 'SIGKILL']);
  expect(await client.send(method, path, body, {})).toMatchObject({ status: 200 });
}

async function newDevice({ pid }: Pick<WalletOwner, 'pid'>): Promise<HttpClient> {
  const client = world.service.client();
  await signInAs(client, `${pid.replace('@pid', '')}@example.com`);
  return client;
}

test.each(crashPoints)(
  'kill -9 at "%s" in every step of a recovery: %s',
  { timeout: 600_000 },
  async (point) => {
    const owner = await newOwner(world.service);
    await world.airdrop(owner.vault, 1_000_000_000n);
    expect(await activate(owner)).toMatchObject({ status: 200 });
    const sheet = await newSheet(owner);
    const { programId } = await owner.client.call('getChain');
    const { address } = findRecoveryAddress(toAddress(programId), accountIdFromPid(owner.pid));
    const landed = async () => (await landedAt(world.chain, address)).length;
    const told = async (client: HttpClient, type: string) =>
      (await client.call('listNotices', { limit: 100 })).items.filter((notice) => notice.type === type)
        .length;

    const body = await policyBody(owner, [guardedBySheet(sheet)], { delaySeconds: daySeconds });
    await survive(owner.client, point, { method: 'PUT', path: '/v1/recovery/policy', body });
    expect(await landed()).toBe(1);
    expect(await told(owner.client, 'recovery.policy_set')).toBe(1);

    const vote = async (id: string, ballot: Awaited<ReturnType<typeof ballotOf>>): Promise<Request> => {
      const signature = await sheetSignature(world.service.client(), sheet, ballot);
      const { guardian, nonce, expiry } = ballot;
      return {
        method: 'POST',
        path: `/v1/recovery/attempts/${id}/approve`,
        body: { guardian, nonce, expiry, signature },
      };
    };
    const device = await newDevice(owner);
    const first = await startRecovery(device);
    const ballot = await ballotOf(device, owner, first, { guardian: 0, nonce: '1' });
    await survive(world.service.client(), point, await vote(first.id, ballot));
    expect(await landed()).toBe(2);
    expect((await device.call('getRecovery')).attempt?.votes).toHaveLength(1);
    await watchUntilTold(owner, 'recovery.started');
    expect(await told(device, 'recovery.started')).toBe(1);

    const { policyNonce, chainTime } = await owner.client.call('getRecovery');
    const at = { nonce: BigInt(policyNonce), expiry: chainTime + 300 };
    const assertion = await signIntent(owner, owner.passkey, { action: 'cancelRecovery' }, at);
    const cancel = { nonce: policyNonce, expiry: at.expiry, assertion };
    await survive(owner.client, point, {
      method: 'POST',
      path: `/v1/recovery/attempts/${first.id}/cancel`,
      body: cancel,
    });
    expect(await landed()).toBe(3);
    await watchUntilTold(owner, 'recovery.cancelled');
    expect(await told(await newDevice(owner), 'recovery.cancelled')).toBe(1);

    world.service.clock.advanceSeconds(daySeconds + 60);
    const back = await newDevice(owner);
    const second = await startRecovery(back);
    const again = await vote(second.id, await ballotOf(back, owner, second, { guardian: 0, nonce: '2' }));
    expect((await back.send(again.method, again.path, again.body, {})).status).toBe(200);
    world.service.clock.advanceSeconds(daySeconds + 60);
    // Without a session: anyone may finish a recovery.
    await survive(world.service.client(), point, {
      method: 'POST',
      path: `/v1/recovery/attempts/${second.id}/finish`,
      body: {},
    });
    expect(await landed()).toBe(5);
    const account = await (await newDevice(owner)).call('getRecovery');
    expect(account.policyNonce).toBe('3');
  },
);
