import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  fromBase64Url,
  toAddress,
  toBase64Url,
  toBytes32,
} from '@pid/protocol';
import { activateAccount, getActivation, walletOf, type AccountDeps } from '../account/index.ts';
import type { AuditOrigin } from '../audit/index.ts';
import type { Identity } from '../identity/index.ts';
import { impossible, refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { DevPasskey } from './dev-passkey.ts';

const lamports = 2_000_000_000n;
const tokens = 100n;
const expirySeconds = 300;
/** A slot of the development chain takes 0.4 s. */
const pollMillis = 200;
const pollsMax = 75;

/**
 * Funds the vault of a new test player from the faucet and activates it with the player's passkey, as the wallet page
 * does. Returns the address of the vault.
 */
export async function giveWallet(
  deps: AccountDeps,
  identity: Identity,
  { passkey, origin }: { readonly passkey: DevPasskey; readonly origin: AuditOrigin },
): Promise<string> {
  const { chain, clock } = deps;
  const development = chain.development ?? impossible('no development chain');
  const { vault } = walletOf(chain, identity.pid);
  const { decimals } = await development.testToken();
  await development.fund(vault, { lamports, tokens: tokens * 10n ** BigInt(decimals) });
  const { view } = await untilFunded(deps, identity.pid);
  const { genesisHash } = await chain.deployment();
  const expiry = view.chainTime + expirySeconds;
  const challenge = challengeFor(
    {
      genesisHash: addressBytes(toAddress(genesisHash)),
      program: chain.programId,
      accountId: accountIdFromPid(identity.pid),
      vault,
      nonce: 0n,
      expiry: BigInt(expiry),
    },
    {
      action: 'activate',
      authority: brandPasskeyPoint(passkey.publicKey),
      rpIdHash: toBytes32(fromBase64Url(view.rpIdHash)),
      feePolicyVersion: view.feePolicyVersion,
    },
  );
  const caller: UserCaller = {
    type: 'user',
    via: 'session',
    identityId: identity.id,
    pid: identity.pid,
    status: identity.status,
    createdAt: identity.createdAt.toISOString(),
    sessionId: null,
    authenticatedAt: clock.now(),
    method: 'sandbox',
    countsAsRecent: true,
  };
  await activateAccount(
    deps,
    { caller, origin, idempotencyKey: null },
    {
      expiry,
      feePolicyVersion: view.feePolicyVersion,
      quotedNetworkFeeLamports: String(view.networkFeeLamports),
      assertion: passkey.assert(toBase64Url(challenge)),
    },
  );
  return vault;
}

async function untilFunded(deps: AccountDeps, pid: string): ReturnType<typeof getActivation> {
  for (let polls = 0; polls < pollsMax; polls += 1) {
    const found = await getActivation(deps, pid);
    if (found.view.status !== 'funding_required') return found;
    await sleep(pollMillis);
  }
  throw refuse('not_confirmed_yet');
}
