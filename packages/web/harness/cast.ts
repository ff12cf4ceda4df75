import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openDevice } from '../../../test/browser/support/device.ts';
import type { Device } from '../../../test/browser/support/device.ts';
import { playGames, registerGames, verifyGames } from './cast-games.ts';
import { fillWallet } from './cast-wallet.ts';

export const WHO = ['nobody', 'newcomer', 'guest', 'player', 'waiting', 'admin', 'suspended'] as const;
export type Who = (typeof WHO)[number];
export type Profile = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * The administrator's pid. Start the service with PID_ADMINS set to it; `startBuiltService` claims the handle
 * first.
 */
export const ADMIN_PID = 'ratu@pid';
const APP_NAME = 'Star Paddle';
const PLAYER_EMAIL = 'raka.pratama@example.com';

export interface Cast {
  readonly profiles: Readonly<Record<Who, Profile>>;
  readonly clientId: string;
  /** A verified game that the player plays. */
  readonly gameId: string;
  /** The path to which a game sends its players to sign in. */
  readonly loginPath: string;
  readonly money: CastMoney;
  /** An allowance that waits for the player. */
  readonly allowanceId: string;
}

/** Ids of the send, the payment and the checkouts that scenes show. */
export interface CastMoney {
  readonly sendId: string;
  readonly paymentId: string;
  /** Open payments: to a game with a cover, and to an app that is not verified. */
  readonly open: Readonly<Record<'game' | 'app', string>>;
  readonly checkouts: Readonly<Record<'pending' | 'paid' | 'failed', string>>;
}

interface Stage {
  readonly browser: Browser;
  readonly baseUrl: string;
}

/** Submits the development provider's form without rendering a page. */
async function signIn({ request }: BrowserContext, email: string, returnTo = '/home'): Promise<void> {
  const form = await request.get(`/v1/auth/signin/dev?returnTo=${encodeURIComponent(returnTo)}`);
  const answer = await request.post(form.url(), { form: { email }, headers: { accept: 'text/html' } });
  if (!answer.ok()) throw new Error(`Signing in as ${email}: ${answer.status()}`);
}

