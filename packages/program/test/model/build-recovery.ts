// Transactions of a recovery as an honest client builds them, even if they cannot succeed.
import {
  cancelRecoveryInstruction,
  finishRecoveryInstruction,
  setRecoveryPolicyInstruction,
  voteRecoveryInstruction,
} from '@pid/protocol';
import type { Guardian, Intent, ProgramInstruction } from '@pid/protocol';
import { prepare } from '../support/wallet.ts';
import type { World } from '../support/world.ts';
import type { WalletModel } from './state.ts';

export function guardiansOf(wallet: WalletModel, count: number): Guardian[] {
  return wallet.guardians.slice(0, count).map(({ point }) => ({ kind: 'passkey', key: point }));
}

function nonceOf({ recovery }: WalletModel): bigint {
  return recovery?.nonce ?? 0n;
}

export function policy(
  world: World,
  wallet: WalletModel,
  key: number,
  terms: { readonly count: number; readonly threshold: number; readonly delay: number },
): ProgramInstruction[] {
  const what = {
    guardians: guardiansOf(wallet, terms.count),
    threshold: terms.threshold,
    delaySeconds: terms.delay,
  };
  const intent: Intent = { action: 'setRecoveryPolicy', ...what };
  const bend = { passkey: wallet.keys[key]!, nonce: nonceOf(wallet) };
  return prepare(world, wallet.user, intent, bend, (parts) =>
    setRecoveryPolicyInstruction(wallet.user.wallet, { ...parts, ...what, payer: null }),
  );
}

export interface Ballot {
  readonly guardian: number;
  /** Index of the key that signs: the guardian's or another's. */
  readonly signer: number;
  readonly next: number | null;
  readonly expiry: bigint;
}

export function vote(world: World, wallet: WalletModel, ballot: Ballot): ProgramInstruction[] {
  const what = {
    index: ballot.guardian,
    newAuthority: ballot.next === null ? null : wallet.keys[ballot.next]!.point,
    newRpIdHash: world.configArguments.rpIdHash,
  };
  const intent: Intent = { action: 'voteRecovery', ...what };
  const passkey = wallet.guardians[ballot.signer]!;
  const bend = { passkey, nonce: nonceOf(wallet), expiry: ballot.expiry };
  return prepare(world, wallet.user, intent, bend, (parts) =>
    voteRecoveryInstruction(wallet.user.wallet, { ...parts, ...what, guardianAccount: null }),
  );
}

export function cancelling(world: World, wallet: WalletModel, key: number): ProgramInstruction[] {
  const bend = { passkey: wallet.keys[key]!, nonce: nonceOf(wallet) };
  return prepare(world, wallet.user, { action: 'cancelRecovery' }, bend, (parts) =>
    cancelRecoveryInstruction(wallet.user.wallet, parts),
  );
}

export function finishing(wallet: WalletModel, next: number): ProgramInstruction[] {
  return [finishRecoveryInstruction(wallet.user.wallet, wallet.keys[next]!.point)];
}
