import type { Reply } from '@pid/contract';

/** The part of WebAuthn Level 3 (5.1.10) that is used here. Browsers support all, some or none of it. */
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
 * Tells the password manager the names and the valid passkeys of this player, so that it does not offer a
 * removed passkey. It never signals an unknown passkey: that would delete it permanently, and a passkey that
 * the service does not know may hold a vault.
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
    // Signals are optional: nothing depends on them, so errors are ignored.
  }
}

/**
 * Returns whether the password manager that has just signed the player in can create a passkey without a
 * prompt.
 */
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
