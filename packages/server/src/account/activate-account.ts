import type { Input } from '@pid/contract';
import { brandPasskeyPoint, protocolFeeLamports, type FeePolicy } from '@pid/protocol';
import { counts, findActivePasskey, tooNew, type Passkey } from '../credentials/index.ts';
import { ServiceError, invalid, refuse } from '../platform/errors/index.ts';
import type { UserCaller } from '../platform/http/index.ts';
import type { Draft, DraftMessage, Relayed, RelayOrder, RelayRequest } from '../relay/index.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import {
  assertExpiry,
  assertNoDrift,
  requirePolicy,
  verifyConsent,
  type Consent,
} from './check-authorization.ts';
import { activationPrice } from './activation-offer.ts';
import { activationTemplate } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf, type WalletState } from './read-wallet.ts';
import { recordOperation } from './record-operation.ts';
import { relayRequest } from './relay-request.ts';
import { activationCost, findSponsorship } from './sponsor-activation.ts';
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
  const expectedPrice = expectedPriceOf(body);
  const asked = relayRequest(request, 'activate', body);
  let unpaid = null as ActivationView | null;
  const relayed = await deps.relay
    .submit<null>(asked, async (draftMessage) => {
      const state = await readWallet(deps.chain, walletOf(deps.chain, caller.pid));
      if (state.account) return null;
      // Activation itself is not frozen, but spending rupiah is.
      if (expectedPrice !== null && caller.frozenUntil !== undefined)
        throw refuse('frozen', { until: caller.frozenUntil });
      const drafted = await draftActivation(deps, request, { asked, body, passkey, state, draftMessage });
      if (expectedPrice !== null)
        return orderPaid(deps, request, { state, drafted, draftMessage, expectedPrice });
      const networkFee = drafted.draft.feeLamports;
      const required = await requiredFor(deps, networkFee, drafted.policy);
      if (state.vaultLamports >= required) return orderActivation(deps, request, state, drafted);
      const amounts = { required, networkFee };
      unpaid = activationView(caller.pid, state, drafted.policy, amounts, 'funding_required');
      return orderSponsored(deps, request, { state, drafted, draftMessage });
    })
    .catch((error: unknown) => {
      // A concurrent request used up the daily budget. The player can still pay for the activation.
      if (unpaid && error instanceof ServiceError && /^relay_(?:global|identity)_cap$/.test(error.code))
        return null;
      throw error;
    });
  if (relayed) return activated(deps, caller, relayed);
  return { view: unpaid ?? (await getActivation(deps, caller.pid)).view, replayed: false };
}

/** Null if the player does not pay in rupiah. */
function expectedPriceOf({ payWith, expectedPrice }: ActivationBody): bigint | null {
  if (payWith === undefined && expectedPrice === undefined) return null;
  if (payWith === undefined || expectedPrice === undefined)
    throw invalid('payWith and expectedPrice must be given together');
  return BigInt(expectedPrice);
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
    draftMessage,
  }: {
    asked: RelayRequest;
    body: ActivationBody;
    passkey: Passkey | null;
    state: WalletState;
    draftMessage: DraftMessage;
  },
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
  const draft = await draftMessage(template, ownAccounts(state.wallet));
  assertNoDrift(draft.feeLamports, BigInt(body.quotedNetworkFeeLamports));
  return { expiry: BigInt(body.expiry), policy, consent, draft };
}

function orderActivation(
  deps: AccountDeps,
  request: AccountRequest,
  { wallet, relayerLamports }: WalletState,
  { policy, consent, draft }: DraftedActivation,
): RelayOrder {
  const networkFee = draft.feeLamports;
  return {
    account: wallet.account,
    accountNonce: 0n,
    draft,
    signers: [deps.chain.keys.registrar],
    networkFeeLamports: networkFee,
    protocolFeeLamports: protocolFeeLamports(networkFee, policy.bps),
    sponsoredLamports: networkFee,
    reimbursed: true,
    pool: 'activation',
    details: {
      passkeys: [consent.passkey.credentialId],
      authority: consent.passkey.compressedKey.toString('hex'),
      epoch: 0,
    },
    relayerLamports,
    record: (tx, operation) =>
      recordOperation(tx, operation, request, {
        consent,
        event: eventOf(wallet, consent, networkFee),
        allowsSuspended: true,
      }),
  };
}

