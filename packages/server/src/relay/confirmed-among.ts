import type { Signature } from '@solana/kit';
import type { TransactionStatus } from '../platform/chain/client/index.ts';
import type { Operation } from './operation.ts';
import { nonceOf } from './read-evidence.ts';
import { accountsPerRead, chunks, type RelayDeps } from './relay-deps.ts';

type ConfirmDeps = Pick<RelayDeps, 'chain' | 'log'>;

interface Told {
  readonly operation: Operation;
  readonly slot: bigint;
}

/**
 * Returns the operations that are confirmed. A status alone is the claim of one node. It counts when these
 * bytes could land in its slot, when a node at that slot shows that the account's nonce has moved past the
 * operation's, and when the node returns the transaction. The last check is needed because an owner who uses
 * the exit without the relay moves the nonce too.
 */
export async function confirmedAmong(
  deps: ConfirmDeps,
  operations: readonly Operation[],
  statuses: readonly (TransactionStatus | null)[],
): Promise<Operation[]> {
  const told = operations.flatMap((operation, index): Told[] => {
    const status = statuses[index];
    const isTold = status && status.error === null && status.commitment !== 'processed';
    return isTold && status.slot >= (operation.blockhashSlot ?? 0n) ? [{ operation, slot: status.slot }] : [];
  });
  const confirmed: Operation[] = [];
  for (const part of chunks(told, accountsPerRead)) {
    const moved = await withMovedNonce(deps, part);
    const shown = await Promise.all(moved.map((operation) => isShown(deps, operation)));
    confirmed.push(...moved.filter((_, index) => shown[index]));
  }
  return confirmed;
}

async function withMovedNonce({ chain }: ConfirmDeps, told: readonly Told[]): Promise<Operation[]> {
  const { accounts } = await chain.client.accounts(
    told.map(({ operation }) => operation.account),
    {
      commitment: 'confirmed',
      minContextSlot: told.reduce((most, { slot }) => (slot > most ? slot : most), 0n),
    },
  );
  return told
    .map(({ operation }) => operation)
    .filter(
      (operation, index) =>
        nonceOf(operation, accounts[index] ?? null, chain.programId) > operation.accountNonce,
    );
}

/** A single node has one view of its chain and is not queried twice. */
async function isShown({ chain, log }: ConfirmDeps, { id, signature }: Operation): Promise<boolean> {
  if (chain.client.isSingleNode) return true;
  try {
    const found = await chain.client.rpc
      .getTransaction(signature as Signature, {
        commitment: 'confirmed',
        encoding: 'json',
        maxSupportedTransactionVersion: 0,
      })
      .send();
    return found !== null && found.meta?.err === null;
  } catch (error) {
    log.warn({ err: error, operation: id }, 'a transaction could not be read; retrying');
    return false;
  }
}
