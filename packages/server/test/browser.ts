import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';

/** Path of the system's Chromium. Browser tests are skipped without it. */
export const chromiumPath: string | undefined = [
  process.env['PID_TEST_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  });
}

export interface DeviceOptions {
  /** True for a synced passkey, which may be backed up; false for one that is bound to a device. */
  readonly backupEligible?: boolean;
  readonly transport?: 'internal' | 'usb';
  readonly userVerified?: boolean;
}

/** One device of a player: a separate browser profile with a separate authenticator. */
export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
  /** Sets whether the player passes the fingerprint or PIN check from now on. */
  readonly verifiesUser: (verified: boolean) => Promise<void>;
}

export async function newDevice(browser: Browser, url: string, options: DeviceOptions = {}): Promise<Device> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: options.transport ?? 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: options.userVerified ?? true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: options.backupEligible ?? false,
      defaultBackupState: options.backupEligible ?? false,
    },
  });
  await page.goto(url);
  return {
    context,
    page,
    cdp,
    authenticatorId,
    verifiesUser: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
}
