import { defaultLanguage, type Language } from '@pid/contract/languages';
import type { Page } from 'playwright-core';
import type { Cast, Who } from './cast.ts';
import { grantPath } from './cast-wallet.ts';

/** One page in one state, on the real service. */
export interface Scene {
  readonly name: string;
  readonly who: Who;
  readonly path: (cast: Cast) => string;
  /** Text that appears once the page has loaded. */
  readonly ready: string | RegExp;
  readonly locale?: Language;
  readonly prepare?: (page: Page) => Promise<void>;
  /** Takes a screenshot of the window only, because a dialog covers only the window. */
  readonly windowOnly?: boolean;
}

type Extra = Partial<Pick<Scene, 'locale' | 'prepare' | 'windowOnly'>>;

function scene(name: string, who: Who, path: string, ready: string | RegExp, extra: Extra = {}): Scene {
  return { name, who, path: () => path, ready, ...extra };
}

async function typeHandle(page: Page, handle: string, settled: string): Promise<void> {
  await page.locator('input[name=handle]').fill(handle);
  await page.getByText(settled).waitFor();
}

async function confirmHandle(page: Page): Promise<void> {
  await typeHandle(page, 'budi_99', 'budi_99@pid is free');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('dialog .button-sun:not([aria-disabled])').waitFor();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
}

/** Leaves the browser in the state after a connection broke during a send. */
async function loseAnswer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const body = JSON.stringify({ to: 'ratu@pid', amount: 25_000 });
    localStorage.setItem('pid:intent:send', JSON.stringify({ key: 'lost', body, startedAt: Date.now() }));
  });
  await page.reload();
  await page.getByText('Not finished yet').waitFor();
  await page.evaluate(() => localStorage.removeItem('pid:intent:send'));
}

/** Starts a device sign-in and types its code. */
async function typeDeviceCode(page: Page): Promise<void> {
  const apps = (await (await page.request.get('/v1/apps')).json()) as {
    items: { client_id: string; deviceFlow: boolean }[];
  };
  const clientId = apps.items.find(({ deviceFlow }) => deviceFlow)!.client_id;
  const form = { client_id: clientId, scope: 'openid profile' };
  const asked = await page.request.post('/oidc/device_authorization', { form });
  await page.locator('input[name=user-code]').fill(((await asked.json()) as { user_code: string }).user_code);
  await page.locator('button[type=submit]').click();
  await page.locator('.button-sun:not([aria-disabled])').waitFor();
}

async function chooseGuardians(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up recovery' }).click();
  await page.getByText('Who should help you?').waitFor();
}

async function makeSheet(page: Page): Promise<void> {
  await chooseGuardians(page);
  await page.getByRole('button', { name: 'A sheet of paper' }).click();
  await page.getByText('Your recovery sheet').waitFor();
}

