import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page, Route } from 'playwright-core';
import {
  entryHash,
  fromBase64,
  liabilityLeaf,
  nameHash,
  toBase64,
  type LiabilityProof,
  type PostingProof,
} from '@pid/protocol/books';
import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { identityOf, openShop } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { asSuperuser } from '../../packages/server/test/test-database.ts';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { releaseTest } from '../support/release-test.ts';
import { journeys } from './support/journey.ts';
import { picture } from './support/phone.ts';

const script = fileURLToPath(new URL('../../examples/verify/verify.py', import.meta.url));
const phone = { viewport: { width: 360, height: 740 } };

/** Changes the responses of the service before they reach the page. */
async function change<T>(page: Page, path: string, edit: (body: T) => object): Promise<void> {
  await page.route(path, async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: edit((await response.json()) as T) });
  });
}

/** The proof of an account without a key. */
function closed(proof: PostingProof): PostingProof {
  const entries = proof.entries.map((entry) => {
    if ('hash' in entry) return entry;
    const [amount, balance] = [BigInt(entry.amount), BigInt(entry.balanceAfter)];
    return { hash: toBase64(entryHash(fromBase64(entry.salt), nameHash(entry.name), amount, balance)) };
  });
  return { ...proof, entries };
}

journeys('books that anyone can check', { PID_CHAIN: 'off' }, (world) => {
  const publish = async () => {
    await world.service.service.runJob('append to the public log');
    await world.service.service.runJob('publish liabilities');
  };

  /** Enters an anchor of the tree. Returns its memo. */
  async function anchor(): Promise<string> {
    const { rows } = await asSuperuser(world.service).query<{ memo: string }>(
      `update liability_days set anchor_signature = 'signature', anchor_slot = 1,
         anchor_memo = concat_ws(' ', 'PID:BOOKS', to_char(date, 'YYYY-MM-DD'), encode(root, 'hex'), total, encode(sha256(convert_to(coalesce(checkpoint, ''), 'UTF8')), 'hex'))
       where date = (select max(date) from liability_days) returning anchor_memo as memo`,
    );
    return rows[0]!.memo;
  }

  async function sender(handle: string) {
    const { service } = world;
    const device = await world.device(phone);
    const { client } = await world.player(device, handle);
    await fund(service.db, await identityOf(service, handle), 100_000n, service.clock);
    const { pid } = await newPlayer(service);
    const { id } = await client.call('sendMoney', { to: pid, amount: 20_000 });
    return { page: device.page, client, id };
  }

  async function check(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^(Check this|Periksa ini)$/ }).click();
  }

  test('a player checks a receipt on the device, saves the proof, and sees a change of the ledger', async () => {
    const { service } = world;
    const { page, client, id } = await sender('checker');
    await publish();
    const memo = await anchor();
    await page.goto(`/receipts/${id}`);
    await check(page);
    await page.getByText('This is in the public books').waitFor();
    await page.getByText(memo, { exact: true }).waitFor();
    await page.getByText(/^\u2212Rp20,100 is entry \d+ of \d+ in the log\.$/).waitFor();
    await page.getByText('is part of the published total').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the proof' }).click(),
    ]);
    const { key } = await client.call('getTransparency');
    const receipt = ['--id', id, '--name', 'checker@pid', '--amount', '-20100'];
    const verifier = [script, await download.path(), '--key', key!, ...receipt, '--memo', memo];
    const { stdout } = await promisify(execFile)('python3', verifier);
    expect(stdout).toMatch(
      /: checker@pid -20100 = 79900\nchecker@pid is owed 79900 of \d+ on .*, as anchored/,
    );
    const { items } = await client.call('getStatement', {});
    // Entries of the minutes around the tree could be younger than it.
    const earlier = new Date(Date.now() - 3_600_000).toISOString();
    const higher = items.map((entry) => ({ ...entry, balanceAfter: 100_000, createdAt: earlier }));
    const statement = /\/v1\/fiat\/statement\?/;
    await page.route(statement, (route) => route.fulfill({ json: { items: higher, nextCursor: null } }));
    await check(page);
    await page.getByText(/contains only Rp79,900 of yours, which is less than your statement says/).waitFor();
    await page.unroute(statement);
    const topUp = items.find(({ type }) => type === 'topup')!;
    await page.goto(`/receipts/${topUp.id}?at=${encodeURIComponent(topUp.createdAt)}`);
    await check(page);
    await page.getByText(/^Rp100,000 is entry \d+/).waitFor();
    const db = asSuperuser(service);
    await db.query("set session_replication_role = 'replica'");
    await db.query('update ledger_entries set amount = amount - 1 where posting_id = $1', [id]);
    await page.goto(`/receipts/${id}`);
    await check(page);
    await page.getByText('This does not agree with the public books').waitFor();
    await page.getByText('\u2212Rp20,100 or the new balance differs from the entry in the log.').waitFor();
  });

  releaseTest('a player checks the newest entries of the statement', async () => {
    const { page, client } = await sender('checker_list');
    for (let count = 0; count < 4; count += 1)
      await client.call('sendMoney', { to: (await newPlayer(world.service)).pid, amount: 1000 });
    await publish();
    await page.goto('/money?period=all');
    await check(page);
    await page.getByText('This is in the public books').waitFor();
    await page.getByText('6 entries are in the log, with their amounts and balances.').waitFor();
    await picture(page, 'statement-checked');
    const db = asSuperuser(world.service);
    await db.query("set session_replication_role = 'replica'");
    const { items } = await client.call('getStatement', { limit: 1 });
    await db.query('update ledger_entries set amount = amount - 1 where posting_id = $1', [items[0]!.id]);
    await page.reload();
    await check(page);
    await page.getByText('This does not agree with the public books').waitFor();
    await page.getByText('5 entries are in the log, with their amounts and balances.').waitFor();
    await page.getByText(/ or the new balance differs from the entry in the log\.$/).waitFor();
    await db.query('update ledger_entries set amount = amount + 1 where posting_id = $1', [items[0]!.id]);
  });

  releaseTest('says since when entries cannot be checked because the service lost its key', async () => {
    const { page, client, id } = await sender('checker_lost');
    await publish();
    const { rows } = await world.service.db.query<{ account: bigint }>(
      'select e.account_id as account from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.posting_id = $1 and a.identity_id = $2',
      [id, await identityOf(world.service, 'checker_lost')],
    );
    await asSuperuser(world.service).query(
      "insert into log_lost_account_keys select $1, number, size, '2026-03-04T10:00:00Z' from log_heads order by number desc limit 1",
      [rows[0]!.account],
    );
    await page.goto(`/receipts/${id}`);
    await check(page);
    await page.getByText('This cannot be proven').waitFor();
    await page.getByText('\u2212Rp20,100 cannot be checked any more since 2026-03-04.').waitFor();
    await page.getByText('The service has lost its key of your account').waitFor();
    await picture(page, 'key-lost');
    expect((await client.get(`/v1/fiat/postings/${id}/proof`)).status).toBe(409);
  });

  releaseTest(
    'a proof that opens nothing proves nothing, and the proof of another posting is wrong',
    async () => {
      const { page, client, id } = await sender('checker_open');
      await publish();
      const { items } = await client.call('getStatement', {});
      const topUp = items.find(({ type }) => type === 'topup')!.id;
      const other = (await client.get(`/v1/fiat/postings/${topUp}/proof`)).body;
      await page.goto(`/receipts/${id}`);
      await change(page, '**/v1/fiat/postings/*/proof', closed);
      await check(page);
      await page.getByText('This cannot be proven').waitFor();
      await page.getByText(/^Your device cannot compare \u2212Rp20,100 with entry \d+/).waitFor();
      expect(await page.getByText('This is in the public books').count()).toBe(0);
      await page.getByRole('button', { name: 'Indonesia' }).click();
      await page.getByText('Ini tidak bisa dibuktikan').waitFor();
      await page.unroute('**/v1/fiat/postings/*/proof');
      await change(page, '**/v1/fiat/postings/*/proof', () => other);
      await check(page);
      await page.getByText('Ini tidak cocok dengan pembukuan publik').waitFor();
      await page.unroute('**/v1/fiat/postings/*/proof');
      await change(page, '**/v1/fiat/postings/*/proof', () => closed(other));
      await page.reload();
      await check(page);
      await page.getByText('Ini tidak cocok dengan pembukuan publik').waitFor();
    },
  );

  releaseTest(
    'an entry that is not in the log after a day is missing, and so is a total of the last days',
    async () => {
      const { page, id } = await sender('checker_missing');
      await publish();
      await page.route('**/v1/fiat/postings/*/proof', (route) =>
        route.fulfill({
          status: 409,
          headers: { 'pid-error': 'proof_not_ready' },
          json: { message: 'Not yet' },
        }),
      );
      await page.goto(`/receipts/${id}`);
      await check(page);
      await page.getByText('\u2212Rp20,100 is not in the log yet.').waitFor();
      await page.getByText('This is not in the public log yet. Try again in a moment.').waitFor();
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      // The document contains the receipt.
      await page.route(`**/receipts/${id}`, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(
          /"createdAt":"[^"]+"/g,
          `"createdAt":"${daysAgo(1)}"`,
        );
        await route.fulfill({ response, body });
      });
      await page.reload();
      await check(page);
      await page.getByText('\u2212Rp20,100 is not in the log, although it is older than a day.').waitFor();
      await page.getByText('This does not agree with the public books').waitFor();
      await picture(page, 'entry-missing');

      await page.unroute('**/v1/fiat/postings/*/proof');
      const last = daysAgo(5).slice(0, 10);
      await change<{ liabilities: object }>(page, '**/v1/transparency', (books) => ({
        ...books,
        liabilities: { ...books.liabilities, date: last },
      }));
      // The account is older than two days.
      await page.route(/\/v1\/fiat\/statement\?/, (route) => {
        const url = new URL(route.request().url());
        url.searchParams.delete('to');
        return route.continue({ url: url.href });
      });
      await check(page);
      await page.getByText(`No total with your balance was published after ${last}.`).waitFor();
      await page.getByText('This is in the public books, but there is a warning').waitFor();
    },
  );

  releaseTest(
    'a balance in a tree for one player, or in no tree, is not part of the published total',
    async () => {
      const { page, client, id } = await sender('checker_tree');
      await world.service.service.runJob('append to the public log');
      await page.goto(`/receipts/${id}`);
      // The tree of today is older than this account.
      await check(page);
      await page.getByText('Your balance is not in a daily total yet.').waitFor();
      await page.getByText('This is in the public books').waitFor();

      await change<{ liabilities: object }>(page, '**/v1/transparency', (books) => ({
        ...books,
        liabilities: { ...books.liabilities, date: '2999-01-01' },
      }));
      await check(page);
      await page.getByText('Your balance is missing in the published total of 2999-01-01.').waitFor();
      await page.getByText('This does not agree with the public books').waitFor();
      await page.unroute('**/v1/transparency');

      const { pid } = (await client.get('/v1/identity')).body;
      const { liabilities } = (await client.get('/v1/transparency')).body;
      const salt = toBase64(new Uint8Array(32));
      const root = toBase64(liabilityLeaf(fromBase64(salt), nameHash(pid), 79_900n));
      const alone: LiabilityProof = {
        date: liabilities.date,
        balance: 79_900,
        salt,
        path: [],
        root,
        total: 79_900,
      };
      await page.route('**/v1/fiat/liability-proof', (route) => route.fulfill({ json: alone }));
      await check(page);
      await page.getByText('Your Rp79,900 is not part of the published total').waitFor();
      await page.getByText('This does not agree with the public books').waitFor();
    },
  );

  releaseTest('a player checks every step of a payment', async () => {
    const { service } = world;
    const shop = await openShop(service, { name: 'Three in a Row' });
    const { page, client } = await sender('checker_payer');
    const { body } = await shop.create({ amount: 20_000, capture: 'manual' });
    await client.post(`/v1/payments/${body.id}/confirm`, { expectedTotal: 20_100 });
    await shop.ask('POST', `/payments/${body.id}/capture`, { amount: 15_000 });
    await shop.ask('POST', `/payments/${body.id}/refunds`, { amount: 5000, reason: 'Came late' });
    await publish();
    await page.goto(`/payments/${body.id}`);
    await check(page);
    await page.getByText('This is in the public books').waitFor();
    const steps = page.getByRole('list', { name: 'What was compared' }).getByRole('listitem');
    expect((await steps.allInnerTexts()).slice(0, 3)).toEqual([
      expect.stringMatching(/^\u2212Rp20,100 is entry/),
      expect.stringMatching(/^Rp5,000 is entry/),
      expect.stringMatching(/^Rp5,000 is entry/),
    ]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
    ).toBe(false);
  });

  test('everyone reads what is owed, in Indonesian, and the device verifies the log', async () => {
    const { page } = await world.device({ ...phone, locale: 'id-ID' });
    const memo = await anchor();
    await world.service.db.query(
      `insert into liability_days (date, at, total, root, count) select date - 1, at - interval '1 day', 70000, root, 3 from liability_days`,
    );
    await world.service.db.query(
      "insert into reserves (amount, source, at, entered_by) values (250000, 'mutasi rekening BCA', now() - interval '1 hour', 'cli')",
    );
    await page.route('**/v1/chain', (route) =>
      route.fulfill({ json: { explorerUrl: 'https://explorer.example/tx/{signature}' } }),
    );
    await page.goto('/transparency');
    await page.getByRole('img', { name: /^Total utang dari .* sampai .*, terakhir Rp[\d.]+$/ }).waitFor();
    const [last] = (await world.service.client().call('getTransparencyHistory')).items.slice(-1);
    await page.getByText(`${last!.count} akun, pada`).waitFor();
    await page.getByText('Rp250.000', { exact: true }).waitFor();
    await page.getByText('Menurut pengelola: mutasi rekening BCA').waitFor();
    const explorer = page.getByRole('link', { name: 'Buka di penjelajah blockchain' });
    expect(await explorer.getAttribute('href')).toBe('https://explorer.example/tx/signature');
    await page.getByRole('heading', { name: 'Utang kepada pemain dan aplikasi' }).waitFor();
    await page.getByText(memo, { exact: true }).waitFor();
    await page.getByText('Perangkatmu menghitung memonya').waitFor();
    await page.getByText('Tanda tangannya benar. Perangkat ini baru pertama kali').waitFor();
    await page.reload();
    await page.getByText('Tanda tangannya benar, dan log memuat semua').waitFor();
    await picture(page, 'transparency');
    const db = asSuperuser(world.service);
    await db.query("set session_replication_role = 'replica'");
    const rename = 'update liability_days set checkpoint = replace(checkpoint, $1, $2)';
    await db.query(rename, ['/log\n', '/log/9\n']);
    await page.reload();
    await page.getByText('Log tidak memuat titik periksa yang disebut di memo.').waitFor();
    await page.getByText('Memo di blockchain adalah memo untuk total yang lain.').waitFor();
    await page.getByText('Perangkat ini pernah melihat total lain untuk tanggal itu').waitFor();
    expect(await page.getByText('Perangkatmu menghitung memonya').count()).toBe(0);
    await db.query(rename, ['/log/9\n', '/log\n']);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
    ).toBe(false);
  });

  // Last, because the log of this service has another name afterwards.
  releaseTest(
    'a device recognises a log that was restarted, and warns of one that it cannot link',
    async () => {
      const { service } = world;
      const [early, late] = [(await world.device(phone)).page, (await world.device(phone)).page];
      await early.goto('/transparency');
      await early.getByText('This device checks the log for the first time').waitFor();
      const { client } = await newPlayer(service);
      await fund(service.db, await identityOf(service, 'checker'), 1n, service.clock);
      await publish();
      await late.goto('/transparency');
      await late.getByText('This device checks the log for the first time').waitFor();
      const seen = await early.evaluate(() => localStorage.getItem('pid:log') ?? '');
      const environment = {
        PID_DATABASE_URL: serviceUrl(service.connectionString),
        PID_MASTER_KEY: testMasterKey,
        PID_CHAIN: 'off',
        PID_LOG_LEVEL: 'silent',
      };
      expect(await runPid(['log', 'restart', '--yes'], environment)).toMatchObject({ code: 0 });
      await publish();
      expect((await client.get('/v1/transparency')).body.origin).toMatch(/\/log\/2$/);
      for (const page of [late, early]) {
        await page.reload();
        await page.getByText('begins with a checkpoint of the old log that contains everything').waitFor();
        await page.reload();
        await page.getByText('the log contains everything that this device saw before').waitFor();
      }
      // The key of the new log has not signed the old one, with the checkpoint that the memo names.
      const memo = await anchor();
      expect(await runPid(['log', 'rotate', '--yes'], environment)).toMatchObject({ code: 0 });
      await late.reload();
      await late.getByText(memo, { exact: true }).waitFor();
      await late.getByText('the log contains everything that this device saw before').waitFor();
      expect(await late.getByText('does not contain the checkpoint').count()).toBe(0);
      const { page: other } = await world.device(phone);
      await other.goto('/transparency');
      await other.evaluate((seen) => localStorage.setItem('pid:log', seen), seen);
      await other.route('**/log/2/previous', (route) => route.fulfill({ body: 'something else' }));
      for (let visit = 0; visit < 2; visit += 1) {
        await other.reload();
        await other.getByText('nothing proves that it contains what this device saw').waitFor();
      }
    },
  );
});
