import type { Browser, BrowserContext } from 'playwright-core';
import { openDevice } from '../../../test/browser/support/device.ts';
import type { Device } from '../../../test/browser/support/device.ts';

export const WHO = ['nobody', 'newcomer', 'guest', 'player', 'waiting', 'admin', 'suspended'] as const;
export type Who = (typeof WHO)[number];
export type Profile = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The administrator's handle, which the service must be started with as PID_ADMINS. */
export const ADMIN_PID = 'ratu@pid';
const APP_NAME = 'Star Paddle';

export interface Cast {
  readonly profiles: Readonly<Record<Who, Profile>>;
  readonly clientId: string;
  /** Where a game would send its players. */
  readonly loginPath: string;
}

interface Stage {
  readonly browser: Browser;
  readonly baseUrl: string;
}

async function signIn(device: Device, email: string, returnTo = '/home'): Promise<void> {
  const { page } = device;
  await page.goto(`/v1/auth/signin/dev?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function call<T>(device: Device, method: string, path: string, body?: unknown): Promise<T> {
  const response = await device.context.request.fetch(path, {
    method,
    ...(body === undefined ? {} : { data: body }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

async function newIdentity(stage: Stage, handle: string, email: string): Promise<Device> {
  const device = await openDevice(stage.browser, stage.baseUrl);
  await signIn(device, email);
  await device.page.getByLabel('Your handle').waitFor();
  await call(device, 'POST', '/v1/auth/claim', { handle });
  return device;
}

async function addPasskey(device: Device): Promise<void> {
  await device.page.goto('/security');
  await device.page.getByRole('button', { name: 'Add a passkey' }).click();
}

async function fillAccount(device: Device): Promise<string> {
  await call(device, 'PATCH', '/v1/profile', {
    displayName: 'Raka Pratama',
    bio: 'Ping-pong by day, dungeons by night.\nAlways looking for a fourth.',
    country: 'ID',
    locale: 'id',
  });
  const app = await call<{ client_id: string }>(device, 'POST', '/v1/apps', {
    name: APP_NAME,
    origins: ['https://starpaddle.example', 'https://beta.starpaddle.example'],
    feeBps: 250,
    feeFlat: 1_000,
  });
  await call(device, 'POST', '/v1/apps', { name: 'Dungeon Tycoon', origins: [] });
  return app.client_id;
}

async function allowApp(device: Device, loginPath: string): Promise<void> {
  const fields = Object.fromEntries(new URLSearchParams(loginPath.split('?')[1]));
  await call(device, 'POST', '/v1/auth/authorize', { ...fields, decision: 'allow' });
}

/** A second device of the player, whose passkey waits for the first one's approval. */
async function waitingDevice(stage: Stage, email: string): Promise<Profile> {
  const device = await openDevice(stage.browser, stage.baseUrl);
  await signIn(device, email, '/security');
  await device.page.getByRole('button', { name: 'Add a passkey' }).click();
  await device.page.getByRole('heading', { name: 'Waiting for your approval' }).waitFor();
  return leave(device);
}

async function leave(device: Device): Promise<Profile> {
  const profile = await device.context.storageState();
  await device.close();
  return profile;
}

async function newcomer(stage: Stage, returnTo: string, email: string): Promise<Profile> {
  const device = await openDevice(stage.browser, stage.baseUrl);
  await signIn(device, email, returnTo);
  await device.page.getByLabel('Your handle').waitFor();
  return leave(device);
}

/** Fills a service with people, so that every page has something to show. */
export async function castPeople(stage: Stage): Promise<Cast> {
  const player = await newIdentity(stage, 'raka_77', 'raka.pratama@example.com');
  await addPasskey(player);
  await player.page.getByText('This passkey is your only one').waitFor();
  const clientId = await fillAccount(player);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'https://starpaddle.example/signed-in',
    state: 'look',
  });
  const loginPath = `/authorize?${query.toString()}`;
  await allowApp(player, loginPath);
  // Seen once at home, the browser remembers who it belongs to.
  await player.page.goto('/home');
  await player.page.getByText('All activity').waitFor();
  const suspended = await newIdentity(stage, 'very_long_handle_20x', 'long@example.com');
  const admin = await newIdentity(stage, 'ratu', 'ratu@example.com');
  await addPasskey(admin);
  await admin.page.getByText('This passkey is your only one').waitFor();
  await admin.context.clearCookies();
  await admin.page.goto('/signin?returnTo=%2Fadmin');
  await admin.page.getByRole('tab', { name: 'Identities' }).waitFor();
  await call(admin, 'POST', '/v1/admin/identities/very_long_handle_20x@pid/suspend');
  const nobody = await openDevice(stage.browser, stage.baseUrl);
  return {
    clientId,
    loginPath,
    profiles: {
      nobody: await leave(nobody),
      newcomer: await newcomer(stage, '/home', 'budi.santoso@example.com'),
      guest: await newcomer(stage, loginPath, 'citra.dewi@example.com'),
      waiting: await waitingDevice(stage, 'raka.pratama@example.com'),
      player: await leave(player),
      admin: await leave(admin),
      suspended: await leave(suspended),
    },
  };
}
