import { currentPolicy, secp256r1Instruction, type Address, type ProgramInstruction } from '@pid/protocol';
import { carry, ownAccounts, type Consent, type WalletState } from '../account/index.ts';
import { orChainError } from '../chain/index.ts';
import { lockIdentity } from '../identity/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import {
  unitLimits,
  type Draft,
  type Operation,
  type RelayOrder,
  type Relayed,
  type RelayRequest,
} from '../relay/index.ts';
import type { RecoveryDeps } from './recovery-deps.ts';

/** A checked step, and the writes that belong to it. */
export interface PreparedStep {
  readonly order: RelayOrder;
  readonly consent: Consent | null;
  /** Checks that need the transaction that stores the operation. */
  judge?(tx: Tx, operation: Operation): Promise<void>;
  write?(tx: Tx, now: Date): Promise<void>;
}

/**
 * Returns the step that this request started before, or a new one: signed, stored with everything that
 * depends on it, then sent.
 */
export async function submitStep(
  deps: RecoveryDeps,
  asked: RelayRequest,
  prepare: () => Promise<PreparedStep>,
): Promise<Relayed> {
  return (await deps.relay.join(asked)) ?? carry(deps, asked, prepare().then(carried));
}

const carried = ({ order, consent, judge, write }: PreparedStep) => ({
  order,
  consent,
  async judge(tx: Tx, operation: Operation): Promise<void> {
    // Concurrent requests for the recovery of this account wait here and are counted.
    const identity = await lockIdentity(tx, operation.identityId);
    if (!identity || identity.status === 'deleted') throw refuse('no_such_recovery');
    await judge?.(tx, operation);
  },
  write: (tx: Tx, now: Date) => (write ? [write(tx, now)] : []),
});

export function precompileOf({ authorized }: Consent): ProgramInstruction {
  return secp256r1Instruction(authorized.authority, authorized.signature, authorized.message);
}

/** Compiles and simulates the message of a step; an error of the simulation becomes a refusal. */
export async function draftStep(
  { relay }: RecoveryDeps,
  state: WalletState,
  step: {
    readonly recovery: Address;
    readonly pool: 'recovery' | 'policy' | 'emergency';
    readonly instructions: readonly ProgramInstruction[];
    readonly makesAccount?: boolean;
  },
): Promise<Draft> {
  const template = {
    unitLimit: step.makesAccount ? unitLimits.setRecoveryPolicy : unitLimits.recoveryStep,
    maxFeeLamports: currentPolicy(state.config).maxNetworkFeeLamports,
    build: () => step.instructions,
  };
  const own = [...ownAccounts(state.wallet), step.recovery];
  const draft = await orChainError(relay.draft(template, own));
  relay.assertFunded(state.relayerLamports, step.pool);
  await orChainError(relay.simulate(draft));
  return draft;
}

/** Every step costs the relayer a fee that is not reimbursed. */
export function sponsoredOrder(
  draft: Draft,
  order: Pick<RelayOrder, 'account' | 'accountNonce' | 'pool' | 'details'>,
): RelayOrder {
  return {
    ...order,
    draft,
    networkFeeLamports: 0n,
    protocolFeeLamports: 0n,
    sponsoredLamports: draft.feeLamports,
    reimbursed: false,
  };
}
