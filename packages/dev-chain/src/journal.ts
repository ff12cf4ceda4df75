import type { Address } from '@pid/protocol';
import type { Database } from '@pid/server/platform/db/index.ts';
import { writeLanded, type LandedTransaction } from './embedded-chain.store.ts';
import type { ChainAccount } from './vm.ts';

/**
 * This process can no longer write the database, or does not know whether its last write was committed. The
 * chain must be reopened.
 */
export class JournalLostError extends Error {
  override readonly name = 'JournalLostError';
}

const slotMax = 0xffff_ffff_ffff_ffffn;

interface Batch {
  readonly transactions: LandedTransaction[];
  readonly accounts: Map<Address, ChainAccount | null>;
  /** The earliest slot that the batch changes. */
  firstSlot: bigint;
  readonly written: Promise<void>;
  settle(error: Error | null): void;
}

/**
 * Writes landed transactions in landing order, together with the accounts that they changed. Transactions
 * that land while a batch is being written form the next batch, so that many senders share one commit.
 */
export class Journal {
  readonly #db: Database;
  readonly #epoch: bigint;
  #position: bigint;
  #writing: Batch | null = null;
  #next: Batch | null = null;
  #lost: JournalLostError | null = null;

  constructor(db: Database, epoch: bigint, position: bigint) {
    this.#db = db;
    this.#epoch = epoch;
    this.#position = position;
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  /** Resolves when the transaction is durable. */
  append(
    transaction: LandedTransaction | null,
    accounts: ReadonlyMap<Address, ChainAccount | null>,
  ): Promise<void> {
    if (this.#lost) return Promise.reject(this.#lost);
    const batch = (this.#next ??= createBatch());
    if (transaction) batch.transactions.push(transaction);
    const slot = transaction?.slot ?? 0n;
    if (slot < batch.firstSlot) batch.firstSlot = slot;
    for (const [address, account] of accounts) batch.accounts.set(address, account);
    if (!this.#writing) void this.#write();
    return batch.written;
  }

  /**
   * Resolves when all batches appended before this call that change one of `addresses` at or before `slot`
   * are written.
   */
  async settled(addresses?: readonly Address[], slot?: bigint): Promise<void> {
    if (this.#lost) throw this.#lost;
    const touches = (batch: Batch | null): batch is Batch =>
      batch !== null &&
      (slot === undefined || batch.firstSlot <= slot) &&
      (addresses === undefined || addresses.some((address) => batch.accounts.has(address)));
    if (touches(this.#next)) return this.#next.written;
    if (touches(this.#writing)) return this.#writing.written;
  }

  async #write(): Promise<void> {
    while (this.#next && !this.#lost) {
      const batch = (this.#writing = this.#next);
      this.#next = null;
      const failure = await this.#attempt(batch);
      this.#writing = null;
      if (failure) this.#lose(failure);
      batch.settle(failure);
    }
  }

  async #attempt(batch: Batch): Promise<JournalLostError | null> {
    try {
      const owned = await writeLanded(
        this.#db,
        this.#epoch,
        this.#position,
        batch.transactions,
        batch.accounts,
      );
      this.#position += BigInt(batch.transactions.length);
      return owned ? null : new JournalLostError('another process owns the embedded chain now');
    } catch (error) {
      // The batch may or may not be committed. Only reading the database again shows it.
      return new JournalLostError('the embedded chain could not be written', { cause: error });
    }
  }

  #lose(failure: JournalLostError): void {
    this.#lost = failure;
    this.#next?.settle(failure);
    this.#next = null;
  }
}

function createBatch(): Batch {
  let settle: (error: Error | null) => void = () => {};
  const written = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  // Without this, the rejection of a batch that has no waiting sender would end the process.
  written.catch(() => {});
  return { transactions: [], accounts: new Map(), firstSlot: slotMax, written, settle };
}
