import { decodeProgramPointer, encodeBase58, type Address } from '@pid/protocol';
import type { Clock } from '@pid/server/platform/clock.ts';
import type { Database } from '@pid/server/platform/db/index.ts';
import { AccountVersions } from './account-versions.ts';
import {
  ChainTime,
  blockhashWindowSlots,
  slotsPerEpoch,
  type Commitment,
  type CommitmentLags,
} from './chain-time.ts';
import { clockSysvar, clockSysvarAt } from './clock-sysvar.ts';
import { chainSecrets, type ChainSecrets } from './derive-secrets.ts';
import {
  lastPosition,
  listRecentStatuses,
  moveAnchor,
  readAccounts,
  type ChainRow,
} from './embedded-chain.store.ts';
import { feeOf } from './fee.ts';
import { Journal } from './journal.ts';
import { landedMeta } from './landed-meta.ts';
import type { ParsedTransaction } from './parse-transaction.ts';
import type { TransactionError } from './transaction-errors.ts';
import { Vm, type ChainAccount, type Simulation } from './vm.ts';

export interface EmbeddedChainOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly row: ChainRow;
  readonly lags: CommitmentLags;
}

export interface SignatureStatus {
  readonly slot: bigint;
  readonly error: TransactionError | null;
}

/** Clusters return the status of older transactions only from their history. */
const recentStatusSlots = 2n * blockhashWindowSlots;

/**
 * The chain in this process: LiteSVM executes, PostgreSQL stores. A transaction is stored before its sender
 * gets a response, and a read of an account waits while the last change of that account is being written. So
 * no visible state can be lost.
 */
export class EmbeddedChain {
  readonly db: Database;
  readonly time: ChainTime;
  readonly secrets: ChainSecrets;
  readonly vm: Vm;
  readonly #versions = new AccountVersions();
  readonly #journal: Journal;
  /** Accounts that are equal in the virtual machine and the database, or absent from both. */
  readonly #loaded = new Set<Address>();
  readonly #statuses = new Map<string, SignatureStatus>();
  readonly #landing = new Map<string, Promise<void>>();
  /** The slot of the virtual machine's clock. */
  #timeSlot: bigint | null = null;

  static async load({ db, clock, row, lags }: EmbeddedChainOptions): Promise<EmbeddedChain> {
    const secrets = chainSecrets(row.seed);
    let anchor = { slot: row.anchor_slot, millis: Number(row.anchor_millis), slotMillis: row.slot_millis };
    let time = new ChainTime(clock, anchor, secrets.blockhashSeed, lags);
    if (time.slot() < row.last_slot) {
      anchor = { ...anchor, slot: row.last_slot + 1n, millis: clock.nowMillis() };
      await moveAnchor(db, anchor.slot, anchor.millis);
      time = new ChainTime(clock, anchor, secrets.blockhashSeed, lags);
    }
    const [vm, position, recent] = await Promise.all([
      Vm.create(),
      lastPosition(db),
      listRecentStatuses(db, time.slot() - recentStatusSlots),
    ]);
    const chain = new EmbeddedChain(db, time, secrets, vm, new Journal(db, row.owner_epoch, position));
    for (const { signatureBytes, slot, error } of recent)
      chain.#statuses.set(encodeBase58(signatureBytes), { slot, error });
    return chain;
  }

  private constructor(db: Database, time: ChainTime, secrets: ChainSecrets, vm: Vm, journal: Journal) {
    this.db = db;
    this.time = time;
    this.secrets = secrets;
    this.vm = vm;
    this.#journal = journal;
  }

  /** True after the database failed or another process took the chain. The chain must then be reopened. */
  get lost(): boolean {
    return this.#journal.lost;
  }

  /** Accounts at the end of `slot`, which must be the newest slot or one that is not finalized yet. */
  async accountsAt(addresses: readonly Address[], slot: bigint): Promise<(ChainAccount | null)[]> {
    await this.#load(addresses);
    const accounts = addresses.map((address) =>
      address === clockSysvar
        ? clockSysvarAt(this.time, slot)
        : this.#versions.at(address, slot, this.vm.account(address)),
    );
    // Wait only after reading: transactions that land during the wait are not part of the result.
    await this.#journal.settled(addresses, slot);
    return accounts;
  }

