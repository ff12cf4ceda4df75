import {
  ACCOUNT_BYTES,
  ACCOUNT_TAG,
  INSTRUCTION_TAGS,
  LAYOUT_VERSION,
  encodeBase58,
  takenNonce,
  type Address,
} from '@pid/protocol';
import { type ParsedTransaction, parseTransaction } from '@pid/dev-chain';
import type { Random } from './random.ts';

export interface WalletState {
  readonly nonce: bigint;
  readonly epoch: number;
  readonly authority: Buffer;
}

export interface Landed {
  readonly transaction: ParsedTransaction;
  readonly error: unknown;
}

export interface Block {
  readonly slot: bigint;
  readonly height: bigint;
  readonly parent: Block | null;
  readonly hash: string;
  readonly landed: readonly Landed[];
  readonly wallets: ReadonlyMap<Address, WalletState>;
  readonly paid: ReadonlyMap<Address, bigint>;
  /** The newest finalized block at the time when this block was created. */
  readonly finalized: Block | null;
}

export interface ChainPaceOfSeed {
  readonly slotMillis: number;
  /** Blocks from the tip to the newest finalized block. */
  readonly finalityBlocks: number;
}

const blockhashBlocks = 150n;
const wrongNonce = { InstructionError: [2, { Custom: 7048 }] };

/** Simulates blocks, forks and a program with only nonces, authorities and payments. */
export class SimulatedChain {
  readonly #random: Random;
  readonly #programId: Address;
  readonly pace: ChainPaceOfSeed;
  readonly #pending = new Map<string, ParsedTransaction>();
  readonly blocksOf = new Map<string, Block[]>();
  tip: Block;
  #slot = 1000n;
  forks = 0;

  constructor(random: Random, programId: Address, pace: ChainPaceOfSeed) {
    this.#random = random;
    this.#programId = programId;
    this.pace = pace;
    this.tip = {
      slot: this.#slot,
      height: 900n,
      parent: null,
      hash: encodeBase58(random.bytes(32)),
      landed: [],
      wallets: new Map(),
      paid: new Map(),
      finalized: null,
    };
  }

  accept(wire: Uint8Array): string {
    const transaction = parseTransaction(wire);
    this.#pending.set(transaction.signature, transaction);
    return transaction.signature;
  }

