import type { Reply } from '@pid/contract/client';
import type { Operation } from '../../../../kit/api/shapes.ts';

export type Transfer = Reply<'listTransfers'>['items'][number];

/** One transaction of the wallet: as the chain reports it, as PID submitted it, or both. */
export interface HistoryLine {
  readonly signature: string;
  readonly at: string | null;
  readonly transfer: Transfer | null;
  readonly operation: Operation | null;
}

interface Loaded<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/**
 * Merges both lists, newest first. Lines older than the end of a list that has more are left out, because others may
 * belong between them.
 */
export function mergeHistory(transfers: Loaded<Transfer>, operations: Loaded<Operation>): HistoryLine[] {
  const bySignature = new Map(operations.items.map((operation) => [operation.signature, operation]));
  const seen = new Set(transfers.items.map(({ signature }) => signature));
  const lines: HistoryLine[] = [
    ...transfers.items.map((transfer) => {
      const operation = bySignature.get(transfer.signature) ?? null;
      return {
        signature: transfer.signature,
        at: operation?.createdAt ?? transfer.at,
        transfer,
        operation,
      };
    }),
    ...operations.items
      .filter(({ signature }) => !seen.has(signature))
      .map((operation) => ({
        signature: operation.signature,
        at: operation.createdAt,
        transfer: null,
        operation,
      })),
  ];
  const ends = [
    transfers.hasMore ? (transfers.items.at(-1)?.at ?? null) : null,
    operations.hasMore ? (operations.items.at(-1)?.createdAt ?? null) : null,
  ].filter((end) => end !== null);
  const from = ends.reduce((latest, end) => (timeOf(end) > latest ? timeOf(end) : latest), -Infinity);
  return lines
    .filter(({ at }) => timeOf(at) >= from)
    .toSorted((left, right) => timeOf(right.at) - timeOf(left.at) || 0);
}

/** A transaction without a time is so new that the node does not report its block yet. */
function timeOf(at: string | null): number {
  return at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at);
}
