import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { HttpClient } from '../../../packages/server/test/http-client.ts';
import { newPlayer } from '../../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../../packages/server/test/test-service.ts';
import type { TestService } from '../../../packages/server/test/test-service.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { openDevice } from './device.ts';
import type { Device, DeviceOptions } from './device.ts';
import { press } from './phone.ts';

/** Timeout for short operations on a busy machine. */
export const patience = { timeout: 60_000 };

export interface WorldDeviceOptions extends DeviceOptions {
  /** Later tests of the file use the device too. */
  readonly staysOpen?: boolean;
}

export interface World {
  readonly service: TestService;
  readonly browser: Browser;
  /**
   * Opens a new device: a browser profile with its passkeys. It is closed after the test, or after the file
   * if no test opened it.
   */
  device(options?: WorldDeviceOptions): Promise<Device>;
  /** Creates a player and signs in on `device`. */
  player(device: Device, handle?: string): Promise<Awaited<ReturnType<typeof newPlayer>>>;
}

/**
 * A service that the test files of one worker share. Only for files that change no setting and do not move
 * its clock.
 */
export const shared = Symbol('shared');

let sharedService: Promise<TestService> | null = null;
/**
 * One browser per worker, because a launch costs half a second of processor time. It ends with the worker's
 * process.
 */
let browser: Promise<Browser> | null = null;

/**
 * Browser tests on a separate service with these settings, or on the shared service. Skipped without
 * Chromium.
 */
export function journeys(
  name: string,
  settings: Record<string, string> | typeof shared,
  define: (world: World) => void,
): void {
  const chromium = findChromium();
  const reason =
    chromium === null ? ' (skipped: there is no Chromium; set PID_TEST_CHROMIUM to its path)' : '';
  describe.skipIf(chromium === null)(`${name}${reason}`, { timeout: 120_000 }, () => {
    let opened: { service: TestService; browser: Browser } | null = null;
    const current = () => {
      if (!opened) throw new Error('The world opens before the first test, not while tests are collected');
      return opened;
    };
    beforeAll(async () => {
      if (chromium === null) return;
      browser ??= launchChromium(chromium);
      opened = { service: await serviceWith(settings), browser: await browser };
    });
    // Close the devices after each test, because open pages keep polling.
    let devicesOfTest: Device[] | null = null;
    beforeEach(() => void (devicesOfTest = []));
    afterEach(async () => {
      for (const device of devicesOfTest ?? []) await device.close();
      devicesOfTest = null;
    });
    afterAll(async () => {
      for (const context of opened?.browser.contexts() ?? []) await context.close();
    });
    define({
      get service() {
        return current().service;
      },
      get browser() {
        return current().browser;
      },
      device: async ({ staysOpen = false, ...options } = {}) => {
        const device = await openDevice(current().browser, current().service.baseUrl, options);
        if (!staysOpen) devicesOfTest?.push(device);
        return device;
      },
      player: (device, handle) => signInPlayer(current().service, device, handle),
    });
  });
}

function serviceWith(settings: Record<string, string> | typeof shared): Promise<TestService> {
  if (settings !== shared) return startTestService(settings);
  return (sharedService ??= startTestService({}, undefined, { outlivesFile: true }));
}

async function signInPlayer(service: TestService, device: Device, handle?: string) {
  const player = await newPlayer(service, handle);
  await takeSession(device, player.client);
  return player;
}

/** Gives the browser of `device` the session of `client`. */
export async function takeSession(device: Device, client: HttpClient): Promise<void> {
  const paths = { pid_access: '/', pid_refresh: '/v1/auth' };
  await device.context.addCookies(
    Object.entries(paths).map(([name, path]) => ({
      name,
      value: client.cookie(name) ?? '',
      domain: 'localhost',
      path,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  );
}

/** Fills in the form of the development provider. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: /^Continue with / }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The step-up dialog: it names the action, and its button starts the passkey prompt. */
export async function confirmWithPasskey(page: Page, deed: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByText(deed).waitFor();
  // The button accepts clicks after half a second.
  await dialog.locator('button:not([aria-disabled])', { hasText: 'Confirm with passkey' }).click();
}

export async function claimHandle(
  page: Page,
  handle: string,
  confirm: RegExp = /^Yes, I am /,
): Promise<void> {
  await page.getByLabel('Your player name').fill(handle);
  await page.getByText(`${handle}@pid is free.`).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await press(page, confirm);
}