async function call<T>(context: BrowserContext, method: string, path: string, body?: unknown): Promise<T> {
  const response = await context.request.fetch(path, {
    method,
    ...(body === undefined ? {} : { data: body }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

async function newIdentity(context: BrowserContext, handle: string, email: string): Promise<void> {
  await signIn(context, email);
  // `startBuiltService` has already claimed the administrator's handle.
  if ((await context.request.get('/v1/identity/me')).ok()) return;
  await call(context, 'POST', '/v1/auth/claim', { handle });
}

async function addPasskey(device: Device): Promise<void> {
  await device.page.goto('/security');
  await device.page.getByRole('button', { name: 'Add a passkey' }).click();
}

async function fillAccount(context: BrowserContext): Promise<string> {
  await call(context, 'PATCH', '/v1/profile', {
    displayName: 'Raka Pratama',
    bio: 'Ping-pong by day, dungeons by night.\nAlways looking for a fourth.',
    country: 'ID',
    locale: 'id',
  });
  const app = await call<{ client_id: string }>(context, 'POST', '/v1/apps', {
    name: APP_NAME,
    origins: ['https://starpaddle.example', 'https://beta.starpaddle.example'],
    feeBps: 250,
    feeFlat: 1_000,
    deviceFlow: true,
  });
  await call(context, 'POST', '/v1/apps', { name: 'Dungeon Tycoon', origins: [] });
  return app.client_id;
}

async function topUp(context: BrowserContext, amount: number, outcome?: 'paid' | 'failed'): Promise<string> {
  const { id } = await call<{ id: string }>(context, 'POST', '/v1/fiat/topups', {
    amount,
    returnTo: '/money',
  });
  if (outcome) await context.request.post(`/checkout/${id}/pay`, { form: { outcome } });
  return id;
}

/** A payment of the friend to the player's app, held and then captured in part. */
async function buy(player: BrowserContext, friend: BrowserContext, clientId: string): Promise<string> {
  const payments = `/v1/apps/${clientId}/payments`;
  const { id, total } = await call<{ id: string; total: number }>(player, 'POST', payments, {
    reference: 'paddle-1',
    amount: 35_000,
    description: 'Golden paddle with a name of your choice',
    capture: 'manual',
  });
  await call(friend, 'POST', `/v1/payments/${id}/confirm`, { expectedTotal: total });
  await call(player, 'POST', `${payments}/${id}/capture`, { amount: 30_000 });
  return id;
}

/** A payment that waits for a player. */
async function ask(
  owner: BrowserContext,
  clientId: string,
  reference: string,
  description: string,
): Promise<string> {
  const { id } = await call<{ id: string }>(owner, 'POST', `/v1/apps/${clientId}/payments`, {
    reference,
    amount: 20_000,
    description,
  });
  return id;
}

/** Creates income, spending, a fee for the app, and a checkout in every state. */
async function moveMoney(
  player: BrowserContext,
  friend: BrowserContext,
  clientId: string,
): Promise<Omit<CastMoney, 'open'>> {
  const paid = await topUp(player, 250_000, 'paid');
  await topUp(friend, 1_000_000, 'paid');
  await call(player, 'POST', '/v1/fiat/sends', { to: ADMIN_PID, amount: 45_000, note: 'Noodles on Friday' });
  await call(friend, 'POST', '/v1/fiat/sends', {
    to: 'raka_77@pid',
    amount: 120_000,
    expectedTotal: 120_120,
    note: 'Tournament prize',
  });
  await call(friend, 'POST', '/v1/fiat/sends', { to: 'raka_77@pid', amount: 15_000, clientId });
  const send = await call<{ id: string }>(player, 'POST', '/v1/fiat/sends', {
    to: ADMIN_PID,
    amount: 60_000,
    expectedTotal: 60_100,
  });
  return {
    sendId: send.id,
    paymentId: await buy(player, friend, clientId),
    checkouts: { pending: await topUp(player, 100_000), paid, failed: await topUp(player, 75_000, 'failed') },
  };
}

async function allowApp(context: BrowserContext, loginPath: string): Promise<void> {
  const fields = Object.fromEntries(new URLSearchParams(loginPath.split('?')[1]));
  await call(context, 'POST', '/v1/auth/authorize', { ...fields, decision: 'allow' });
}

/** A second device of the player, whose passkey waits for the first one's approval. */
async function waitingDevice(stage: Stage, email: string): Promise<Profile> {
  const device = await openDevice(stage.browser, stage.baseUrl);
  await signIn(device.context, email);
  await addPasskey(device);
  await device.page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor();
  return leave(device.context);
}

/** Without the balance that the home page saw last: the creature would announce the difference on every later visit. */
async function leave(context: BrowserContext): Promise<Profile> {
  const profile = await context.storageState();
  await context.close();
  const origins = profile.origins.map((site) => ({
    ...site,
    localStorage: site.localStorage.filter(({ name }) => name !== 'pid:seen-balance'),
  }));
  return { ...profile, origins };
}

async function openProfile({ browser, baseUrl }: Stage): Promise<BrowserContext> {
  return browser.newContext({ baseURL: baseUrl, serviceWorkers: 'block' });
}

async function newcomer(stage: Stage, returnTo: string, email: string): Promise<Profile> {
  const context = await openProfile(stage);
  await signIn(context, email, returnTo);
  return leave(context);
}

async function castPlayer(stage: Stage): Promise<{ player: Device; clientId: string; loginPath: string }> {
  const player = await openDevice(stage.browser, stage.baseUrl);
  await newIdentity(player.context, 'raka_77', PLAYER_EMAIL);
  await addPasskey(player);
  await player.page.getByText('This is your only passkey').waitFor();
  const clientId = await fillAccount(player.context);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'https://starpaddle.example/signed-in',
    state: 'look',
  });
  const loginPath = `/authorize?${query.toString()}`;
  await allowApp(player.context, loginPath);
  await fillWallet(player, clientId);
  // After a visit to the home page the browser remembers the player.
  await player.page.goto('/home');
  await player.page.getByText('All activity').waitFor();
  return { player, clientId, loginPath };
}

/** An administrator must have signed in with a passkey. */
async function castAdmin(stage: Stage): Promise<Device> {
  const admin = await openDevice(stage.browser, stage.baseUrl);
  await newIdentity(admin.context, 'ratu', 'ratu@example.com');
  await addPasskey(admin);
  await admin.page.getByText('This is your only passkey').waitFor();
  await admin.page.goto('/signin?returnTo=%2Fadmin&fresh=1');
  await admin.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await admin.page.getByRole('tab', { name: 'Identities' }).waitFor();
  return admin;
}

/** Suspends a player through the administration page and confirms with the passkey. */
async function suspend({ page }: Device, pid: string): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('button', { name: `Suspend: ${pid}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Sold somebody else’s account');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with passkey' }).click();
  await page.getByText(`${pid} is suspended.`).waitFor();
}

/** A studio invites a player to one of its apps and has games that wait for their verification. */
async function castStudio(
  stage: Stage,
  player: Device,
  drawing: Page,
): Promise<{ games: string[]; payment: string; allowanceId: string }> {
  const pid = 'raka_77@pid';
  const owner = await openProfile(stage);
  await newIdentity(owner, 'studio_kelinci', 'studio@example.com');
  const app = await call<StudioApp>(owner, 'POST', '/v1/apps', {
    name: 'Somebody’s Extraordinarily Long Game Name for Narrow Screens',
    origins: [],
  });
  await call(owner, 'POST', `/v1/apps/${app.client_id}/members`, { pid, role: 'finance' });
  const games = await registerGames(call, owner, drawing);
  const payment = await ask(owner, games[0]!, 'rabbit-1', 'Golden carrots');
  await leave(owner);
  return { games, payment, allowanceId: await castPasses(player, app, pid) };
}

interface StudioApp {
  readonly client_id: string;
  readonly client_secret: string;
}

/** The player has approved a weekly pass of an app, and a monthly one waits. Returns the id of the latter. */
async function castPasses(
  { context, page }: Device,
  { client_id, client_secret }: StudioApp,
  pid: string,
): Promise<string> {
  const login = { client_id, redirect_uri: 'http://localhost:1/back', state: 'look' };
  await allowApp(context, `/authorize?${new URLSearchParams(login).toString()}`);
  const form = { grant_type: 'client_credentials', client_id, client_secret, scope: 'payments' };
  const asked = await context.request.post('/v1/auth/token', { form });
  const { access_token: token } = (await asked.json()) as { access_token: string };
  const ask = async (period: string, description: string): Promise<string> => {
    const answer = await context.request.post(`/v1/apps/${client_id}/allowances`, {
      data: { reference: period, pid, amount: 25_100, period, description },
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok()) throw new Error(`Asking for an allowance: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  await page.goto(`/allow/${await ask('week', 'A seat in the league of long descriptions, every week')}`);
  await page.getByRole('button', { name: 'Allow every week' }).click();
  await page.getByRole('button', { name: 'Confirm with passkey' }).click();
  await page.getByRole('heading', { name: 'Allowed' }).waitFor();
  return ask('month', 'Monthly pass');
}

/** Creates players and data, so that every page has something to show. */
export async function castPeople(stage: Stage): Promise<Cast> {
  const [{ player, clientId, loginPath }, admin, suspended] = await Promise.all([
    castPlayer(stage),
    castAdmin(stage),
    openProfile(stage),
  ]);
  const money = await moveMoney(player.context, admin.context, clientId);
  await newIdentity(suspended, 'very_long_handle_20x', 'long@example.com');
  const { games, payment, allowanceId } = await castStudio(stage, player, admin.page);
  const open = { game: payment, app: await ask(player.context, clientId, 'paddle-2', 'Golden paddle') };
  const [waiting, nobody, newcomerProfile, guest] = await Promise.all([
    waitingDevice(stage, PLAYER_EMAIL),
    openProfile(stage).then(leave),
    newcomer(stage, '/home', 'budi.santoso@example.com'),
    newcomer(stage, loginPath, 'citra.dewi@example.com'),
    suspend(admin, 'very_long_handle_20x@pid'),
  ]);
  await verifyGames(admin.page);
  await playGames(call, player.context, games);
  const profiles = {
    nobody,
    newcomer: newcomerProfile,
    guest,
    waiting,
    player: await leave(player.context),
    admin: await leave(admin.context),
    suspended: await leave(suspended),
  };
  return { clientId, gameId: games[0]!, loginPath, money: { ...money, open }, allowanceId, profiles };
}
