import { accountIdFromPid, findAccountAddress, toAddress } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import {
  activate,
  activationBody,
  balanceOf,
  landedAt,
  newOwner,
  withdrawalBody,
} from '../../test/account-helper.ts';
import { bearerFor, newApp } from '../../test/app-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { HttpClient } from '../../test/http-client.ts';
import { crashPoints, openVictims, startMillis } from '../../test/relay-victims.ts';
import type { CrashPoint } from './relay-deps.ts';

const sponsorship = { PID_SPONSOR_ACTIVATION: '10000000', PID_SPONSOR_ACTIVATION_PER_APP: '3000000' };
let world: FaultyChain;
let startVictim: Awaited<ReturnType<typeof openVictims>>;

beforeAll(async () => {
  world = await startFaultyChain({ PID_RELAY_TIMEOUT_SECONDS: '10', ...sponsorship });
  startVictim = await openVictims(world, sponsorship);
});

test.concurrent.each(crashPoints)(
  'kill -9 at "%s": %s',
  async (point) => {
    const owner = await newOwner(world.service);
    await world.airdrop(owner.vault, 1_000_000_000n);
    expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'activated' } });
    const to = newSigner().address;
    const victim = await startVictim(point);
    const body = await withdrawalBody(owner, { to, amount: 5_000_000n });
    const client = new HttpClient(victim.url);
    client.setCookie('pid_access', owner.client.cookie('pid_access')!);
    await expect(client.post('/v1/account/withdraw', body)).rejects.toThrow(/fetch failed/);
    expect(await victim.died).toEqual([null, 'SIGKILL']);

    const operations = (await owner.client.get('/v1/account/operations')).body.items;
    expect(operations).toHaveLength(point === 'signed' ? 1 : 2);
    const answer = await owner.client.post('/v1/account/withdraw', body);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'confirmed', networkFeeLamports: '10000', protocolFeeLamports: '1000' },
    });
    if (point !== 'signed') expect(answer.body.signature).toBe(operations[0].signature);
    expect(await balanceOf(world.chain, to)).toBe(5_000_000n);
    expect(await balanceOf(world.chain, owner.vault)).toBe(
      1_000_000_000n - 1_454_640n - 16_500n - 5_011_000n,
    );
    const { body: facts } = await owner.client.get('/v1/chain');
    expect(
      await landedAt(
        world.chain,
        findAccountAddress(toAddress(facts.programId), accountIdFromPid(owner.pid)).address,
      ),
    ).toHaveLength(2);
  },
  startMillis,
);

test.concurrent.each<CrashPoint>(['stored', 'sent'])(
  'kill -9 at "%s": a sponsored activation is paid once and counted once',
  async (point) => {
    const app = await newApp((await newOwner(world.service)).client);
    await world.service.db.query('update apps set verified = true where client_id = $1', [app.clientId]);
    const owner = await newOwner(world.service);
    await bearerFor(owner.client, app);
    // The other node uses the clock of the machine, which may be behind the clock of the service.
    await world.service.db.query(
      `update passkeys set counts_from = counts_from - interval '1 hour'
       where identity_id = (select id from identities where handle || '@pid' = $1)`,
      [owner.pid],
    );
    const victim = await startVictim(point);
    const body = await activationBody(owner);
    const client = new HttpClient(victim.url);
    client.setCookie('pid_access', owner.client.cookie('pid_access')!);
    await expect(client.post('/v1/account/activate', body)).rejects.toThrow(/fetch failed/);
    expect(await victim.died).toEqual([null, 'SIGKILL']);
    const spent = async () =>
      (
        await world.service.db.query(
          `select lamports from relay_spending where pool = 'sponsorship' and holder = $1`,
          [`app:${app.clientId}`],
        )
      ).rows;
    expect(await spent()).toEqual([{ lamports: 1_471_140n }]);
    const answer = await owner.client.post('/v1/account/activate', body);
    expect(answer).toMatchObject({ status: 200, body: { status: 'activated' } });
    expect(await spent()).toEqual([{ lamports: 1_471_140n }]);
    expect(await balanceOf(world.chain, owner.vault)).toBe(0n);
  },
  startMillis,
);
