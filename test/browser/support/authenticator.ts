import type { BrowserContext, Page } from 'playwright-core';
import type { SoftPasskey } from '../../../packages/server/test/soft-passkey.ts';

/** Gives a window an authenticator with the owner's passkey. */
export async function giveAuthenticator(
  context: BrowserContext,
  page: Page,
  { passkey }: { readonly passkey: SoftPasskey },
  signCount = passkey.counter,
): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credentialOf(passkey, signCount) });
}

/** A passkey created without a browser, in the form of Chromium's virtual authenticator. */
export function credentialOf(passkey: SoftPasskey, signCount = passkey.counter) {
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  return {
    credentialId: base64(passkey.credentialId),
    isResidentCredential: true,
    rpId: passkey.rpId,
    privateKey: passkey.privateKey.toString('base64'),
    userHandle: base64(passkey.userHandle),
    signCount,
  };
}
