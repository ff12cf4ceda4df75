import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { SoftPasskey } from '../../../packages/server/test/soft-passkey.ts';
import { credentialOf } from './authenticator.ts';

/**
 * The passkeys of a device: Chromium's virtual authenticator. The service verifies them with the same code as
 * real passkeys.
 */
export interface Authenticator {
  /** The player does not respond: prompts stay open. */
  ignorePrompts(): Promise<void>;
  /** Prompts are refused, like Cancel or a failed user verification. */
  refuse(): Promise<void>;
  answerPrompts(): Promise<void>;
  passkeyCount(): Promise<number>;
  /** Adds a passkey that was created without a browser. */
  hold(passkey: SoftPasskey): Promise<void>;
}

export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly authenticator: Authenticator;
  close(): Promise<void>;
}

export interface DeviceOptions extends BrowserContextOptions {
  /** Passkeys are backed up, as with a cloud keychain. */
  readonly syncsPasskeys?: boolean;
  /** The password manager creates a first passkey without a prompt. */
  readonly createsSilently?: boolean;
  /**
   * The sign-in field offers the passkeys of this device. The virtual authenticator then accepts one
   * immediately, even if the test is about to press a button.
   */
  readonly offersPasskeys?: boolean;
}

/** A device: a browser profile with a separate passkey store. */
export async function openDevice(
  browser: Browser,
  baseURL: string,
  { syncsPasskeys = false, createsSilently = false, offersPasskeys = false, ...options }: DeviceOptions = {},
): Promise<Device> {
  const context = await browser.newContext({
    baseURL,
    // Tests cannot intercept requests of a service worker.
    serviceWorkers: 'block',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  // Less than the limit of a test, so that a failure names the step that waits.
  context.setDefaultTimeout(60_000);
  // A passkey created without a prompt would disturb the tests that start without one.
  if (!createsSilently) await context.addInitScript(cannotCreateSilently);
  if (!offersPasskeys) await context.addInitScript(offersNone);
  const page = await context.newPage();
  return {
    context,
    page,
    authenticator: await addAuthenticator(context, page, syncsPasskeys),
    close: () => context.close(),
  };
}

/** Runs in the page. */
function cannotCreateSilently(): void {
  if (typeof PublicKeyCredential !== 'function') return;
  PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: false });
}

/** Runs in the page. */
function offersNone(): void {
  if (typeof PublicKeyCredential !== 'function') return;
  PublicKeyCredential.isConditionalMediationAvailable = async () => false;
}

/** Gives a window its own empty authenticator. */
export async function addAuthenticator(
  context: BrowserContext,
  page: Page,
  synced = false,
): Promise<Authenticator> {
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  });
  const verify = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  const simulate = (enabled: boolean) =>
    session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return {
    ignorePrompts: async () => void (await simulate(false)),
    refuse: async () => void (await verify(false)),
    answerPrompts: async () => {
      await verify(true);
      await simulate(true);
    },
    passkeyCount: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    hold: async (passkey) =>
      void (await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: credentialOf(passkey),
      })),
  };
}
