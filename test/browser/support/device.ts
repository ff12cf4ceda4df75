import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { SoftPasskey } from '../../../packages/server/test/soft-passkey.ts';
import { credentialOf } from './authenticator.ts';

/** The passkeys that a device holds: Chromium's own virtual authenticator, verified by the same code as a real one. */
export interface Authenticator {
  /** A person who does not touch the key: ceremonies wait. */
  ignorePrompts(): Promise<void>;
  /** The prompt is refused, as by Cancel or a wrong finger. */
  refuse(): Promise<void>;
  answerPrompts(): Promise<void>;
  passkeyCount(): Promise<number>;
  /** One that was made without a browser is on this device too. */
  hold(passkey: SoftPasskey): Promise<void>;
}

export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly authenticator: Authenticator;
  close(): Promise<void>;
}

export interface DeviceOptions extends BrowserContextOptions {
  /** A passkey of this device is copied to the cloud of its maker. */
  readonly syncsPasskeys?: boolean;
  /** Whoever keeps the passwords here makes a first passkey without a prompt. */
  readonly createsSilently?: boolean;
  /** The sign-in page's field offers what this device holds, and the virtual finger takes it at once, whatever a journey was about to press. */
  readonly offersPasskeys?: boolean;
}

/** One device: a browser profile with a passkey store of its own. */
export async function openDevice(
  browser: Browser,
  baseURL: string,
  { syncsPasskeys = false, createsSilently = false, offersPasskeys = false, ...options }: DeviceOptions = {},
): Promise<Device> {
  const context = await browser.newContext({
    baseURL,
    // What a worker fetches, the tests could not disturb.
    serviceWorkers: 'block',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(60_000);
  // A passkey that makes itself would be in the way of every journey that begins without one.
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

async function addAuthenticator(
  context: BrowserContext,
  page: Page,
  synced: boolean,
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
