import { beforeAll, expect, test } from 'vitest';
import {
  chainOf,
  fund,
  giveTokens,
  newAccount,
  newOwner,
  sol,
  withdraw,
  withdrawalBody,
} from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { fund as fundRupiah } from '../ledger/testing/ledger-fixture.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import { readChanges } from './read-changes.ts';

let service: TestService;
let chain: ChainClient;

beforeAll(async () => {
  service = await startTestService();
  chain = await chainOf(service);
});

async function identityOf(pid: string): Promise<string> {
  const { rows } = await service.db.query<{ id: string }>('select id from identity_facts where pid = $1', [
    pid,
  ]);
  return rows[0]!.id;
}

test('lists incoming and outgoing SOL and tokens with direction, amount and counterparty', async () => {
  const owner = await newAccount(service, sol);
  await fund(owner, 5_000_000n);
  const mint = await giveTokens(service, chain, owner.vault, 777n);
  const [friend, other] = [newSigner().address, newSigner().address];
  expect((await withdraw(owner, { to: friend, amount: 3_000_000n })).status).toBe(200);
  expect((await withdraw(owner, { asset: mint, to: other, amount: 7n })).status).toBe(200);
  const { items, nextCursor } = (await owner.client.get('/v1/account/transfers')).body;
  expect(nextCursor).toBeNull();
  const lines = items.flatMap(({ changes }: { changes: Record<string, unknown>[] }) =>
    changes.map(({ asset, direction, amount, counterparty }) => [asset, direction, amount, counterparty]),
  );
  // The token change comes before the SOL change of its fees.
  expect(lines[0]).toEqual([mint, 'out', '7', other]);
  expect(lines[1].slice(0, 2)).toEqual(['SOL', 'out']);
  // The amount includes the fees, and the receivers of the fees are not the counterparty.
  expect(lines[2]).toEqual(['SOL', 'out', '3011000', friend]);
  expect(lines).toContainEqual([mint, 'in', '777', null]);
  const incoming = lines.filter(([asset, direction]: string[]) => asset === 'SOL' && direction === 'in');
  expect(incoming.map(([, , amount]: string[]) => amount)).toContain('5000000');
  expect(incoming.every(([, , , counterparty]: string[]) => counterparty !== null)).toBe(true);
  const { items: notices } = await owner.client.call('listNotices', {});
  expect(notices.find(({ data }) => data['asset'] === mint)?.data).toMatchObject({
    amount: '7',
    decimals: 6,
    assetName: 'TEST',
  });
});

test('names players whom the owner knows: by a withdrawal to the name, or by rupiah; others stay addresses', async () => {
  const owner = await newAccount(service, sol);
  const [named, paid, stranger] = [await newOwner(service), await newOwner(service), await newOwner(service)];
  await fundRupiah(service.db, await identityOf(paid.pid), 10_000n);
  expect((await paid.client.post('/v1/fiat/sends', { to: owner.pid, amount: 1000 })).status).toBe(201);
  for (const [to, toPid] of [[named.vault, named.pid], [paid.vault], [stranger.vault]] as const) {
    const body = await withdrawalBody(owner, { to, amount: 2_000_000n });
    const answer = await owner.client.post('/v1/account/withdraw', toPid ? { ...body, toPid } : body);
    expect(answer.status, answer.text).toBe(200);
  }
  const { items } = await owner.client.call('listTransfers', {});
  const names = new Map(
    items.flatMap(({ changes }) => changes.map(({ counterparty, pid }) => [counterparty, pid])),
  );
  expect([named, paid, stranger].map(({ vault }) => names.get(vault))).toEqual([named.pid, paid.pid, null]);
  const { items: notices } = await owner.client.call('listNotices', {});
  const told = notices.filter(({ type }) => type === 'wallet.withdrawn').map(({ data }) => data['pid']);
  expect(told).toEqual([undefined, paid.pid, named.pid]);
});

test('refuses a name that does not belong to the address', async () => {
  const owner = await newAccount(service, sol);
  const friend = await newOwner(service);
  const body = await withdrawalBody(owner, { to: newSigner().address, amount: 2_000_000n });
  const answer = await owner.client.post('/v1/account/withdraw', { ...body, toPid: friend.pid });
  expect([answer.status, answer.body.message]).toEqual([400, ['to must be the wallet of toPid']]);
});

test('pages through the transfers of the caller only', async () => {
  const owner = await newAccount(service, sol);
  for (const lamports of [1n, 2n, 3n]) await fund(owner, lamports);
  const whole = (await owner.client.get('/v1/account/transfers')).body.items;
  const seen: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null && seen.length <= whole.length) {
    const page: { items: unknown[]; nextCursor: string | null } = (
      await owner.client.get(`/v1/account/transfers?limit=2${cursor && `&cursor=${cursor}`}`)
    ).body;
    seen.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(whole);
  const stranger = await newOwner(service);
  expect((await stranger.client.get('/v1/account/transfers')).body).toEqual({ items: [], nextCursor: null });
  expect((await owner.client.get('/v1/account/transfers?cursor=abc')).status).toBe(400);
});

test('a transaction that only mentions the vault has no changes', () => {
  const vault = newSigner().address;
  const [payer, payee] = [newSigner().address, newSigner().address];
  const mention = {
    keys: [payer, payee, vault],
    preBalances: [10n, 0n, 5n],
    postBalances: [4n, 5n, 5n],
    preTokenBalances: [],
    postTokenBalances: [],
  };
  expect(readChanges(mention, vault, new Set())).toEqual([]);
});