/** On a slow connection: what stands below must not move when the result comes. */
async function checkThis(page: Page): Promise<void> {
  await page.route(/\/postings\/[^/]+\/proof$/u, async (route) => {
    await page.waitForTimeout(1000);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Check this' }).click();
  await page.getByText('This is in the public books').waitFor();
}

const allowPath = ({ allowanceId }: Cast) => `/allow/${allowanceId}`;
const receiptPath = ({ money }: Cast) => `/receipts/${money.sendId}`;
const paymentPath = ({ money }: Cast) => `/payments/${money.paymentId}`;
const payPath =
  (to: keyof Cast['money']['open']) =>
  ({ money }: Cast) =>
    `/pay/${money.open[to]}`;
const checkoutPath =
  (state: keyof Cast['money']['checkouts']) =>
  ({ money }: Cast) =>
    `/checkout/${money.checkouts[state]}`;
const FRIEND = '6pmJDrHmBYKYzTGzPcTWzUQ3bxDFkjJUYyvbBPDXVTxR';

async function reviewWithdrawal(page: Page): Promise<void> {
  await page.getByLabel('Send to').fill(FRIEND);
  await page.getByLabel('How much').fill('0.5');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Leaves your wallet').waitFor();
}

async function mistypeWithdrawal(page: Page): Promise<void> {
  await page.getByLabel('Send to').fill('not an address');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('neither a player name nor a Solana address').waitFor();
}

async function mistypeExit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.getByText('The RPC server needs an https address').waitFor();
}

const askedPath = ({ clientId }: Cast) => grantPath(clientId, 2);
const gamePath = ({ gameId }: Cast) => `/games/${gameId}`;
const appPath = ({ clientId }: Cast) => `/apps/${clientId}`;
const appPaymentsPath = ({ clientId }: Cast) => `/apps/${clientId}/payments`;
const appItemsPath = ({ clientId }: Cast) => `/apps/${clientId}/items`;
const appMembersPath = ({ clientId }: Cast) => `/apps/${clientId}/members`;
const sendLinkPath = ({ clientId }: Cast) =>
  `/send?to=ratu@pid&client_id=${clientId}&return_to=http://localhost:1/back`;
const loginPath = (cast: Cast) => cast.loginPath;
const signInGamePath = (cast: Cast) => `/signin?returnTo=${encodeURIComponent(cast.loginPath)}`;

export const SCENES: readonly Scene[] = [
  scene('landing', 'nobody', '/', 'One name. Every game.'),
  scene('landing-id', 'nobody', '/', 'Satu nama. Semua game.', { locale: 'id' }),
  scene('signin', 'nobody', '/signin', /^Continue with /),
  scene('signin-id', 'nobody', '/signin', /^Lanjut dengan /, { locale: 'id' }),
  scene('signin-failed', 'nobody', '/signin?error=sign_in_failed', /^Continue with /),
  scene('signin-known', 'player', '/signin', 'Welcome back, raka_77@pid'),
  scene('claim', 'newcomer', '/claim', 'Signed in with', {
    prepare: (page) => typeHandle(page, 'budi_99', 'budi_99@pid is free'),
  }),
  scene('claim-taken', 'newcomer', '/claim', 'Signed in with', {
    prepare: (page) => typeHandle(page, 'raka_77', 'already belongs to someone'),
  }),
  scene('claim-confirm', 'newcomer', '/claim', 'Signed in with', {
    prepare: confirmHandle,
    windowOnly: true,
  }),
  scene('claim-app', 'guest', '/claim', 'You are signing in to Star Paddle'),
  scene('claim-none', 'nobody', '/claim', 'Sign in first'),
  { ...scene('authorize', 'player', '', 'Sign in to Star Paddle'), path: loginPath },
  { ...scene('authorize-id', 'player', '', 'Masuk ke Star Paddle', { locale: 'id' }), path: loginPath },
  scene('authorize-broken', 'player', '/authorize?client_id=nobody', 'This sign-in link is broken'),
  scene('device', 'player', '/device', 'Type the code that your console'),
  scene('device-id', 'player', '/device', 'Ketik kode yang tampil', { locale: 'id' }),
  scene('device-compare', 'player', '/device', 'Type the code that your console', {
    prepare: typeDeviceCode,
  }),
  scene('device-compare-id', 'player', '/device', 'Ketik kode yang tampil', {
    locale: 'id',
    prepare: typeDeviceCode,
  }),
  { ...scene('signin-game', 'nobody', '', 'to continue to Star Paddle'), path: signInGamePath },
  { ...scene('grant', 'player', '', 'Let Star Paddle act for your account?'), path: askedPath },
  { ...scene('grant-id', 'player', '', 'Izinkan Star Paddle bertindak', { locale: 'id' }), path: askedPath },
  scene(
    'grant-broken',
    'player',
    '/grant?client_id=nobody&redirect_uri=x&request=x',
    'This request is broken',
  ),
  scene('home', 'player', '/home', 'All activity'),
  scene('home-id', 'player', '/home', 'Semua aktivitas', { locale: 'id' }),
  scene('home-menu', 'player', '/home', 'All activity', {
    prepare: (page) => press(page, 'Menu'),
    windowOnly: true,
  }),
  scene('games', 'player', '/games', 'All games'),
  scene('games-id', 'player', '/games', 'Semua game', { locale: 'id' }),
  { ...scene('game', 'player', '', 'You and this game'), path: gamePath },
  { ...scene('game-id', 'player', '', 'Kamu dan game ini', { locale: 'id' }), path: gamePath },
  scene('game-none', 'player', '/games/app_000000000000000000000000', 'This game is not here'),
  scene('home-suspended', 'suspended', '/home', 'All activity'),
  scene('offline', 'player', '/home', 'All activity', { prepare: goOffline }),
  scene('money', 'player', '/money', 'Noodles on Friday'),
  scene('money-id', 'player', '/money', 'Dari ratu@pid', { locale: 'id' }),
  { ...scene('allow', 'player', '', 'charge you?'), path: allowPath },
  { ...scene('allow-id', 'player', '', 'menagihmu?', { locale: 'id' }), path: allowPath },
  { ...scene('allow-gone', 'admin', '', 'Nothing to allow here'), path: allowPath },
  scene('payments', 'player', '/payments', 'No payments yet'),
  scene('payments-id', 'player', '/payments', 'Belum ada pembayaran', { locale: 'id' }),
  { ...scene('app-payments', 'player', '', 'Available for payout'), path: appPaymentsPath },
  { ...scene('app-items', 'player', '', 'No items yet'), path: appItemsPath },
  { ...scene('app-members', 'player', '', 'Give the app to someone else'), path: appMembersPath },
  {
    ...scene('app-members-id', 'player', '', 'Alihkan aplikasi ke orang lain', { locale: 'id' }),
    path: appMembersPath,
  },
  { ...scene('send-link', 'player', '', 'Cancel and go back to Star Paddle'), path: sendLinkPath },
  scene('money-days', 'player', '/money?period=custom&from=2020-01-01&to=2020-01-31', 'No entries in this'),
  scene('money-suspended', 'suspended', '/money?period=all', 'No entries yet'),
  { ...scene('pay-id', 'player', '', 'Harga dan biaya', { locale: 'id' }), path: payPath('game') },
  {
    ...scene('pay', 'admin', '', 'Price and fees', {
      prepare: (page) => page.getByText('Price and fees').click(),
    }),
    path: payPath('app'),
  },
  scene('send', 'player', '/send', 'Both of you will see it'),
  scene(
    'send-person-id',
    'player',
    '/send?to=very_long_handle_20x@pid&amount=25000',
    'Belum pernah kamu kirimi',
    {
      locale: 'id',
    },
  ),
  scene('send-name-free', 'player', '/send?to=nobody_at_all@pid', 'Nobody is called'),
  scene('send-flaws', 'player', '/send?to=x&amount=0', 'Both of you will see it', {
    prepare: (page) => page.getByRole('button', { name: 'Continue' }).click(),
  }),
  scene('send-review', 'player', '/send?to=ratu@pid&amount=25000&note=Lunch&step=review', 'You pay'),
  scene('send-review-id', 'player', '/send?to=ratu@pid&amount=25000&step=review', 'Kamu bayar', {
    locale: 'id',
  }),
  scene('send-poor', 'player', '/send?to=ratu@pid&amount=9000000&step=review', 'Your balance is too low'),
  scene(
    'send-nobody',
    'player',
    '/send?to=nobody_at_all@pid&amount=5000&step=review',
    'Nobody has that name',
  ),
  scene('send-unfinished', 'player', '/send', 'Both of you will see it', { prepare: loseAnswer }),
  scene('help', 'nobody', '/help', 'I lost my phone or my passkey'),
  scene('locked-out', 'nobody', '/cannot-sign-in', 'I lost my passkey or my phone'),
  scene('locked-out-id', 'nobody', '/cannot-sign-in', 'Passkey atau ponselku hilang', { locale: 'id' }),
  scene('transparency', 'nobody', '/transparency', 'How to check'),
  scene('ask', 'player', '/ask', 'Your public page'),
  scene('person', 'nobody', '/p/raka_77', 'Send money'),
  scene('person-gone', 'nobody', '/p/nobody_at_all', 'Player not found'),
  scene('top-up', 'player', '/top-up?amount=50000', 'Rp50,100'),
  scene('top-up-id', 'player', '/top-up', 'Lanjut ke pembayaran', { locale: 'id' }),
  { ...scene('receipt', 'player', '', 'You paid'), path: receiptPath },
  { ...scene('payment-receipt', 'admin', '', 'History'), path: paymentPath },
  { ...scene('payment-receipt-id', 'admin', '', 'Riwayat', { locale: 'id' }), path: paymentPath },
  {
    ...scene('receipt-checked', 'player', '', 'You paid', { prepare: checkThis }),
    path: receiptPath,
  },
  { ...scene('receipt-new', 'player', '', 'has received it'), path: (cast) => `${receiptPath(cast)}?sent=1` },
  { ...scene('checkout', 'nobody', '', 'Time left'), path: checkoutPath('pending') },
  { ...scene('checkout-id', 'nobody', '', 'Sisa waktu', { locale: 'id' }), path: checkoutPath('pending') },
  { ...scene('checkout-paid', 'player', '', 'was added to your balance'), path: checkoutPath('paid') },
  { ...scene('checkout-failed', 'player', '', 'The payment failed'), path: checkoutPath('failed') },
  scene('checkout-gone', 'nobody', '/checkout/nothing', 'Payment page not found'),
  scene('receipt-gone', 'player', '/receipts/nothing', 'Receipt not found'),
  scene('passkeys', 'player', '/security', 'A new passkey needs your approval'),
  scene('passkeys-waiting', 'waiting', '/security', 'Waiting for your approval'),
  scene('passkeys-remove', 'player', '/security', 'Last used', {
    prepare: (page) => press(page, /^Remove/),
    windowOnly: true,
  }),
  scene('notices', 'player', '/notices', 'was added'),
  scene('notices-choices', 'player', '/notices#choices', 'Blocked by the browser'),
  scene('notices-choices-id', 'player', '/notices#choices', 'Diblokir browser', { locale: 'id' }),
  scene('notices-id', 'player', '/notices', 'ditambahkan', { locale: 'id' }),
  scene('notices-none', 'suspended', '/notices', 'No notices yet'),
  scene('not-me', 'nobody', `/not-me#${'A'.repeat(43)}`, 'It was not me: freeze'),
  scene('not-me-broken', 'nobody', '/not-me', 'This link does not work'),
  scene('freeze-none', 'player', '/freeze', 'Nothing is frozen'),
  scene('passkeys-none', 'suspended', '/security', 'No passkey yet'),
  scene('logins', 'player', '/security?tab=logins', 'raka.pratama@example.com'),
  scene('devices', 'player', '/security?tab=devices', 'This device'),
  scene('activity', 'player', '/security?tab=activity', 'to charge up to Rp25,100 per week'),
  scene('activity-id', 'player', '/security?tab=activity', 'menagih sampai Rp25.100 per minggu', {
    locale: 'id',
  }),
  scene('profile', 'player', '/profile', 'How others see you'),
  scene('profile-delete', 'player', '/profile', 'How others see you', {
    prepare: (page) => press(page, 'Delete my identity'),
    windowOnly: true,
  }),
  scene('connected', 'player', '/connected-apps', 'Star Paddle'),
  scene('connected-none', 'admin', '/connected-apps', 'No games or apps yet'),
  scene('wallet', 'player', '/wallet', 'Your address'),
  scene('wallet-id', 'player', '/wallet', 'Alamatmu', { locale: 'id' }),
  scene('wallet-new', 'admin', '/wallet', 'Activate your wallet'),
  scene('wallet-keyless', 'suspended', '/wallet', 'You need a passkey first'),
  scene('wallet-withdraw', 'player', '/wallet?do=withdraw', 'Send to', {
    prepare: mistypeWithdrawal,
  }),
  scene('wallet-review', 'player', '/wallet?do=withdraw', 'Send to', { prepare: reviewWithdrawal }),
  scene('wallet-rotate', 'player', '/wallet?do=rotate', 'You have no other passkey'),
  scene('recovery', 'player', '/recovery', 'your wallet is lost'),
  scene('recovery-id', 'player', '/recovery', 'Kalau passkey-mu hilang', { locale: 'id' }),
  scene('recovery-choose', 'player', '/recovery', 'your wallet is lost', { prepare: chooseGuardians }),
  scene('recovery-sheet', 'player', '/recovery', 'your wallet is lost', { prepare: makeSheet }),
  scene('recovery-walletless', 'admin', '/recovery', 'You get your account back after seven days'),
  scene('guardians', 'player', '/guardians', 'Nobody has chosen you yet'),
  scene('guardians-id', 'player', '/guardians', 'Belum ada yang memilihmu', { locale: 'id' }),
  scene('exit', 'nobody', '/exit', 'Find your wallet'),
  scene('exit-id', 'nobody', '/exit', 'Temukan dompetmu', { locale: 'id' }),
  scene('exit-wrong', 'nobody', '/exit', 'Find your wallet', { prepare: mistypeExit }),
  scene('game-sessions', 'player', '/game-sessions', 'End session'),
  scene('game-sessions-none', 'admin', '/game-sessions', 'No game session'),
  scene('family', 'player', '/family', 'This service does not ask for ages'),
  scene('family-id', 'player', '/family', 'Layanan ini tidak menanyakan umur', { locale: 'id' }),
  scene('permissions', 'player', '/permissions', 'All terms'),
  scene('permissions-id', 'player', '/permissions', 'Semua ketentuan', { locale: 'id' }),
  scene('permissions-revoke', 'player', '/permissions', 'All terms', {
    prepare: (page) => press(page, /^Revoke/),
    windowOnly: true,
  }),
  scene('permissions-none', 'admin', '/permissions', 'No permission given'),
  scene('apps', 'player', '/apps', 'Dungeon Tycoon'),
  scene('apps-id', 'player', '/apps', 'Undangan', { locale: 'id' }),
  scene('apps-none', 'admin', '/apps', 'No app yet'),
  scene('app-new', 'player', '/apps/new', 'You can change everything later'),
  { ...scene('app', 'player', '', 'Add it to your game'), path: appPath },
  { ...scene('app-id', 'player', '', 'Pasang di game-mu', { locale: 'id' }), path: appPath },
  {
    ...scene('app-payout', 'player', '', 'Balance of the app', {
      prepare: (page) => press(page, 'Pay out'),
      windowOnly: true,
    }),
    path: appPath,
  },
  {
    ...scene('app-deposit', 'player', '', 'Balance of the app', {
      prepare: (page) => press(page, 'Add money'),
      windowOnly: true,
    }),
    path: appPath,
  },
  scene('app-gone', 'player', '/apps/nobody', 'App not found'),
  scene('app-tried', 'nobody', '/apps/try?error=access_denied&state=x', 'The login is finished'),
  scene('developers', 'nobody', '/developers', 'Sign in with PID, in five minutes'),
  scene('developers-id', 'nobody', '/developers', 'Masuk dengan PID, dalam lima menit', { locale: 'id' }),
  scene('admin', 'admin', '/admin', 'very_long_handle_20x@pid'),
  scene('admin-player', 'admin', '/admin?tab=identities&pid=raka_77@pid', 'Dungeon Tycoon'),
  scene('admin-audit', 'admin', '/admin?tab=audit', 'Audit log'),
  scene('admin-money', 'admin', '/admin?tab=money', 'Number of the top-up'),
  scene('admin-apps', 'admin', '/admin?tab=apps', 'Star Paddle'),
  scene('admin-games', 'admin', '/admin?tab=games', 'Add a program'),
  scene('logout', 'player', '/oidc/logout', 'Sign out of PID?'),
  scene('logout-nobody', 'nobody', '/oidc/logout', 'You are signed out'),
  scene('admin-bank-accounts', 'admin', '/admin?tab=bankAccounts', 'No bank account waits'),
  scene('admin-settlements', 'admin', '/admin?tab=settlements', 'No settlements here'),
  scene('admin-stranger', 'player', '/admin', 'Page not found'),
  scene('not-found', 'nobody', '/no/such/page', 'Page not found'),
];

export interface SceneGroup {
  readonly who: Who;
  readonly locale: Language;
  readonly scenes: readonly Scene[];
}

/** Groups scenes that one browser can show one after another. */
export function groupScenes(scenes: readonly Scene[]): SceneGroup[] {
  const groups = new Map<string, { who: Who; locale: Language; scenes: Scene[] }>();
  for (const scene of scenes) {
    const locale = scene.locale ?? defaultLanguage;
    const key = `${scene.who} ${locale}`;
    const group = groups.get(key) ?? { who: scene.who, locale, scenes: [] };
    group.scenes.push(scene);
    groups.set(key, group);
  }
  return [...groups.values()];
}
