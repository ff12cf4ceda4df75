// Plans for recovery: policies, votes, cancelling and finishing.
import { recoveryAttempts, rentExemptLamports, RECOVERY_BYTES } from '@pid/protocol';
import type { RecoveryAccount } from '@pid/protocol';
import { balance } from '../support/world.ts';
import type { World } from '../support/world.ts';
import { recoveryAddress } from '../support/recovery.ts';
import * as build from './build-recovery.ts';
import { isOwner } from './plan.ts';
import type { Of, Plan } from './plan.ts';
import { canPay } from './predict.ts';
import type { Model, RecoveryModel, WalletModel } from './state.ts';

const LIFE = 2_592_000n;
const RECOVERY_RENT = rentExemptLamports(BigInt(RECOVERY_BYTES));

/** Applies the rule that servers and pages use to the model's state. */
function attempts(wallet: WalletModel, now: bigint) {
  const { recovery, active } = wallet;
  if (!recovery || !active) return [];
  return recoveryAttempts({ bump: 0, ...asAccount(wallet, recovery) }, active.epoch, now);
}

export function asAccount(wallet: WalletModel, recovery: RecoveryModel): Omit<RecoveryAccount, 'bump'> {
  return {
    nonce: recovery.nonce,
    accountId: wallet.user.wallet.accountId,
    threshold: recovery.threshold,
    delaySeconds: recovery.delay,
    guardians: build.guardiansOf(wallet, recovery.count),
    votes: recovery.votes.map((vote) =>
      vote === null ? null : { ...vote, authority: wallet.keys[vote.authority]!.point },
    ),
    barredUntil: recovery.barredUntil,
    lastExpiry: recovery.lastExpiry,
  };
}

export const recoveryPlans = {
  setPolicy(world: World, model: Model, step: Of<'setPolicy'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const { recovery } = wallet;
    const held = balance(world, recoveryAddress(world, wallet.user));
    const rent = recovery || held >= RECOVERY_RENT ? 0n : RECOVERY_RENT - held;
    const terms = { count: step.count, threshold: step.threshold, delay: step.delay };
    const isSound =
      step.count === 0
        ? step.threshold === 0 && step.delay === 0
        : step.threshold >= 1 && step.threshold <= step.count && step.delay >= 86_400;
    const isMine = isOwner(wallet, step.key);
    return {
      instructions: build.policy(world, wallet, step.key, terms),
      signers: [world.sponsor],
      consents: isMine ? [{ wallet: step.wallet, lamports: rent, tokens: 0n, spendsNonce: false }] : [],
      expected: isMine && isSound && (recovery !== null || canPay(wallet.vault, rent)),
      once: true,
      apply() {
        if (!recovery) wallet.vault -= rent;
        wallet.recovery = {
          ...terms,
          nonce: (recovery?.nonce ?? 0n) + 1n,
          votes: Array.from({ length: step.count }, () => null),
          barredUntil: Array.from({ length: step.count }, () => 0n),
          lastExpiry: Array.from({ length: step.count }, () => 0n),
        };
      },
    };
  },

  voteRecovery(world: World, model: Model, step: Of<'voteRecovery'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const { recovery } = wallet;
    const { guardian, signer } = step;
    const authority = step.next === 3 ? null : step.next;
    const expiry = model.now + step.seconds;
    const known = recovery !== null && guardian < recovery.count;
    const isFree = authority === null || (known && model.now >= recovery.barredUntil[guardian]!);
    return {
      instructions: build.vote(world, wallet, { guardian, signer, next: authority, expiry }),
      signers: [world.sponsor],
      consents: [],
      expected:
        known &&
        wallet.active !== null &&
        signer === guardian &&
        isFree &&
        expiry > recovery.lastExpiry[guardian]! &&
        authority !== wallet.active.authority,
      once: true,
      apply() {
        const old = recovery!.votes[guardian];
        const { epoch } = wallet.active!;
        const stays = old?.epoch === epoch && old.authority === authority && model.now - old.votedAt < LIFE;
        recovery!.lastExpiry[guardian] = expiry;
        if (!stays)
          recovery!.votes[guardian] = authority === null ? null : { authority, votedAt: model.now, epoch };
      },
    };
  },

  cancelRecovery(world: World, model: Model, step: Of<'cancelRecovery'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const { recovery } = wallet;
    const isMine = isOwner(wallet, step.key);
    return {
      instructions: build.cancelling(world, wallet, step.key),
      signers: [world.sponsor],
      consents: [],
      expected: isMine && recovery !== null,
      once: true,
      apply() {
        // Time 0 includes lapsed attempts. Every guardian who voted for an authority that reached the
        // threshold is barred.
        const reached = attempts(wallet, 0n).map(({ newAuthority }) =>
          Buffer.from(newAuthority).toString('hex'),
        );
        for (const [index, vote] of recovery!.votes.entries()) {
          const key = vote && Buffer.from(wallet.keys[vote.authority]!.point).toString('hex');
          if (key !== null && vote?.epoch === wallet.active!.epoch && reached.includes(key))
            recovery!.barredUntil[index] = model.now + BigInt(recovery!.delay);
          recovery!.votes[index] = null;
        }
        recovery!.nonce += 1n;
      },
    };
  },

  finishRecovery(world: World, model: Model, step: Of<'finishRecovery'>): Plan {
    const wallet = model.wallets[step.wallet]!;
    const point = wallet.keys[step.next]!.point;
    const isReady = attempts(wallet, model.now).some(
      ({ newAuthority, readyAt }) => Buffer.from(newAuthority).equals(point) && model.now >= readyAt,
    );
    const expected = isReady && wallet.active !== null && wallet.active.authority !== step.next;
    return {
      instructions: build.finishing(wallet, step.next),
      signers: [world.sponsor],
      consents: expected
        ? [{ wallet: step.wallet, lamports: 0n, tokens: 0n, spendsNonce: false, recovers: true }]
        : [],
      expected,
      once: true,
      apply() {
        wallet.active = { ...wallet.active!, epoch: wallet.active!.epoch + 1, authority: step.next };
        wallet.recovery!.nonce += 1n;
        wallet.recovery!.votes.fill(null);
      },
    };
  },
};
