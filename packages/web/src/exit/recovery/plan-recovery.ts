import {
  RECOVERY_BYTES,
  cancelRecoveryInstruction,
  challengeFor,
  concatBytes,
  encodeBody,
  encodeHeader,
  equalBytes,
  finishRecoveryInstruction,
  setRecoveryPolicyInstruction,
  sheetInstruction,
  transferInstruction,
  voteRecoveryInstruction,
} from '@pid/protocol';
import type { Address, Guardian, Intent, PasskeyPoint, PayloadScope, RecoveryPolicy } from '@pid/protocol';
import { ExitProblem } from '../exit-problem.ts';
import { assertPasskeysSign } from '../problem-notice.tsx';
import type { PasskeyPart, Plan } from '../plan.ts';
import { readExpiry } from '../read-chain-time.ts';
import { readRent } from '../read-rent.ts';
import type { Vault } from '../read-vault.ts';
import type { Rpc } from '../rpc.ts';
import { readSigner } from './read-recovery.ts';
import type { Recovery } from './read-recovery.ts';

/** The wallet of a step and its recovery as last read. */
export interface Subject {
  readonly rpc: Rpc;
  readonly pid: string;
  readonly vault: Vault;
  readonly recovery: Recovery;
}

function scopeOf({ vault, recovery }: Subject, expiry: bigint): PayloadScope {
  return { ...vault.wallet, genesisHash: vault.genesisHash, nonce: recovery.nonce, expiry };
}

function passkeyPart(subject: Subject, authority: PasskeyPoint, expiry: bigint, intent: Intent): PasskeyPart {
  assertPasskeysSign(subject.vault);
  const scope = scopeOf(subject, expiry);
  return {
    authority,
    origin: subject.vault.config.origin,
    payload: concatBytes(encodeHeader(scope, intent), encodeBody(intent)),
    challenge: challengeFor(scope, intent),
    expiry,
    credentialId: null,
  };
}

/**
 * Sets, changes or (without guardians) removes the policy. The System program sends the rent of a first
 * policy to its address, so that the wallet program never gets the payer's signature.
 */
export async function planPolicy(subject: Subject, policy: RecoveryPolicy, payer: Address): Promise<Plan> {
  const { rpc, vault, recovery } = subject;
  const { wallet, account } = vault;
  const expiry = await readExpiry(rpc);
  const intent: Intent = { action: 'setRecoveryPolicy', ...policy };
  const rentLamports = recovery.account === null ? await readRent(rpc, RECOVERY_BYTES) : 0n;
  return {
    payer,
    passkey: passkeyPart(subject, account.authority, expiry, intent),
    rentLamports,
    first: rentLamports > 0n ? [transferInstruction(payer, recovery.address, rentLamports)] : [],
    last: (tail) =>
      setRecoveryPolicyInstruction(wallet, { ...policy, nonce: recovery.nonce, expiry, tail, payer: null }),
  };
}

export interface Ballot {
  readonly index: number;
  readonly guardian: Guardian;
  /** Null withdraws the vote. */
  readonly newAuthority: PasskeyPoint | null;
  /** The words of a sheet, as typed. */
  readonly words: string;
}

/**
 * Plans one guardian's vote. A sheet signs immediately; other guardians sign with a passkey after the review.
 */
export async function planVote(subject: Subject, ballot: Ballot, payer: Address): Promise<Plan> {
  const { rpc, vault, recovery } = subject;
  const { wallet, config, account } = vault;
  const { index, guardian, newAuthority } = ballot;
  if (newAuthority && equalBytes(newAuthority, account.authority)) throw new ExitProblem('sameKey');
  const expiry = await readExpiry(rpc);
  const vote = { index, newAuthority, newRpIdHash: config.rpIdHash };
  const intent: Intent = { action: 'voteRecovery', ...vote };
  const terms = { ...vote, nonce: recovery.nonce, expiry };
  if (guardian.kind === 'sheet') {
    const { readSheetWords, sheetKey } = await import('@pid/protocol/sheet');
    const words = readSheetWords(ballot.words);
    if (words === null) throw new ExitProblem('badWords');
    const key = sheetKey(words, { genesisHash: vault.genesisHash, accountId: wallet.accountId });
    if (!equalBytes(key.publicKey, guardian.key)) throw new ExitProblem('otherSheet');
    const challenge = challengeFor(scopeOf(subject, expiry), intent);
    const signed = sheetInstruction(key.publicKey, key.sign(challenge), challenge);
    const last = () =>
      voteRecoveryInstruction(wallet, { ...terms, tail: new Uint8Array(), guardianAccount: null });
    return { payer, passkey: null, first: [signed], rentLamports: 0n, last };
  }
  const signer = await readSigner(rpc, wallet, guardian);
  return {
    payer,
    passkey: passkeyPart(subject, signer.key, expiry, intent),
    first: [],
    rentLamports: 0n,
    last: (tail) => voteRecoveryInstruction(wallet, { ...terms, tail, guardianAccount: signer.account }),
  };
}

export async function planCancel(subject: Subject, payer: Address): Promise<Plan> {
  const { rpc, vault, recovery } = subject;
  const expiry = await readExpiry(rpc);
  return {
    payer,
    passkey: passkeyPart(subject, vault.account.authority, expiry, { action: 'cancelRecovery' }),
    first: [],
    rentLamports: 0n,
    last: (tail) => cancelRecoveryInstruction(vault.wallet, { nonce: recovery.nonce, expiry, tail }),
  };
}

/** Needs no consent: votes and time have already decided. */
export function planFinish({ vault }: Subject, newAuthority: PasskeyPoint, payer: Address): Plan {
  const last = () => finishRecoveryInstruction(vault.wallet, newAuthority);
  return { payer, passkey: null, first: [], rentLamports: 0n, last };
}
