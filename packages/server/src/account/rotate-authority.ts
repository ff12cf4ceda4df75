import type { Input } from '@pid/contract';
import { brandPasskeyPoint, currentPolicy } from '@pid/protocol';
import { findActivePasskey, findChainPasskey, type Passkey } from '../credentials/index.ts';
import type { DraftMessage, RelayOrder, RelayRequest } from '../relay/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import { assertExpiry, assertNonce, verifyConsent } from './check-authorization.ts';
import { rotationTemplate } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf, type WalletState } from './read-wallet.ts';
import { recordOperation } from './record-operation.ts';
import { relayRequest } from './relay-request.ts';

type RotationBody = Input<'rotateAuthority'>;

/**
 * Hands the account to another passkey. The old passkey is revoked when the chain confirms; this is undone if
 * the transaction is dropped before it is finalized.
 */
export async function rotateAuthority(
  deps: AccountDeps,
  request: AccountRequest,
  body: RotationBody,
): Promise<{ signature: string; replayed: boolean }> {
  const { identityId } = request.caller;
  // Read the passkeys before looking for a running operation. That operation may change their rows, and the
  // change must not make this request fail.
  const [previous, next] = await Promise.all([
    findChainPasskey(deps.db, identityId, body.oldCredentialId),
    findActivePasskey(deps.db, identityId, body.newCredentialId),
  ]);
  const asked = relayRequest(request, 'rotate', body);
  const { operation, replayed } = await deps.relay.submit(asked, (draftMessage) =>
    orderRotation(deps, request, { asked, body, previous, next, draftMessage }),
  );
  return { signature: operation.signature, replayed };
}

async function orderRotation(
  deps: AccountDeps,
  request: AccountRequest,
  {
    asked,
    body,
    previous,
    next,
    draftMessage,
  }: {
    asked: RelayRequest;
    body: RotationBody;
    previous: Passkey | null;
    next: Passkey | null;
    draftMessage: DraftMessage;
  },
): Promise<RelayOrder> {
  const state = await readWallet(deps.chain, walletOf(deps.chain, request.caller.pid));
  const { account } = state;
  if (!account) throw refuse('account_not_activated');
  assertExpiry(body.expiry, state.chainTime);
  assertNonce(body.nonce, account.nonce);
  if (!previous) throw refuse('passkey_unknown');
  if (!previous.compressedKey.equals(account.authority)) throw refuse('passkey_not_authority');
  if (body.assertion.id !== body.oldCredentialId)
    throw refuse('passkey_refused', { reason: 'not_old_credential' });
  const replacement = requireReplacement(next, previous, state);
  const newAuthority = brandPasskeyPoint(replacement.compressedKey);
  const intent = { action: 'rotate', newAuthority, newRpIdHash: state.config.rpIdHash } as const;
  const consent = await verifyConsent(deps, request, {
    state,
    passkey: previous,
    assertion: body.assertion,
    intent,
    nonce: account.nonce,
    expiry: body.expiry,
    asked,
  });
  const template = rotationTemplate(
    state,
    currentPolicy(state.config),
    { nonce: account.nonce, expiry: BigInt(body.expiry), newAuthority },
    consent.authorized,
  );
  const draft = await draftMessage(template, ownAccounts(state.wallet));
  const event = {
    action: 'account.rotation_submitted',
    target: state.wallet.vault,
    details: { oldCredentialId: previous.credentialId, newCredentialId: replacement.credentialId },
  };
  const records = { consent, event, allowsSuspended: true, replacementId: replacement.id };
  return {
    account: state.wallet.account,
    accountNonce: account.nonce,
    draft,
    networkFeeLamports: 0n,
    protocolFeeLamports: 0n,
    sponsoredLamports: draft.feeLamports,
    reimbursed: false,
    pool: 'emergency',
    details: {
      passkeys: [previous.credentialId, replacement.credentialId],
      previousPasskeyId: previous.id,
      sessionId: request.caller.sessionId,
      previousAuthority: previous.compressedKey.toString('hex'),
      authority: replacement.compressedKey.toString('hex'),
      epoch: account.epoch + 1,
    },
    relayerLamports: state.relayerLamports,
    record: (tx, operation) => recordOperation(tx, operation, request, records),
  };
}

function requireReplacement(next: Passkey | null, previous: Passkey, state: WalletState): Passkey {
  if (!next) throw refuse('rotation_refused', { reason: 'not_active' });
  if (next.id === previous.id || next.compressedKey.equals(previous.compressedKey))
    throw refuse('rotation_refused', { reason: 'already_authority' });
  if (!next.rpIdHash.equals(state.config.rpIdHash))
    throw refuse('rotation_refused', { reason: 'other_host' });
  if (!next.provenAt) throw refuse('rotation_refused', { reason: 'unproven' });
  return next;
}
