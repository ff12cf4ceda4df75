// Players who come from a game and cannot continue: each page says why and what to do, and leads back to the
// game.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newAccount } from '../../packages/server/test/account-helper.ts';
import { bearing } from '../../packages/server/test/app-helper.ts';
import type { HttpClient } from '../../packages/server/test/http-client.ts';
import { givePasskey } from '../../packages/server/test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { signInAdministrator } from '../../packages/server/test/step-up-helper.ts';
import {
  identityOf,
  openShop,
  paymentsToken,
  type Shop,
} from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { grantPath, sessionPath } from '../../packages/web/harness/cast-wallet.ts';
import { picture, press } from './support/phone.ts';
import { journeys, patience, takeSession } from './support/journey.ts';
import { releaseTest } from '../support/release-test.ts';

const GAME = 'https://starpaddle.example/signed-in';
const ORIGIN = new URL(GAME).origin;
const WEEK_SECONDS = 604_800;

journeys('players who cannot continue', { PID_ADMINS: 'wasit@pid' }, (world) => {
  let shop: Shop;
  let orders = 0;
  let admin: HttpClient;
  beforeAll(async () => {
    [shop, { admin }] = await Promise.all([
      openShop(world.service, { name: 'Star Paddle', origins: [ORIGIN] }),
      signInAdministrator(world.service, 'wasit'),
    ]);
  });

  /** A phone with the session of `client`, and a game that the player returns to. */
  async function phone(client: HttpClient) {
    const device = await world.device({ locale: 'id-ID', viewport: { width: 360, height: 740 } });
    await takeSession(device, client);
    await device.context.route(`${GAME}**`, (route) => route.fulfill({ body: 'The game' }));
    return device;
  }
  async function comeBack(page: Page, answer: string | RegExp): Promise<void> {
    await page.waitForURL(`${GAME}**`);
    expect(page.url()).toMatch(answer);
  }
  async function askPayment(amount: number): Promise<string> {
    // A new token each time, because advancing the clock for a recovery exceeds the lifetime of a token.
    const machine = bearing(await paymentsToken(world.service, shop));
    const wish = { reference: `order-${(orders += 1)}`, description: 'Pedang emas', amount, returnTo: GAME };
    const asked = await world.service
      .client()
      .send('POST', `/v1/apps/${shop.clientId}/payments`, wish, machine);
    const { payUrl } = asked.body as { payUrl: string };
    return `${new URL(payUrl).pathname}?state=s1`;
  }
  const pay = (page: Page) => press(page, /^Bayar Rp/);
  const go = (page: Page, name: string) => page.getByRole('link', { name }).click();
  const confirm = (page: Page) => press(page.getByRole('dialog'), 'Konfirmasi dengan passkey');

  test('first game without SOL in an old session: the player signs in again, funds and activates the wallet, and plays', async () => {
    const { client, email } = await newPlayer(world.service);
    const { page } = await phone(client);
    await page.goto(await sessionPath(page, shop.clientId));
    await page.getByText(/Rp[\d.]+ sekali, dari saldo rupiahmu/).waitFor();
    await picture(page, 'first-no-sol');
    await go(page, 'Bayar dengan SOL saja');
    await page.getByText('Ada game yang menunggu dompet ini').waitFor();
    await picture(page, 'first-wallet');
    // A passkey registered in an old session cannot guard the wallet for three days. The page says so before
    // it creates one.
    world.service.clock.advanceSeconds(700);
    await press(page, 'Tambah passkey');
    await page.getByText('masuk lagi dulu').waitFor();
    await picture(page, 'first-sign-in-again');
    await go(page, 'Masuk lagi');
    await page.getByRole('link', { name: /^Lanjut dengan / }).click();
    await page.locator('input[name=email]').fill(email);
    await page.locator('button[type=submit]').click();
    await press(page, 'Tambah passkey');
    await press(page, 'Beri aku SOL uji coba');
    await page.locator('button:enabled', { hasText: 'Aktifkan dengan passkey' }).click();
    await press(page, 'Kembali ke dompet');
    await page.getByText('Dompetmu siap dipakai bermain').waitFor();
    await picture(page, 'first-ready');
    await go(page, 'Kembali ke game');
    await press(page, 'Izinkan dengan passkey');
    await comeBack(page, /pid_session=/);
  });

  releaseTest(
    'lost passkey of an active wallet: the session page says that only this passkey can sign, and leads back',
    async () => {
      const owner = await newAccount(world.service);
      const { page } = await phone(owner.client);
      await page.goto(await sessionPath(page, shop.clientId));
      await press(page, 'Izinkan dengan passkey');
      await page.getByText('Kalau passkey-mu tidak ada di perangkat ini').waitFor();
      expect(await page.getByText('pindai kode QR').count()).toBe(1);
      expect(await page.getByRole('link', { name: 'Pakai perangkat ini juga' }).count()).toBe(0);
      await picture(page, 'lost-session');
      await go(page, 'Passkey-ku hilang');
      await page.getByText('hanya passkey yang hilang bisa memindahkan isinya').waitFor();
      await go(page, 'Kembali ke game');
      await press(page, /^Tidak$/);
      await comeBack(page, /error=access_denied/);
    },
  );

  test('suspended player: consent, payment, session and permission pages show the reason and the help link, and lead back', async () => {
    const { client, handle, pid } = await newPlayer(world.service);
    await fund(world.service.db, await identityOf(world.service, handle), 100_000n);
    const { page } = await phone(client);
    const login = new URLSearchParams({
      client_id: shop.clientId,
      redirect_uri: GAME,
      state: 's1',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const cases = [
      ['consent', `/authorize?${login.toString()}`, /^Kembali ke Star Paddle$/, /error=access_denied/],
      ['pay', await askPayment(20_000), /^Tolak dan kembali ke Star Paddle$/, /status=declined/],
      ['session', await sessionPath(page, shop.clientId), /^Kembali ke Star Paddle$/, /error=access_denied/],
      ['grant', grantPath(shop.clientId, 7), /^Kembali ke Star Paddle$/, /error=access_denied/],
    ] as const;
    const reason = 'Laporan curang di turnamen';
    await admin.call('suspendIdentityAsAdmin', { pid, reason });
    for (const [name, path, back, answer] of cases) {
      await page.goto(path);
      await page.getByText(`Alasan: ${reason}`).waitFor();
      expect(await page.getByRole('link', { name: 'Minta bantuan' }).getAttribute('href')).toBe('/help');
      await picture(page, `suspended-${name}`);
      await press(page, back);
      await comeBack(page, answer);
    }
  });

  releaseTest(
    'second device: the first device approves its passkey, and the pending payment is paid',
    async () => {
      const { client, handle, email } = await newPlayer(world.service);
      const first = await givePasskey(client);
      await fund(world.service.db, await identityOf(world.service, handle), 2_000_000n);
      const second = world.service.client();
      await signInAs(second, email);
      const { page } = await phone(second);
      await page.goto(await askPayment(900_000));
      await pay(page);
      await confirm(page);
      await go(page, 'Pakai perangkat ini juga');
      await press(page, 'Tambah passkey');
      await page.getByRole('heading', { name: 'Menunggu persetujuanmu' }).waitFor();
      await picture(page, 'second-waiting');
      const { items } = await client.call('listCredentialApprovals');
      const approval = { id: items[0]!.id };
      const assertion = first.assert(await client.call('credentialApprovalOptions', approval));
      await client.call('approveCredential', { ...approval, assertion });
      await go(page, 'Kembali ke pembayaran');
      await pay(page);
      await confirm(page);
      await comeBack(page, /status=paid/);
    },
  );

  releaseTest(
    'passkey too new to guard a wallet: the session page says when it can, and how to play now',
    async () => {
      const { client, email } = await newPlayer(world.service);
      world.service.clock.advanceSeconds(700);
      await givePasskey(client);
      const { smartAccountAddress: address } = await client.call('getAccount');
      await client.call('requestAirdrop', { address, lamports: '2000000000' });
      await expect
        .poll(async () => (await client.call('getAccount')).status, patience)
        .not.toBe('funding_required');
      const { page } = await phone(client);
      await page.goto(await sessionPath(page, shop.clientId));
      await page.getByText('Passkey-mu masih terlalu baru').waitFor();
      await page.getByText(/Bisa menjaga dompet mulai \d/).waitFor();
      await picture(page, 'too-new');
      await press(page, 'Ke Keamanan');
      await page.getByText('bisa mengonfirmasi mulai').waitFor();
      await picture(page, 'too-new-security');
      const remove = async () => {
        await press(page, /^Hapus$/);
        await press(page.getByRole('dialog'), /^Hapus$/);
      };
      await remove();
      await page.getByRole('dialog').getByRole('link', { name: 'Masuk lagi' }).click();
      await page.getByRole('link', { name: /^Lanjut dengan / }).click();
      await page.locator('input[name=email]').fill(email);
      await page.locator('button[type=submit]').click();
      await remove();
      await page.getByText('Belum ada passkey').waitFor();
      await press(page, 'Tambah passkey');
      await page.getByText('Ini satu-satunya passkey-mu').waitFor();
      await picture(page, 'too-new-mended');
      await go(page, 'Kembali ke game');
      await press(page, 'Aktifkan dompet');
      await press(page, 'Izinkan dengan passkey');
      await comeBack(page, /pid_session=/);
    },
  );

  releaseTest(
    'lost passkey for a payment above the step-up amount: recovery is offered, leads back, and allows the payment a week later',
    async () => {
      const { client, handle, email } = await newPlayer(world.service);
      await givePasskey(client);
      await fund(world.service.db, await identityOf(world.service, handle), 3_000_000n);
      await signInAs(client, email);
      const device = await phone(client);
      const { page } = device;
      await page.goto(await askPayment(900_000));
      await pay(page);
      await confirm(page);
      await page.getByText('Kalau passkey-mu tidak ada di perangkat ini').waitFor();
      await picture(page, 'lost-dialog');
      await go(page, 'Passkey-ku hilang');
      await page.getByText('Akunmu kembali setelah tujuh hari').waitFor();
      await picture(page, 'lost-recovery');
      await press(page, 'Mulai dengan passkey baru');
      await page.getByText('Pemulihanmu sedang berjalan').waitFor();
      await picture(page, 'lost-running');
      await go(page, 'Kembali ke pembayaran');
      await press(page, 'Tolak');
      await comeBack(page, /status=declined/);

      world.service.clock.advanceSeconds(WEEK_SECONDS + 60);
      await signInAs(client, email);
      await takeSession(device, client);
      await page.goto('/recovery');
      await press(page, 'Selesaikan pemulihan');
      await page.getByText('Passkey barumu mengambil alih').waitFor();
      const path = await askPayment(900_000);
      await expect.poll(async () => (await client.call('listPasskeys')).length, patience).toBe(1);
      await page.goto(path);
      await pay(page);
      await confirm(page);
      await comeBack(page, /status=paid/);
    },
  );
});
