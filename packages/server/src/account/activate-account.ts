import type { Input } from '@pid/contract';
import { brandPasskeyPoint, protocolFeeLamports, type FeePolicy } from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import { counts, findActivePasskey, tooNew, type Passkey } from '../credentials/index.ts';
import { AppError, refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Draft, Relayed, RelayRequest } from '../relay/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import {
  assertExpiry,
  assertNoDrift,
  requirePolicy,
  verifyConsent,
  type Consent,
} from './check-authorization.ts';
import { activationTemplate } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf, type WalletState } from './read-wallet.ts';
import type { SponsorApp } from './list-sponsors.ts';
import { activationCost, findSponsorship } from './sponsor-activation.ts';
import { relayRequest, submit, type Prepared } from './submit-operation.ts';
import { activationView, getActivation, requiredFor, type ActivationView } from './get-account.ts';

type ActivationBody = Input<'activateAccount'>;

export interface Activated {
  readonly view: ActivationView;
  readonly replayed: boolean;
}

/**
 * Activates the smart account with the signing passkey as its authority. An activated account stays
 * unchanged, no matter which passkey signed.
 */
export async function activateAccount(
  deps: AccountDeps,
  request: AccountRequest,
  body: ActivationBody,
): Promise<Activated> {
  const { caller } = request;
  // Read the passkey before looking for a running operation. That operation may change the passkey's row, and
  // the change must not make this request fail.
  const passkey = await findActivePasskey(deps.db, caller.identityId, body.assertion.id);
  const asked = relayRequest(request, 'activate', body);
  const joined = await deps.relay.join(asked);
  if (joined) return activated(deps, caller, joined);
  const state = await readWallet(deps.chain, walletOf(deps.chain, caller.pid));
  if (state.account) return { view: (await getActivation(deps, caller.pid)).view, replayed: false };
  const drafted = await draftActivation(deps, request, { asked, body, passkey, state });
  const { policy, draft } = drafted;
  const networkFee = draft.feeLamports;
  const required = await requiredFor(deps, networkFee, policy);
  if (state.vaultLamports >= required)
    return activated(deps, caller, await submit(deps, request, asked, orderActivation(deps, state, drafted)));
  const relayed = await activateSponsored(deps, request, { asked, state, drafted });
  if (relayed) return activated(deps, caller, relayed);
  const view = activationView(caller.pid, state, policy, { required, networkFee }, 'funding_required');
  return { view, replayed: false };
}

/**
 * Returns null when no app of the player qualifies or a concurrent request used up the daily budget. The
 * player can still pay for the activation.
 */
async function activateSponsored(
  deps: AccountDeps,
  request: AccountRequest,
  { asked, state, drafted }: { asked: RelayRequest; state: WalletState; drafted: DraftedActivation },
): Promise<Relayed | null> {
  const costOf = await activationCost(deps, state, drafted.policy);
  const { app } = await findSponsorship(deps, request.caller, costOf(drafted.draft.feeLamports));
  if (!app) return null;
  try {
    return await submit(deps, request, asked, orderSponsored(deps, state, drafted, { app, costOf }));
  } catch (error) {
    if (error instanceof AppError && /^relay_(?:global|identity)_cap$/.test(error.code)) return null;
    throw error;
  }
}

async function activated(deps: AccountDeps, { pid }: UserCaller, { replayed }: Relayed): Promise<Activated> {
  const { view } = await getActivation(deps, pid);
  // The RPC node that serves this read may lag behind the node that confirmed the transaction.
  return { view: { ...view, status: 'activated' }, replayed };
}

interface DraftedActivation {
  readonly expiry: bigint;
  readonly policy: FeePolicy;
  readonly consent: Consent;
  readonly draft: Draft;
}

