import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import type { HttpClient } from '../../../packages/server/test/http-client.ts';
import { newPlayer } from '../../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../../packages/server/test/test-service.ts';
import type { TestService } from '../../../packages/server/test/test-service.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { openDevice } from './device.ts';
import type { Device, DeviceOptions } from './device.ts';
import { press } from './phone.ts';

/** How long a busy machine may take for what takes a moment. */
export const patience = { timeout: 60_000 };

export interface World {
  readonly service: TestService;
  readonly browser: Browser;
  /** A fresh device: a browser profile and its passkeys. Closed with the file. */
  device(options?: DeviceOptions): Promise<Device>;
  /** A player who signed in on `device` and has an identity. */
  player(device: Device, handle?: string): Promise<Awaited<ReturnType<typeof newPlayer>>>;
}

/** Journeys on one service and one browser of their own. Without a Chromium they are skipped, and say so. */
export function journeys(
  name: string,
  environment: Record<string, string>,
  define: (world: World) => void,
): void {
  const chromium = findChromium();
  const reason =
    chromium === null ? ' (skipped: there is no Chromium; set PID_TEST_CHROMIUM to its path)' : '';
  describe.skipIf(chromium === null)(`${name}${reason}`, () => {
    let opened: { service: TestService; browser: Browser } | null = null;
    const current = () => {
      if (!opened) throw new Error('The world opens before the first test, not while tests are collected');
      return opened;
    };
    beforeAll(async () => {
      if (chromium === null) return;
      const [service, browser] = await Promise.all([startTestService(environment), launchChromium(chromium)]);
      opened = { service, browser };
    });
    afterAll(async () => opened?.browser.close());
    define({
      get service() {
        return current().service;
      },
      get browser() {
        return current().browser;
      },
      device: (options) => openDevice(current().browser, current().service.baseUrl, options),
      player: (device, handle) => signInPlayer(current().service, device, handle),
    });
  });
}

async function signInPlayer(service: TestService, device: Device, handle?: string) {
  const player = await newPlayer(service, handle);
  await takeSession(device, player.client);
  return player;
}

/** The browser of `device` goes on with a session that was opened without one. */
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

/** The development provider's form, as a person fills it in. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: /^Continue with / }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The question before what needs step-up: what is confirmed, and the button that asks the passkey. */
export async function confirmWithPasskey(page: Page, deed: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByText(deed).waitFor();
  // Not clickable before a person could have read it.
  await dialog.locator('button:not([aria-disabled])', { hasText: 'Confirm with passkey' }).click();
}

export async function claimHandle(
  page: Page,
  handle: string,
  confirm: RegExp = /^Yes, I am /,
): Promise<void> {
  await page.getByLabel('Your handle').fill(handle);
  await page.getByText(`${handle}@pid is free.`).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await press(page, confirm);
}
