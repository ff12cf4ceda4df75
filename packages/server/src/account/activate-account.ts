import type { Input } from '@pid/contract';
import { brandPasskeyPoint, protocolFeeLamports } from '@pid/protocol';
import { orChainError } from '../chain/index.ts';
import { counts, findActivePasskey } from '../credentials/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { hashOf } from './request-hash.ts';
import type { AccountDeps, AccountRequest } from './account-deps.ts';
import {
  assertExpiry,
  assertNoDrift,
  consentSteps,
  requirePolicy,
  verifyConsent,
} from './check-authorization.ts';
import { activationTemplate } from './message-templates.ts';
import { ownAccounts, readWallet, walletOf } from './read-wallet.ts';
import { activationView, requiredFor, viewActivation, type ActivationView } from './view-account.ts';

type ActivationBody = Input<'activateAccount'>;

export interface Activated {
  readonly view: ActivationView;
  readonly replayed: boolean;
}

/** Claims the smart account for the passkey that signed. An account that is activated stays as it is, whoever signed. */
export async function activateAccount(
  deps: AccountDeps,
  request: AccountRequest,
  body: ActivationBody,
): Promise<Activated> {
  const { caller } = request;
  // Before the look for a running operation: what that one records of the passkey must not be held against this request.
  const passkey = await findActivePasskey(deps.db, caller.identityId, body.assertion.id);
  let early: ActivationView | null = null;
  const relayed = await deps.relay.run(
    {
      identityId: caller.identityId,
      kind: 'activate',
      requestHash: hashOf('activate', body),
      idempotencyKey: request.idempotencyKey,
    },
    async ({ seenBefore }) => {
      const state = await readWallet(deps.chain, walletOf(deps.chain, caller.pid));
      if (state.account) {
        early = (await viewActivation(deps, caller.pid)).view;
        return null;
      }
      assertExpiry(body.expiry, state.chainTime);
      const policy = requirePolicy(state, body.feePolicyVersion);
      if (!passkey) throw refuse('passkey_unknown');
      // A thief's passkey must not become the authority while its owner has time to notice.
      if (!counts(passkey, deps.clock.now())) throw refuse('passkey_too_new');
      const authority = brandPasskeyPoint(passkey.compressedKey);
      const intent = {
        action: 'activate',
        authority,
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
        seenBefore,
      });
      const { registrar } = deps.chain.keys;
      const template = activationTemplate(
        state,
        policy,
        registrar.address,
        BigInt(body.expiry),
        consent.authorized,
      );
      const draft = await orChainError(deps.relay.draft(template, ownAccounts(state.wallet)));
      const networkFee = draft.feeLamports;
      assertNoDrift(networkFee, BigInt(body.quotedNetworkFeeLamports));
      const required = await requiredFor(deps, networkFee, policy);
      if (state.vaultLamports < required) {
        early = activationView(caller.pid, state, policy, { required, networkFee }, 'funding_required');
        return null;
      }
      deps.relay.assertFunded(state.relayerLamports, 'activation');
      await orChainError(deps.relay.simulate(draft));
      return {
        account: state.wallet.account,
        accountNonce: 0n,
        draft,
        signers: [registrar],
        networkFeeLamports: networkFee,
        protocolFeeLamports: protocolFeeLamports(networkFee, policy.bps),
        sponsoredLamports: networkFee,
        reimbursed: true,
        pool: 'activation',
        details: {
          passkeys: [passkey.credentialId],
          authority: Buffer.from(authority).toString('hex'),
          epoch: 0,
        },
        onStore: (now) =>
          consentSteps(deps, request, consent, {
            allowsSuspended: true,
            action: 'account.activation_submitted',
            target: state.wallet.vault,
            details: { credentialId: passkey.credentialId, networkFeeLamports: networkFee.toString() },
            now,
          }),
      };
    },
  );
  if (!relayed) return { view: early ?? (await viewActivation(deps, caller.pid)).view, replayed: false };
  const { view } = await viewActivation(deps, caller.pid);
  // The node that is asked now may lag behind the one that confirmed.
  return { view: { ...view, status: 'activated' }, replayed: relayed.replayed };
}
