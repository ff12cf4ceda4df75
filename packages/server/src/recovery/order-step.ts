import { currentPolicy, secp256r1Instruction, type ProgramInstruction } from '@pid/protocol';
import { ownAccounts, recordConsent, type Consent } from '../account/index.ts';
import { lockIdentity } from '../identity/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { unitLimits, type DraftMessage, type Operation, type RelayOrder } from '../relay/index.ts';
import type { RecoveryState } from './read-recovery.ts';

/** A checked step of a recovery. */
interface Step {
  readonly accountNonce: bigint;
  readonly pool: 'recovery' | 'policy' | 'emergency';
  readonly instructions: readonly ProgramInstruction[];
  readonly makesAccount?: boolean;
  readonly details: Record<string, unknown>;
  /** Null if no passkey signed: a recovery sheet signed, or votes and time decide. */
  readonly consent: Consent | null;
  /** Checks and records in the transaction that stores the step, while the identity is locked. */
  record?(tx: Tx, operation: Operation): Promise<void>;
}

/** The relay order of a step. Every step costs the relayer a fee that is not reimbursed. */
export async function orderStep(
  draftMessage: DraftMessage,
  { state, address }: RecoveryState,
  { instructions, makesAccount, consent, record, ...step }: Step,
): Promise<RelayOrder> {
  const template = {
    unitLimit: makesAccount ? unitLimits.setRecoveryPolicy : unitLimits.recoveryStep,
    maxFeeLamports: currentPolicy(state.config).maxNetworkFeeLamports,
    build: () => instructions,
  };
  const draft = await draftMessage(template, [...ownAccounts(state.wallet), address]);
  return {
    ...step,
    account: address,
    draft,
    networkFeeLamports: 0n,
    protocolFeeLamports: 0n,
    sponsoredLamports: draft.feeLamports,
    reimbursed: false,
    relayerLamports: state.relayerLamports,
    async record(tx, operation) {
      // Concurrent requests for the recovery of this account wait here and are counted.
      const identity = await lockIdentity(tx, operation.identityId);
      if (!identity || identity.status === 'deleted') throw refuse('no_such_recovery');
      await record?.(tx, operation);
      await recordConsent(tx, consent, operation.createdAt);
    },
  };
}

export function precompileOf({ authorized }: Consent): ProgramInstruction {
  return secp256r1Instruction(authorized.authority, authorized.signature, authorized.message);
}
