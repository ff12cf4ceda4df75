import type { Reply } from '@pid/contract';

/** The part of WebAuthn Level 3 (5.1.10) that is used here; browsers have all, some or none of it. */
interface Keeper {
  readonly signalAllAcceptedCredentials?: (told: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: readonly string[];
  }) => Promise<void>;
  readonly signalCurrentUserDetails?: (told: {
    rpId: string;
    userId: string;
    name: string;
    displayName: string;
  }) => Promise<void>;
}

const keeperOf = (holder: { PublicKeyCredential?: unknown }) =>
  holder.PublicKeyCredential as Keeper | undefined;

/**
 * Tells whoever keeps this player's passkeys what they are called and which are good still, so that a removed one is not offered again.
 * Never that one is unknown: that deletes it for good, and a key that we do not know may be the one that holds a vault.
 */
export async function sendSignals(
  read: () => Promise<Reply<'passkeySignals'>>,
  holder: { PublicKeyCredential?: unknown } = globalThis,
): Promise<void> {
  const keeper = keeperOf(holder);
  if (!keeper?.signalAllAcceptedCredentials && !keeper?.signalCurrentUserDetails) return;
  try {
    const { rpId, userId, name, displayName, acceptedCredentialIds } = await read();
    await keeper.signalCurrentUserDetails?.({ rpId, userId, name, displayName });
    if (acceptedCredentialIds !== null)
      await keeper.signalAllAcceptedCredentials?.({
        rpId,
        userId,
        allAcceptedCredentialIds: acceptedCredentialIds,
      });
  } catch {
    // A courtesy: nothing depends on it, and nobody asked for it.
  }
}

/** Whether a passkey can be made without a prompt, by whoever has just signed this player in. */
export async function canCreateSilently(
  holder: { PublicKeyCredential?: unknown } = globalThis,
): Promise<boolean> {
  const { getClientCapabilities } = (holder.PublicKeyCredential ?? {}) as {
    getClientCapabilities?: () => Promise<Readonly<Record<string, boolean>>>;
  };
  if (!getClientCapabilities) return false;
  try {
    return (await getClientCapabilities.call(holder.PublicKeyCredential))['conditionalCreate'] === true;
  } catch {
    return false;
  }
}