/** Checks the request in the order that the API contract specifies, then drafts the message. */
async function draftActivation(
  deps: AccountDeps,
  request: AccountRequest,
  {
    asked,
    body,
    passkey,
    state,
  }: { asked: RelayRequest; body: ActivationBody; passkey: Passkey | null; state: WalletState },
): Promise<DraftedActivation> {
  assertExpiry(body.expiry, state.chainTime);
  const policy = requirePolicy(state, body.feePolicyVersion);
  if (!passkey) throw refuse('passkey_unknown');
  // The owner must have time to notice a thief's new passkey before it can become the authority.
  if (!counts(passkey, deps.clock.now())) throw tooNew(passkey);
  const intent = {
    action: 'activate',
    authority: brandPasskeyPoint(passkey.compressedKey),
    rpIdHash: state.config.rpIdHash,
    feePolicyVersion: policy.version,
  } as const;
  const consent = await verifyConsent(deps, request, {
    state,
    passkey,
    assertion: body.assertion,
    intent,
    nonce: 0n,
    expiry: body.expiry,
    asked,
  });
  const template = activationTemplate(
    state,
    policy,
    deps.chain.keys.registrar.address,
    BigInt(body.expiry),
    consent.authorized,
  );
  const draft = await orChainError(deps.relay.draft(template, ownAccounts(state.wallet)));
  assertNoDrift(draft.feeLamports, BigInt(body.quotedNetworkFeeLamports));
  return { expiry: BigInt(body.expiry), policy, consent, draft };
}

async function orderActivation(
  deps: AccountDeps,
  { wallet, relayerLamports }: WalletState,
  { policy, consent, draft }: DraftedActivation,
): Promise<Prepared> {
  deps.relay.assertFunded(relayerLamports, 'activation');
  await orChainError(deps.relay.simulate(draft));
  const { credentialId, compressedKey } = consent.passkey;
  const networkFee = draft.feeLamports;
  return {
    order: {
      account: wallet.account,
      accountNonce: 0n,
      draft,
      signers: [deps.chain.keys.registrar],
      networkFeeLamports: networkFee,
      protocolFeeLamports: protocolFeeLamports(networkFee, policy.bps),
      sponsoredLamports: networkFee,
      reimbursed: true,
      pool: 'activation',
      details: { passkeys: [credentialId], authority: compressedKey.toString('hex'), epoch: 0 },
    },
    consent,
    allowsSuspended: true,
    event: {
      action: 'account.activation_submitted',
      target: wallet.vault,
      details: { credentialId, networkFeeLamports: networkFee.toString() },
    },
  };
}

/** In one transaction, the operator pays into the vault exactly the amount that the vault then pays. */
async function orderSponsored(
  deps: AccountDeps,
  state: WalletState,
  drafted: DraftedActivation,
  { app, costOf }: { app: SponsorApp; costOf: (networkFeeLamports: bigint) => bigint },
): Promise<Prepared> {
  const { policy, consent, expiry } = drafted;
  const { wallet, relayerLamports } = state;
  const registrar = deps.chain.keys.registrar.address;
  const template = activationTemplate(state, policy, registrar, expiry, consent.authorized, costOf);
  const draft = await orChainError(deps.relay.draft(template, ownAccounts(wallet)));
  const cost = costOf(draft.feeLamports);
  deps.relay.assertFunded(relayerLamports - cost, 'sponsorship');
  const { order, event } = await orderActivation(deps, state, { ...drafted, draft });
  return {
    order: {
      ...order,
      networkFeeLamports: 0n,
      protocolFeeLamports: 0n,
      sponsoredLamports: cost,
      // This part is spent only if the transaction succeeds. It is never returned, because a smart account
      // is never closed.
      rent: { account: wallet.account, lamports: cost - draft.feeLamports },
      reimbursed: false,
      pool: 'sponsorship',
      sponsorApp: app.clientId,
    },
    consent,
    allowsSuspended: false,
    event: {
      ...event,
      details: { ...event.details, sponsoredLamports: cost.toString(), clientId: app.clientId },
    },
  };
}