  /** Resolves when all landed transactions are in the database. */
  flushed(): Promise<void> {
    return this.#journal.settled();
  }

  addressesChangedSince(slot: bigint): Address[] {
    return this.#versions.changedSince(slot);
  }

  /** Status of a transaction that landed in the last 300 slots. */
  recentStatus(signature: string): SignatureStatus | null {
    return this.#statuses.get(signature) ?? null;
  }

  /** Slots with transactions among the last 300, ascending. */
  readonly slotsWithTransactions = () => [...new Set([...this.#statuses.values()].map(({ slot }) => slot))];

  /** Whether the bank of `slot` accepts a transaction with this blockhash. */
  isBlockhashValid(blockhash: string, slot: bigint): boolean {
    const made = this.time.slotOfBlockhash(blockhash);
    return made !== null && made <= slot && slot <= made + blockhashWindowSlots;
  }

  async simulate(
    transaction: ParsedTransaction,
    commitment: Commitment,
    options: { verifySignatures: boolean; anyBlockhash: boolean; accounts?: readonly Address[] },
  ): Promise<{ slot: bigint; result: Simulation; accounts: (ChainAccount | null)[] }> {
    const wanted = options.accounts ?? [];
    await this.#load([...transaction.keys, ...wanted]);
    const slot = this.time.slotAt(commitment);
    const result = this.#simulateAt(transaction, slot, { ...options, withAccounts: wanted.length > 0 });
    const accounts = wanted.map((address) => {
      const after = result.accounts.get(address);
      if (after) return after.lamports === 0n ? null : after;
      return this.#versions.at(address, slot, this.vm.account(address));
    });
    await this.#journal.settled([...transaction.keys, ...wanted], slot);
    return { slot, result, accounts };
  }

  /**
   * Accepts a transaction as a cluster does. With `preflight` it is first simulated on the state of that
   * commitment; a failed simulation is returned and the transaction does not land. Without `preflight` a
   * transaction that cannot land is silently dropped.
   */
  async send(transaction: ParsedTransaction, preflight: Commitment | null): Promise<Simulation | null> {
    await this.#load(transaction.keys);
    for (
      let same = this.#landing.get(transaction.signature);
      same;
      same = this.#landing.get(transaction.signature)
    )
      await same;
    if (preflight) {
      const result = this.#simulateAt(transaction, this.time.slotAt(preflight), {
        verifySignatures: true,
        anyBlockhash: false,
        withAccounts: false,
      });
      if (result.error !== null) {
        // The failure may depend on a change that is still being written.
        await this.#journal.settled(transaction.keys);
        return result;
      }
    }
    const slot = this.time.slot();
    if (this.#statuses.has(transaction.signature) || !this.isBlockhashValid(transaction.blockhash, slot))
      return null;
    const written = this.#land(transaction, slot);
    if (!written) return null;
    this.#landing.set(transaction.signature, written);
    try {
      await written;
    } finally {
      this.#landing.delete(transaction.signature);
    }
    return null;
  }

  /**
   * Replaces an account's data without a transaction, at every commitment. Only a development chain can do
   * this.
   */
  async rewrite(address: Address, change: (data: Uint8Array) => Uint8Array): Promise<void> {
    await this.#load([address]);
    await this.#journal.settled([address]);
    const before = this.vm.account(address);
    if (!before) return;
    const after = { ...before, data: change(before.data) };
    if (isSame(before, after)) return;
    this.vm.setAccount(address, after);
    await this.#journal.append(null, new Map([[address, after]]));
  }

  #simulateAt(
    transaction: ParsedTransaction,
    slot: bigint,
    options: { verifySignatures: boolean; anyBlockhash: boolean; withAccounts: boolean },
  ): Simulation {
    if (!options.anyBlockhash && !this.isBlockhashValid(transaction.blockhash, slot))
      return refused('BlockhashNotFound');
    const status = this.#statuses.get(transaction.signature);
    if (status && status.slot <= slot) return refused('AlreadyProcessed');
    const newer = transaction.keys
      .filter((key) => this.#versions.isChangedSince(key, slot))
      .map((key): [Address, ChainAccount | null] => [key, this.vm.account(key)]);
    try {
      for (const [key, account] of newer) this.vm.setAccount(key, this.#versions.at(key, slot, account));
      this.#setTime(slot);
      return this.vm.simulate(transaction.wire, transaction.version, options);
    } finally {
      for (const [key, account] of newer) this.vm.setAccount(key, account);
    }
  }

  /**
   * Executes the transaction and appends it to the journal, synchronously. Returns null when it did not land.
   */
  #land(transaction: ParsedTransaction, slot: bigint): Promise<void> | null {
    this.#setTime(slot);
    const before = new Map(transaction.keys.map((key) => [key, this.vm.account(key)]));
    const execution = this.vm.execute(transaction.wire, transaction.version);
    // Read-only accounts are unchanged.
    const after = new Map([
      ...before,
      ...transaction.writable.map((key) => [key, this.vm.account(key)] as const),
    ]);
    const lamports = (accounts: Map<Address, ChainAccount | null>) => (key: Address) =>
      accounts.get(key)?.lamports ?? 0n;
    const payer = transaction.keys[0]!;
    // A transaction that paid its fee is part of the chain, whether it succeeded or failed.
    if (execution.error !== null && lamports(before)(payer) === lamports(after)(payer)) return null;
    const changed = transaction.writable.filter(
      (key) => !isSame(before.get(key) ?? null, after.get(key) ?? null),
    );
    for (const key of changed) this.#versions.record(key, slot, before.get(key) ?? null);
    this.#versions.forgetUpTo(this.time.slotAt('finalized'));
    const written = this.#journal.append(
      {
        signatureBytes: transaction.signatureBytes,
        slot,
        error: execution.error,
        wire: transaction.wire,
        meta: landedMeta(execution, feeOf(transaction), transaction.keys, { before, after, vm: this.vm }),
        addresses: transaction.keys,
      },
      new Map(changed.map((key) => [key, after.get(key) ?? null])),
    );
    return written.then(() => this.#remember(transaction.signature, { slot, error: execution.error }));
  }

  #remember(signature: string, status: SignatureStatus): void {
    this.#statuses.set(signature, status);
    for (const [known, { slot }] of this.#statuses) {
      if (slot >= status.slot - recentStatusSlots) break;
      this.#statuses.delete(known);
    }
  }

  #setTime(slot: bigint): void {
    if (slot === this.#timeSlot) return;
    this.#timeSlot = slot;
    const epoch = slot / slotsPerEpoch;
    this.vm.setTime(slot, this.time.secondsOf(slot), epoch, this.time.secondsOf(epoch * slotsPerEpoch));
  }

  /** Loads accounts from the database that the virtual machine does not have yet. */
  async #load(addresses: readonly Address[]): Promise<void> {
    const missing = [...new Set(addresses)].filter((address) => !this.#loaded.has(address));
    if (missing.length === 0) return;
    const found = await readAccounts(this.db, missing);
    // Setting a program account compiles it from its program data, so the program data must be set first.
    const programData = [...found.values()]
      .filter(({ executable }) => executable)
      .map(({ data }) => decodeProgramPointer(data))
      .filter((address) => address !== null);
    await this.#load(programData.filter((address) => !found.has(address)));
    const dataFirst = [...found].toSorted(
      ([, left], [, right]) => Number(left.executable) - Number(right.executable),
    );
    for (const [address, account] of dataFirst)
      if (!this.#loaded.has(address)) this.vm.setAccount(address, account);
    for (const address of missing) this.#loaded.add(address);
  }
}

function refused(error: TransactionError): Simulation {
  return { error, logs: [], unitsConsumed: 0n, returnData: null, innerInstructions: [], accounts: new Map() };
}

function isSame(left: ChainAccount | null, right: ChainAccount | null): boolean {
  if (left === null || right === null) return left === right;
  return (
    left.lamports === right.lamports &&
    left.owner === right.owner &&
    left.executable === right.executable &&
    Buffer.compare(left.data, right.data) === 0
  );
}
