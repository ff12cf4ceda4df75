import { accountIdFromPid, findAccountAddress, toAddress } from '@pid/protocol';
import { beforeAll, expect, test } from 'vitest';
import {
  activate,
  activationBody,
  balanceOf,
  landedAt,
  newOwner,
  withdrawalBody,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { bearerFor, newApp } from '../../test/app-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startSolPrice } from '../../test/fake-sol-price.ts';
import { startFaultyChain, type FaultyChain } from '../../test/faulty-chain.ts';
import { HttpClient } from '../../test/http-client.ts';
import { crashPoints, openVictims, startMillis } from '../../test/relay-victims.ts';
import { topUpRecords } from '../checkout/index.ts';
import { auditLedger } from '../ledger/index.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import type { CrashPoint } from './relay-deps.ts';

const sponsorship = { PID_SPONSOR_ACTIVATION: '10000000', PID_SPONSOR_ACTIVATION_PER_APP: '3000000' };
let world: FaultyChain;
let startVictim: Awaited<ReturnType<typeof openVictims>>;

beforeAll(async () => {
  const settings = { ...sponsorship, PID_SOL_PRICE_URL: (await startSolPrice(2_500_000)).url };
  world = await startFaultyChain({ PID_RELAY_TIMEOUT_SECONDS: '10', ...settings });
  startVictim = await openVictims(world, settings);
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
    await expect(client.post('/v1/account/withdraw', body)).rejects.toThrow(/socket hang up|ECONNRE/);
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
    await letPasskeyCount(owner);
    const victim = await startVictim(point);
    const body = await activationBody(owner);
    const client = new HttpClient(victim.url);
    client.setCookie('pid_access', owner.client.cookie('pid_access')!);
    await expect(client.post('/v1/account/activate', body)).rejects.toThrow(/socket hang up|ECONNRE/);
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

test.each<CrashPoint>(['signed', 'stored', 'sent'])(
  'kill -9 at "%s": an activation for rupiah is paid once',
  async (point) => {
    const owner = await newOwner(world.service);
    const { rows } = await world.service.db.query<{ id: string }>(
      `select id from identities where handle || '@pid' = $1`,
      [owner.pid],
    );
    await fund(world.service.db, rows[0]!.id, 10_000n);
    await letPasskeyCount(owner);
    const victim = await startVictim(point);
    const client = new HttpClient(victim.url);
    client.setCookie('pid_access', owner.client.cookie('pid_access')!);
    for (const node of [client, owner.client])
      await expect.poll(async () => (await node.get('/v1/account/activation-price')).body.price).toBe(4100);
    const body = { ...(await activationBody(owner)), payWith: 'rupiah', expectedPrice: 4100 };
    await expect(client.post('/v1/account/activate', body)).rejects.toThrow(/socket hang up|ECONNRE/);
    expect(await victim.died).toEqual([null, 'SIGKILL']);
    const balance = async () => (await owner.client.get('/v1/fiat/balance')).body.balance;
    expect(await balance()).toBe(point === 'signed' ? 10_000 : 5900);
    const answer = await owner.client.post('/v1/account/activate', body);
    expect(answer).toMatchObject({ status: 200, body: { status: 'activated' } });
    expect(await balance()).toBe(5900);
    const { findings } = await auditLedger({ ...world.service, topUps: topUpRecords });
    expect(findings).toEqual([]);
  },
  startMillis,
);

/** The victim uses the clock of the machine, which may be behind the clock of the service. */
async function letPasskeyCount({ pid }: WalletOwner): Promise<void> {
  await world.service.db.query(
    `update passkeys set counts_from = counts_from - interval '1 hour'
     where identity_id = (select id from identities where handle || '@pid' = $1)`,
    [pid],
  );
}