  /** Advances one slot, sometimes without a block. Pending transactions enter a block soon or are dropped. */
  nextSlot(): void {
    this.#slot += 1n;
    if (this.#random.chance(0.05)) return;
    const base = this.tip;
    const wallets = new Map(base.wallets);
    const paid = new Map(base.paid);
    const landed: Landed[] = [];
    for (const [signature, transaction] of this.#pending) {
      if (!this.#random.chance(0.6)) continue;
      this.#pending.delete(signature);
      if (this.find(signature, base) || !this.isValidBlockhash(transaction.blockhash, base)) continue;
      landed.push({ transaction, error: this.execute(transaction, wallets, paid) });
    }
    const block: Block = {
      slot: this.#slot,
      height: base.height + 1n,
      parent: base,
      hash: encodeBase58(this.#random.bytes(32)),
      landed,
      wallets,
      paid,
      finalized: this.#finalizedWith(base),
    };
    for (const { transaction } of landed)
      this.blocksOf.set(transaction.signature, [...(this.blocksOf.get(transaction.signature) ?? []), block]);
    this.tip = block;
  }

  /** Replaces the newest blocks. Some of their transactions become pending again, the rest are lost. */
  fork(): void {
    const floor = this.tip.finalized?.slot ?? this.tip.slot;
    let depth = this.#random.between(1, 12);
    for (
      ;
      depth > 0 && this.tip.parent && this.tip.slot > floor && this.tip.parent.slot > floor;
      depth -= 1
    ) {
      for (const { transaction } of this.tip.landed)
        if (this.#random.chance(0.5)) this.#pending.set(transaction.signature, transaction);
      // Finalized blocks stay finalized on the new branch.
      this.tip = { ...this.tip.parent, finalized: this.tip.finalized };
      this.forks += 1;
    }
  }

  /** Returns the error of a transaction on these states. Without an error, it changes the states. */
  execute(
    transaction: ParsedTransaction,
    wallets: Map<Address, WalletState>,
    paid: Map<Address, bigint>,
  ): unknown {
    for (const { programIdIndex, accounts, data } of transaction.instructions) {
      if (transaction.keys[programIdIndex] !== this.#programId) continue;
      const addresses = accounts.map((index) => transaction.keys[index]!);
      const taken = takenNonce(data, addresses);
      if (!taken) return { InstructionError: [2, 'InvalidInstructionData'] };
      const before = wallets.get(taken.account);
      if (
        (before?.nonce ?? 0n) !== taken.nonce ||
        (data[0] === INSTRUCTION_TAGS.activate) === Boolean(before)
      )
        return wrongNonce;
      wallets.set(taken.account, afterwards(before, data));
      const destination = destinationOf(data, addresses);
      if (destination)
        paid.set(destination.address, (paid.get(destination.address) ?? 0n) + destination.amount);
    }
    return null;
  }

  /** Finds a transaction on the branch of `tip`. */
  find(signature: string, tip: Block): { block: Block; error: unknown } | null {
    for (const block of this.blocksOf.get(signature) ?? []) {
      if (!isAncestor(block, tip)) continue;
      const landed = block.landed.find(({ transaction }) => transaction.signature === signature)!;
      return { block, error: landed.error };
    }
    return null;
  }

  isValidBlockhash(hash: string, tip: Block): boolean {
    for (
      let block: Block | null = tip;
      block && block.height + blockhashBlocks >= tip.height;
      block = block.parent
    )
      if (block.hash === hash) return true;
    return false;
  }

  lastValidHeight({ height }: Block): bigint {
    return height + blockhashBlocks;
  }

  #finalizedWith(tip: Block): Block | null {
    let block: Block | null = tip;
    for (let depth = 1; block && depth < this.pace.finalityBlocks; depth += 1) block = block.parent;
    const known = tip.finalized;
    return block && (!known || block.slot > known.slot) ? block : known;
  }
}

function isAncestor(block: Block, tip: Block): boolean {
  let at: Block | null = tip;
  while (at && at.slot > block.slot) at = at.parent;
  return at?.hash === block.hash;
}

function afterwards(before: WalletState | undefined, data: Uint8Array): WalletState {
  if (!before) return { nonce: 1n, epoch: 0, authority: Buffer.from(data.subarray(33, 66)) };
  const nonce = before.nonce + 1n;
  if (data[0] !== INSTRUCTION_TAGS.rotate) return { ...before, nonce };
  return { nonce, epoch: before.epoch + 1, authority: Buffer.from(data.subarray(17, 50)) };
}

function destinationOf(
  data: Uint8Array,
  accounts: readonly Address[],
): { address: Address; amount: bigint } | null {
  const view = new DataView(data.buffer, data.byteOffset);
  if (data[0] === INSTRUCTION_TAGS.withdrawSol)
    return { address: accounts[3]!, amount: view.getBigUint64(29, true) };
  if (data[0] === INSTRUCTION_TAGS.exitSol)
    return { address: accounts[2]!, amount: view.getBigUint64(17, true) };
  return null;
}

/** Encodes the account as the program stores it. */
export function walletData({ nonce, epoch, authority }: WalletState): Buffer {
  const data = Buffer.alloc(ACCOUNT_BYTES);
  data[0] = ACCOUNT_TAG;
  data[1] = LAYOUT_VERSION;
  data.writeUInt32LE(epoch, 4);
  data.writeBigUInt64LE(nonce, 8);
  authority.copy(data, 48);
  return data;
}
