import {
  CLAIM_BYTES,
  certificateInstruction,
  challengeFor,
  claimInstruction,
  closeClaimInstruction,
  concatBytes,
  encodeBody,
  encodeHeader,
  findClaimAddress,
  finishClaimInstruction,
  transferInstruction,
} from '@pid/protocol';
import type { Address, ClaimAccount, ClaimIntent, PayloadScope, SignedCertificate } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import { assertPasskeysSign } from './problem-notice.tsx';
import type { Plan } from './plan.ts';
import { readExpiry } from './read-chain-time.ts';
import { readRent } from './read-rent.ts';
import type { Dormant, Vault } from './read-vault.ts';
import type { Rpc } from './rpc.ts';

export interface ClaimPlan extends Plan {
  readonly certificate: SignedCertificate;
}

/**
 * The System program sends the rent to the claim's address, and the rent returns to the vault. In this way
 * the wallet program never gets the payer's signature, as in an exit.
 */
export async function planClaim(
  rpc: Rpc,
  dormant: Dormant,
  certificate: SignedCertificate,
  payer: Address,
): Promise<ClaimPlan> {
  const { wallet, config, genesisHash, claim } = dormant;
  assertPasskeysSign(dormant);
  const { authority, rpIdHash, issuedAt } = certificate.certificate;
  const expiry = await readExpiry(rpc);
  const scope: PayloadScope = { ...wallet, genesisHash, nonce: 0n, expiry };
  const intent: ClaimIntent = { action: 'claim', authority, rpIdHash };
  const rentLamports = claim === null ? await readRent(rpc, CLAIM_BYTES) : 0n;
  const address = findClaimAddress(wallet.program, wallet.accountId).address;
  return {
    certificate,
    payer,
    passkey: {
      authority,
      origin: config.origin,
      payload: concatBytes(encodeHeader(scope, intent), encodeBody(intent)),
      challenge: challengeFor(scope, intent),
      expiry,
      credentialId: certificate.credentialId,
    },
    rentLamports,
    first: [
      ...(rentLamports > 0n ? [transferInstruction(payer, address, rentLamports)] : []),
      certificateInstruction(certificate.registrar, certificate.signature, certificate.certificate),
    ],
    last: (tail) =>
      claimInstruction(wallet, { payer: wallet.vault, isFunded: true, authority, issuedAt, expiry, tail }),
  };
}

/** Needs no consent: no matter who sends it, the wallet goes to the passkey of the claim. */
export function planFinish({ wallet }: Dormant, payer: Address): Plan {
  const last = () => finishClaimInstruction(wallet);
  return { payer, passkey: null, first: [], rentLamports: 0n, last };
}

export function planClose({ wallet, sealed }: Vault, claim: ClaimAccount, payer: Address): Plan {
  if (payer === claim.payer && !sealed) throw new ExitProblem('payerReceives');
  const last = () => closeClaimInstruction(wallet, claim.payer);
  return { payer, passkey: null, first: [], rentLamports: 0n, last };
}
