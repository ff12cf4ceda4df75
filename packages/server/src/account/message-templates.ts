import {
  activateInstruction,
  brandPasskeyPoint,
  assertionMessage,
  noteInstructions,
  rotateInstruction,
  secp256r1Instruction,
  transferInstruction,
  withdrawSolInstruction,
  withdrawSplInstruction,
  type Address,
  type FeePolicy,
  type PasskeyPoint,
  type ProgramInstruction,
  type TransferNote,
} from '@pid/protocol';
import type { VerifiedAssertion } from '../credentials/index.ts';
import { unitLimits, type Template } from '../relay/index.ts';
import type { WalletState } from './read-wallet.ts';

/** A passkey's signature in the form that the program expects. */
export interface Authorized {
  readonly authority: PasskeyPoint;
  /** r ‖ s, with low s. */
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  readonly tail: Uint8Array;
}

/**
 * Has the size of a real authorization: the fee of a message depends on its signatures and compute budget,
 * not on the signed content.
 */
export const placeholder: Authorized = {
  authority: brandPasskeyPoint(Uint8Array.of(2, ...Array<number>(32).fill(1))),
  signature: Uint8Array.of(...Array<number>(31).fill(0), 1, ...Array<number>(31).fill(0), 1),
  message: new Uint8Array(69),
  tail: new TextEncoder().encode(',"crossOrigin":false}'),
};

export function authorizedBy(
  authority: PasskeyPoint,
  verified: VerifiedAssertion,
  tail: Uint8Array,
): Authorized {
  return {
    authority,
    signature: verified.signature,
    message: assertionMessage(verified.authenticatorData, verified.clientDataJSON),
    tail,
  };
}

function precompile({ authority, signature, message }: Authorized): ProgramInstruction {
  return secp256r1Instruction(authority, signature, message);
}

export function activationTemplate(
  state: WalletState,
  policy: FeePolicy,
  registrar: Address,
  expiry: bigint,
  authorized: Authorized,
  /**
   * Lamports that the operator pays into the vault first; the vault then pays as usual. Omitted without a
   * sponsor.
   */
  sponsored?: (networkFeeLamports: bigint) => bigint,
): Template {
  const { relayer, treasury } = state.config;
  const { vault } = state.wallet;
  return {
    unitLimit: unitLimits.activate,
    maxFeeLamports: policy.maxNetworkFeeLamports,
    build: (networkFeeLamports) => [
      ...(sponsored ? [transferInstruction(relayer, vault, sponsored(networkFeeLamports))] : []),
      precompile(authorized),
      activateInstruction(state.wallet, {
        relayer,
        registrar,
        treasury,
        authority: authorized.authority,
        expiry,
        tail: authorized.tail,
        feePolicyVersion: policy.version,
        networkFeeLamports,
      }),
    ],
  };
}

export interface WithdrawalTerms {
  readonly mint: Address | null;
  /** The vault's token account that the tokens are taken from. */
  readonly source?: Address | undefined;
  readonly destination: Address;
  readonly amount: bigint;
  readonly nonce: bigint;
  readonly expiry: bigint;
  readonly note: TransferNote;
}

export function withdrawalTemplate(
  state: WalletState,
  policy: FeePolicy,
  terms: WithdrawalTerms,
  authorized: Authorized,
): Template {
  const { relayer, treasury } = state.config;
  const { mint, source, note, ...rest } = terms;
  const addition = noteInstructions(relayer, terms.destination, note);
  return {
    unitLimit:
      (mint === null ? unitLimits.withdrawSol : unitLimits.withdrawSpl) +
      (addition.length > 0 ? unitLimits.transferNote : 0),
    maxFeeLamports: policy.maxNetworkFeeLamports,
    build(networkFeeLamports) {
      const common = {
        ...rest,
        relayer,
        treasury,
        feePolicyVersion: policy.version,
        networkFeeLamports,
        tail: authorized.tail,
      };
      const instruction =
        mint === null
          ? withdrawSolInstruction(state.wallet, common)
          : withdrawSplInstruction(state.wallet, { ...common, mint, ...(source ? { source } : {}) });
      return [precompile(authorized), instruction, ...addition];
    },
  };
}

export function rotationTemplate(
  state: WalletState,
  policy: FeePolicy,
  terms: { nonce: bigint; expiry: bigint; newAuthority: PasskeyPoint },
  authorized: Authorized,
): Template {
  return {
    unitLimit: unitLimits.rotate,
    maxFeeLamports: policy.maxNetworkFeeLamports,
    build: () => [
      precompile(authorized),
      rotateInstruction(state.wallet, {
        ...terms,
        relayer: state.config.relayer,
        newRpIdHash: state.config.rpIdHash,
        tail: authorized.tail,
      }),
    ],
  };
}
