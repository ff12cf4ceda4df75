import { decodeAccount, decodeRecovery, type Address } from '@pid/protocol';
import { recoveryNonceOf } from './recovery-nonce.ts';
import type { OnChainAccount, TransactionStatus } from '../platform/chain/client/index.ts';
import type { Operation } from './operation.ts';
import type { FinalizedState, RelayDeps } from './relay-deps.ts';

/** The evidence of finalized blocks about an operation, before the search for a taker. */
export interface Evidence extends FinalizedState {
  readonly height: bigint;
  readonly status: TransactionStatus | null;
  readonly nonce: bigint;
}

/**
 * Accepts at most as many operations as one request can read accounts. The accounts are read no earlier than
 * the height.
 */
export async function readEvidence(
  { chain }: Pick<RelayDeps, 'chain'>,
  operations: readonly Operation[],
): Promise<{ readonly slot: bigint; readonly evidence: readonly Evidence[] }> {
  const { client, programId } = chain;
  const { absoluteSlot, blockHeight } = await client.rpc.getEpochInfo({ commitment: 'finalized' }).send();
  // mutant (relay/simulation): 'finalized' => 'confirmed'
  const [{ accounts, slot }, statuses] = await Promise.all([
    client.accounts(
      operations.map(({ account }) => account),
      { commitment: 'finalized', minContextSlot: absoluteSlot },
    ),
    client.statuses(operations.map(({ signature }) => signature)),
  ]);
  const evidence = operations.map((operation, index) => {
    const found = accounts[index] ?? null;
    const nonce = nonceOf(operation, found, programId);
    return { height: blockHeight, status: statuses[index] ?? null, nonce, ...stateOf(found, programId) };
  });
  return { slot, evidence };
}

/** An account that does not exist yet has the nonce that its activation or its first policy signs. */
export function nonceOf(
  operation: Pick<Operation, 'kind' | 'accountNonce'>,
  account: OnChainAccount | null,
  programId: Address,
): bigint {
  if (account?.owner !== programId) return 0n;
  return decodeAccount(account.data)?.nonce ?? recoveryNonceOf(operation, account.data);
}

function stateOf(account: OnChainAccount | null, programId: Address): FinalizedState {
  if (account?.owner !== programId) return { account: null, recovery: null };
  return { account: decodeAccount(account.data), recovery: decodeRecovery(account.data) };
}