interface ToSponsor {
  readonly state: WalletState;
  readonly drafted: DraftedActivation;
  readonly draftMessage: DraftMessage;
}

/** The operator sponsors the activation. Null when no app of the player qualifies. */
async function orderSponsored(
  deps: AccountDeps,
  request: AccountRequest,
  { state, drafted, draftMessage }: ToSponsor,
): Promise<RelayOrder | null> {
  const costOf = await activationCost(deps, state, drafted.policy);
  const { app } = await findSponsorship(deps, request.caller, costOf(drafted.draft.feeLamports));
  if (!app) return null;
  const { order, recordWith } = await fundFromOperator(deps, request, { state, drafted, draftMessage });
  return {
    ...order,
    pool: 'sponsorship',
    sponsorApp: app.clientId,
    record: recordWith({ clientId: app.clientId }),
  };
}

/** The operator pays the SOL, and the player pays its price in rupiah to the operator, with the stored operation. */
async function orderPaid(
  deps: AccountDeps,
  request: AccountRequest,
  { expectedPrice, ...toSponsor }: ToSponsor & { readonly expectedPrice: bigint },
): Promise<RelayOrder> {
  const { order, recordWith } = await fundFromOperator(deps, request, toSponsor);
  const price = activationPrice(deps.offer, order.sponsoredLamports);
  if (price === null) throw refuse('activation_not_sold');
  // mutant (account/paid-activation): if (price !== expectedPrice) => if (false)
  if (price !== expectedPrice) throw refuse('quote_changed', { total: price });
  const payer = await deps.activations.payerOf(request.caller.identityId);
  const record = recordWith({ price: price.toString() });
  return {
    ...order,
    pool: 'paid',
    details: { ...order.details, price: price.toString() },
    // Locks the identity before the ledger's accounts; the relay's caps come last.
    async record(tx, operation) {
      await record(tx, operation);
      await deps.activations.take(tx, { payer, operationId: operation.id, price }, operation.createdAt);
    },
  };
}

/** In one transaction, the operator pays into the vault exactly the amount that the vault then pays. */
async function fundFromOperator(
  deps: AccountDeps,
  request: AccountRequest,
  { state, drafted, draftMessage }: ToSponsor,
) {
  const { policy, consent, expiry } = drafted;
  const { wallet, relayerLamports } = state;
  const costOf = await activationCost(deps, state, policy);
  const registrar = deps.chain.keys.registrar.address;
  const template = activationTemplate(state, policy, registrar, expiry, consent.authorized, costOf);
  const draft = await draftMessage(template, ownAccounts(wallet));
  const cost = costOf(draft.feeLamports);
  const event = eventOf(wallet, consent, draft.feeLamports);
  const order = {
    ...orderActivation(deps, request, state, { ...drafted, draft }),
    networkFeeLamports: 0n,
    protocolFeeLamports: 0n,
    sponsoredLamports: cost,
    // This part is spent only if the transaction succeeds. It is never returned, because a smart account is
    // never closed.
    rent: { account: wallet.account, lamports: cost - draft.feeLamports },
    reimbursed: false,
    relayerLamports: relayerLamports - cost,
  };
  const recordWith =
    (more: Record<string, string>): RelayOrder['record'] =>
    (tx, operation) =>
      recordOperation(tx, operation, request, {
        consent,
        event: { ...event, details: { ...event.details, sponsoredLamports: cost.toString(), ...more } },
        allowsSuspended: false,
      });
  return { order, recordWith };
}

function eventOf({ vault }: WalletState['wallet'], { passkey }: Consent, networkFee: bigint) {
  return {
    action: 'account.activation_submitted',
    target: vault,
    details: { credentialId: passkey.credentialId, networkFeeLamports: networkFee.toString() },
  };
}
