import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cutSelects } from '../../packages/web/harness/judge-page.ts';
import { toAddress } from '../../packages/protocol/src/index.ts';
import { balanceOf, chainOf, giveTokens, landedAt } from '../../packages/server/test/account-helper.ts';
import { newSigner } from '../../packages/server/test/chain-helper.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import type { Device } from './support/device.ts';
import { journeys, patience, shared, signInAtProvider } from './support/journey.ts';
import { picture } from './support/phone.ts';
import { releaseTest } from '../support/release-test.ts';

const FRIEND = '6pmJDrHmBYKYzTGzPcTWzUQ3bxDFkjJUYyvbBPDXVTxR';
const FRIEND_TWO = 'HTDoLrpGgGDqyTDzPZ1bvQqPfGvQFXkDBmeZBTMvFjjw';

journeys('the wallet', shared, (world) => {
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const balance = (page: Page) => page.locator('[data-balance]').innerText();

  async function addFirstPasskey({ page }: Device): Promise<void> {
    await page.goto('/security');
    await press(page, 'Add a passkey');
    await page.getByText('This is your only passkey').waitFor();
  }

  async function activate({ page }: Device): Promise<void> {
    await page.goto('/wallet');
    await press(page, 'Give me test SOL');
    await expect.poll(() => balance(page), patience).toBe('2 SOL');
    await press(page, 'Activate with your passkey');
    await page.getByRole('heading', { name: 'Your wallet is activated' }).waitFor();
    await page.getByRole('button', { name: 'Back to the wallet' }).click();
    await page.getByRole('link', { name: 'Withdraw' }).waitFor();
  }

  async function askForSession(): Promise<string> {
    const { client } = await newPlayer(world.service);
    const { clientId } = await newApp(client);
    const { program } = await client.call('getExampleGame');
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: 'http://localhost:9/in',
      response_mode: 'query',
      state: 's',
      program,
      session_key: FRIEND,
      hours: '1',
    });
    return `/session?${query.toString()}`;
  }

  async function fillWithdrawal(page: Page, to: string, amount: string): Promise<void> {
    await page.goto('/wallet?do=withdraw');
    await page.getByLabel('Send to').fill(to);
    await page.getByLabel('How much').fill(amount);
    await press(page, 'Review');
    await page.getByRole('heading', { name: 'Check before you sign' }).waitFor();
  }

  /** Its list loads when the card comes into sight. */
  async function scrollToHistory(page: Page) {
    await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
    const list = page.getByRole('list', { name: 'History' });
    await list.waitFor();
    return list;
  }

  test('funds, activates and withdraws SOL: shows costs first, updates the balance and shows the signature', async () => {
    const device = await world.device();
    const { page } = device;
    await world.player(device);
    // A game requested a session, which needs the wallet.
    const asked = await askForSession();
    await page.goto(asked);
    await page.getByRole('link', { name: 'Pay with SOL instead' }).click();
    await page.getByText('This is a test blockchain').waitFor();
    await page.getByText('A game is waiting for this wallet').waitFor();
    expect(await page.getByText('Your wallet is ready to play').count()).toBe(0);
    await page.getByText('You need a passkey first').waitFor();
    expect(await page.getByRole('button', { name: 'Activate with your passkey' }).isDisabled()).toBe(true);
    await press(page, 'Add a passkey');
    await page.getByText('This is your only passkey').waitFor();
    await press(page, 'Give me test SOL');
    // The page shows the deposit without a reload.
    await page.getByText('2 SOL arrived.').waitFor();
    expect(await page.getByRole('main').innerText()).toContain('Account deposit');
    await press(page, 'Activate with your passkey');
    await page.getByRole('heading', { name: 'Your wallet is activated' }).waitFor();
    // Back to the game directly, or through the wallet page.
    const backToGame = page.getByRole('link', { name: 'Back to the game' });
    await backToGame.waitFor();
    await press(page, 'Back to the wallet');
    await page.getByText('Your wallet is ready to play').waitFor();
    await backToGame.click();
    await page.getByText('It can never use your wallet').waitFor();
    await page.locator('button:not([aria-disabled])', { hasText: 'Allow with your passkey' }).waitFor();
    await page.goto('/wallet?returnTo=/%5Cevil.example/session%3F');
    await page.getByRole('link', { name: 'Withdraw' }).waitFor();
    expect(await page.getByRole('link', { name: 'Back to the game' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Withdraw' }).click();
    await press(page, 'Review');
    await page.getByText('neither a player name nor a Solana address').waitFor();
    await page.getByLabel('Send to').fill(FRIEND);
    await page.getByLabel('How much').fill('5');
    await press(page, 'Review');
    await page.getByText('The wallet does not have enough').waitFor();
    await page.getByLabel('How much').fill('0.5');
    await press(page, 'Review');
    await page.getByRole('heading', { name: 'Check before you sign' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('Network fee');
    // Input survives a reload and going back. A link cannot set it.
    await page.reload();
    await page.getByRole('heading', { name: 'Check before you sign' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('How much').inputValue(), patience).toBe('0.5');
    await page.goForward();
    await page.getByText('It is on').waitFor();
    await press(page, 'Sign with your passkey');
    await page.getByRole('heading', { name: 'Withdrawn' }).waitFor();
    const signature = await page.locator('[data-signature]').innerText();
    expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
    const chain = await chainOf(world.service);
    expect(await balanceOf(chain, toAddress(FRIEND))).toBe(500_000_000n);

    await press(page, 'Back to the wallet');
    expect(page.url()).toBe(`${world.service.baseUrl}/wallet`);
    // The history from the chain: the withdrawal with its fees, and the deposit before it.
    const history = await scrollToHistory(page);
    await history.getByText('Withdrawal').waitFor();
    await history.getByText('\u22120.500011 SOL').waitFor();
    await history.getByText('+2 SOL').waitFor();
  });

  test('a phone loads the QR code and the history when they come into sight', async () => {
    const device = await world.device({ viewport: { width: 360, height: 740 } });
    const { page } = device;
    await world.player(device);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const isAsked = (part: RegExp) => asked.some((path) => part.test(path));
    await page.goto('/wallet');
    await page.getByRole('heading', { name: 'Activate your wallet' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([isAsked(/qr-code/), isAsked(/transfers/)]).toEqual([false, false]);
    await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
    await page.getByText('No transactions yet.').waitFor();
    await page.getByRole('heading', { name: 'Receive' }).scrollIntoViewIfNeeded();
    await page.getByRole('img', { name: 'QR code for the address' }).waitFor();
    expect([isAsked(/qr-code/), isAsked(/transfers/)]).toEqual([true, true]);
  });

  releaseTest(
    'a newcomer without SOL tops up, activates for rupiah and sees it on the statement',
    async () => {
      const device = await world.device({ viewport: { width: 360, height: 740 } });
      const { page } = device;
      await world.player(device);
      const asked = await askForSession();
      await page.goto(asked);
      await page.getByText('Rp4,100 once, from your rupiah balance').waitFor();
      await press(page, 'Make a passkey');
      await press(page, 'Top up Rp4,100');
      await press(page, 'Continue to payment');
      await press(page, /^Pay/);
      await page.getByRole('link', { name: 'Back' }).click();
      // Back at the game's request, which the same page continues.
      await press(page, 'Activate for Rp4,100');
      await page.locator('button:not([aria-disabled])', { hasText: 'Allow with your passkey' }).waitFor();
      await page.goto('/wallet');
      await (await scrollToHistory(page)).getByText('You paid Rp4,100').waitFor();
      await page.goto('/money');
      await page.getByText('Wallet activation').waitFor();
      await page.getByText('\u2212Rp4,100').waitFor();
    },
  );

  releaseTest(
    'offers the activation for rupiah on the wallet page, and a top-up that returns to it',
    async () => {
      const device = await world.device({ viewport: { width: 360, height: 740 }, locale: 'id-ID' });
      const { page } = device;
      await world.player(device);
      await page.goto(await askForSession());
      await page.getByRole('button', { name: 'Buat passkey' }).waitFor();
      await picture(page, 'session-offer-passkey');
      await press(page, 'Buat passkey');
      await page.getByRole('button', { name: 'Isi saldo Rp4.100' }).waitFor();
      await picture(page, 'session-offer-poor');
      await page.getByRole('link', { name: 'Bayar dengan SOL saja' }).click();
      const offer = page.getByRole('region', { name: 'Aktifkan seharga Rp4.100' });
      await offer.getByText('Kurang Rp4.100').waitFor();
      await picture(page, 'wallet-offer-poor');
      await offer.getByRole('link', { name: 'Isi saldo' }).click();
      await press(page, 'Lanjut ke pembayaran');
      await press(page, /^Bayar/);
      await page.getByRole('link', { name: 'Kembali' }).click();
      await page.getByText('Ada game yang menunggu dompet ini').waitFor();
      await picture(page, 'wallet-offer');
      await offer.getByRole('button', { name: 'Aktifkan seharga Rp4.100' }).click();
      await page.getByRole('heading', { name: 'Dompetmu aktif' }).waitFor();
      await page.getByRole('link', { name: 'Kembali ke game' }).click();
      await page.locator('button:not([aria-disabled])', { hasText: 'Izinkan dengan passkey' }).waitFor();
    },
  );

  releaseTest(
    'withdraws to a player by name: derives the wallet from the name and reports an unknown name',
    async () => {
      const device = await world.device();
      const { page } = device;
      await world.player(device);
      await addFirstPasskey(device);
      await activate(device);
      const { pid, client } = await newPlayer(world.service);
      await page.goto('/wallet?do=withdraw&step=review');
      await page.getByLabel('Send to').fill('@nobody_at_all');
      await page.getByLabel('How much').fill('0.1');
      await press(page, 'Review');
      await page.getByText('There is no player with that name').waitFor();
      await page.getByLabel('Send to').fill(pid);
      await press(page, 'Review');
      await page.getByText(pid, { exact: true }).waitFor();
      await press(page, 'Sign with your passkey');
      await page.locator('[data-signature]').waitFor();
      expect((await client.get('/v1/account')).body.balanceLamports).toBe(100_000_000);
    },
  );

  test('a reload, a lost response and a double click cause one passkey prompt and one transaction', async () => {
    const device = await world.device();
    const { page } = device;
    await world.player(device);
    await addFirstPasskey(device);
    await activate(device);
    await fillWithdrawal(page, FRIEND_TWO, '0.25');
    let sent = 0;
    await page.route('**/v1/account/withdraw', async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Sign with your passkey' }).dblclick();
    await page.getByText('We do not know yet whether it arrived').waitFor();
    expect(sent).toBe(3);
    await page.unroute('**/v1/account/withdraw');
    await device.authenticator.ignorePrompts();
    await page.reload();
    await page.locator('[data-signature]').waitFor();
    const chain = await chainOf(world.service);
    expect(await balanceOf(chain, toAddress(FRIEND_TWO))).toBe(250_000_000n);
    await press(page, 'Back to the wallet');
    await scrollToHistory(page);
    await page.reload();
    const history = await scrollToHistory(page);
    const rows = history.getByRole('listitem').filter({ hasText: 'Withdrawal' });
    await rows.first().waitFor(patience);
    expect(await rows.count()).toBe(1);
  });

  releaseTest('lists tokens and withdraws all of them to a wallet without a token account', async () => {
    const device = await world.device();
    const { page } = device;
    const { client } = await world.player(device);
    await addFirstPasskey(device);
    await activate(device);
    const { body: account } = await client.get('/v1/account');
    const chain = await chainOf(world.service);
    await giveTokens(world.service, chain, toAddress(account.smartAccountAddress), 5_000_000n);
    await page.goto('/wallet?do=withdraw');
    await page.getByLabel('What').selectOption({ index: 1 });
    await page.getByLabel('Send to').fill(FRIEND);
    await press(page, 'Everything');
    await expect.poll(() => page.getByLabel('How much').inputValue(), patience).toBe('5');
    await press(page, 'Review');
    await page.getByText('Everything (now 5 TEST)').waitFor();
    await page.getByText('Deposit for the receiver’s new token account').waitFor();
    await press(page, 'Sign with your passkey');
    await page.locator('[data-signature]').waitFor();
    await expect
      .poll(async () => (await client.get('/v1/account/assets')).body.items[1]?.amount ?? '0', patience)
      .toBe('0');
    // The deposit for the receiver's token account, in addition to the fees.
    await press(page, 'Back to the wallet');
    await (await scrollToHistory(page)).getByText(/plus 0\.00203928 SOL deposit/).waitFor();
  });

  releaseTest(
    'pays a payment request from a code: exact amount, memo and reference; refuses other codes',
    async () => {
      const device = await world.device({ viewport: { width: 360, height: 740 } });
      const { page } = device;
      await world.player(device);
      await addFirstPasskey(device);
      await activate(device);
      const [shop, order] = [newSigner().address, newSigner().address];
      const field = page.getByLabel('Send to');
      await page.goto('/wallet?do=withdraw');
      await field.fill('solana:https%3A%2F%2Fshop.example%2Fpay');
      await page.getByText('lets a website write the transaction').waitFor();
      await field.fill(`solana:${shop}?req-split=1`);
      await page.getByText('demands something that PID does not know (“req-split”)').waitFor();
      await field.fill(`solana:${shop}?amount=1&spl-token=${FRIEND_TWO}`);
      await press(page, 'Review');
      await page.getByText('which is not in your wallet').waitFor();
      await press(page, 'Discard the request');
      await field.fill(`solana:${shop}?amount=0.0000000001`);
      await press(page, 'Review');
      await page.getByText('This payment request cannot be read').waitFor();
      await press(page, 'Discard the request');

      const words = 'label=Toko%20%E2%80%AEoduB&message=Thanks&memo=Order%2012';
      await field.fill(`solana:${shop}?amount=0.123456789&reference=${order}&${words}`);
      const request = page.getByRole('region', { name: 'Payment request' });
      await request.getByText('0.123456789 SOL').waitFor();
      expect(await request.getByText('“Toko oduB”').count()).toBe(1);
      // The request decides.
      expect(await page.getByLabel('How much').count()).toBe(0);
      await picture(page, 'wallet-request');
      await press(page, 'Review');
      await page.getByRole('heading', { name: 'Check before you sign' }).waitFor();
      await page.getByText('“Order 12”').waitFor();
      await picture(page, 'wallet-request-review');
      await page.reload();
      await page.getByText('“Order 12”').waitFor();
      await press(page, 'Sign with your passkey');
      const signature = await page.locator('[data-signature]').innerText();
      const chain = await chainOf(world.service);
      expect(await balanceOf(chain, shop)).toBe(123_456_789n);
      expect(await landedAt(chain, order)).toEqual([signature]);
    },
  );

  releaseTest(
    'folds unknown tokens away, shows their names beside their address, and SOL also in rupiah',
    async () => {
      const device = await world.device({ viewport: { width: 360, height: 740 }, locale: 'id-ID' });
      const { page } = device;
      const { client } = await world.player(device);
      await page.goto('/security');
      await press(page, 'Tambah passkey');
      await page.getByText('Ini satu-satunya passkey-mu').waitFor();
      await page.goto('/wallet');
      await press(page, 'Beri aku SOL uji coba');
      await expect.poll(() => balance(page), patience).toBe('2 SOL');
      await press(page, 'Aktifkan dengan passkey');
      await press(page, 'Kembali ke dompet');
      const mint = FRIEND_TWO;
      const held = (await client.call('listAssets', {})).items;
      await page.route('**/v1/account/assets', (route) =>
        route.fulfill({
          json: {
            items: [
              ...held,
              {
                asset: mint,
                amount: '500',
                decimals: 2,
                token: { name: 'USD Coin', symbol: 'USDC', verified: false },
                unsolicited: true,
                movable: true,
              },
            ],
            nextCursor: null,
          },
        }),
      );
      // Without a source of prices, nothing is said in rupiah.
      expect(await page.getByText('Kira-kira').count()).toBe(0);
      const price = JSON.stringify({ idr: 2_500_000, at: '2026-11-18T03:05:00.000Z' });
      for (const pattern of ['**/wallet', '**/wallet?*', '**/v1/chain'])
        await page.route(pattern, async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll('"solPrice":null', `"solPrice":${price}`);
          await route.fulfill({ response, body });
        });
      await page.goto('/wallet');
      // On the card and in the list, with the time of the price.
      await expect
        .poll(() => page.getByText(/^Kira-kira Rp4\.996\.322 · harga pukul \d\d[.:]\d\d$/).count(), patience)
        .toBe(2);
      const spam = page.locator('summary', { hasText: 'Mungkin spam (1)' });
      await spam.waitFor();
      expect(await page.getByText(mint).isVisible()).toBe(false);
      await spam.click();
      await page.getByText(`“USDC” ${mint.slice(0, 4)}…${mint.slice(-4)}`).waitFor();
      await page.getByText('Nama pilihan pembuatnya').waitFor();
      await picture(page, 'wallet-spam');
      await page.goto('/wallet?do=withdraw');
      const group = page.locator('optgroup[label="Mungkin spam (1)"] option');
      await group.waitFor({ state: 'attached' });
      expect(await group.allTextContents()).toEqual([`“USDC” ${mint.slice(0, 4)}…${mint.slice(-4)}`]);
      await page.locator('select', { has: group }).selectOption(mint);
      await page.getByText('Nama pilihan pembuatnya').waitFor();
      expect(await cutSelects(page)).toEqual([]);
      await page.locator('select', { has: group }).selectOption('SOL');
      await page.getByLabel('Jumlah').fill('0,5');
      await page.getByText('Kira-kira Rp1.250.000 · harga pukul').waitFor();
    },
  );

  releaseTest(
    'after a rotation to the passkey of a second device, only that device can withdraw',
    async () => {
      const first = await world.device();
      const { email, client } = await world.player(first);
      await addFirstPasskey(first);
      await activate(first);
      await first.page.goto('/wallet?do=rotate');
      await first.page.getByText('You have no other passkey').waitFor();

      const second = await world.device();
      await second.page.goto('/signin?returnTo=%2Fsecurity');
      await signInAtProvider(second.page, email);
      await press(second.page, 'Add a passkey');
      await second.page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor();
      await first.page.goto('/security');
      await press(first.page, /^Approve/);
      await second.page
        .getByRole('heading', { name: 'Waiting for your approval' })
        .waitFor({ state: 'detached' });

      // The new passkey has not signed yet. Signing in with it proves that it works.
      await first.page.goto('/wallet?do=rotate');
      await first.page.getByText('Sign in with it once').waitFor();
      await second.page.goto('/signin?returnTo=%2Fwallet&fresh=1');
      await press(second.page, 'Sign in with a passkey');
      await second.page.getByRole('heading', { name: 'Solana wallet' }).waitFor();

      await first.page.reload();
      await press(first.page, 'Sign with the current passkey');
      await first.page.locator('[data-signature]').waitFor();
      await press(first.page, 'Back to the wallet');
      const passkeys = (await client.get('/v1/passkeys')).body;
      expect(passkeys).toHaveLength(1);
      expect(passkeys[0].authority).toBe(true);

      await fillWithdrawal(second.page, FRIEND, '0.1');
      await press(second.page, 'Sign with your passkey');
      await second.page.locator('[data-signature]').waitFor();
      await fillWithdrawal(first.page, FRIEND, '0.1');
      await press(first.page, 'Sign with your passkey');
      await first.page.getByText('did not sign').waitFor();
    },
  );
});
