import { CLOCK_SYSVAR, encodeBase58, type Address } from '@pid/protocol';
import { parseMessage, parseTransaction } from '@pid/dev-chain';
import type { Random } from './random.ts';
import { walletData, type Block, type SimulatedChain } from './simulated-chain.ts';

// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** An RPC node that sees the chain up to some block and may have pruned older transactions. */
export class RpcNode {
  readonly #chain: SimulatedChain;
  readonly #programId: Address;
  #view: Block;
  /** Until then it lags or follows an abandoned branch. */
  #stuckUntilMillis = 0;
  #lagBlocks = 0;
  /** Transactions before this slot are pruned. */
  #remembersFromSlot = 0n;

  constructor(chain: SimulatedChain, programId: Address) {
    this.#chain = chain;
    this.#programId = programId;
    this.#view = chain.tip;
  }

  trouble(random: Random, nowMillis: number): void {
    if (random.chance(0.4)) this.#stuckUntilMillis = nowMillis + random.between(200, 8000);
    if (random.chance(0.4)) this.#lagBlocks = random.between(0, 12);
    if (random.chance(0.3)) this.#remembersFromSlot = this.#view.slot - BigInt(random.between(0, 30));
  }

  heal(): void {
    [this.#stuckUntilMillis, this.#lagBlocks, this.#remembersFromSlot] = [0, 0, 0n];
  }

  answer(method: string, params: Json[], nowMillis: number): Json {
    this.#look(nowMillis);
    const options = params.at(-1) ?? {};
    switch (method) {
      case 'getSlot':
        return this.#at(options).slot;
      case 'getEpochInfo': {
        const block = this.#at(options);
        return { absoluteSlot: block.slot, blockHeight: block.height };
      }
      case 'getLatestBlockhash': {
        const block = this.#at(options);
        return this.#context(block, {
          blockhash: block.hash,
          lastValidBlockHeight: this.#chain.lastValidHeight(block),
        });
      }
      case 'getFeeForMessage': {
        const block = this.#at(options);
        const { blockhash } = parseMessage(Buffer.from(params[0], 'base64'));
        return this.#context(block, this.#chain.isValidBlockhash(blockhash, block) ? 5000n : null);
      }
      case 'getRecentPrioritizationFees':
        return [];
      case 'getMultipleAccounts':
        return this.#accounts(params[0], this.#at(options));
      case 'simulateTransaction':
        return this.#simulate(params[0], this.#at(options));
      case 'getSignatureStatuses':
        return this.#context(
          this.#view,
          (params[0] as string[]).map((signature) => this.#status(signature)),
        );
      case 'getSignaturesForAddress':
        return this.#history(params[0], options);
      case 'getTransaction':
        return this.#transaction(params[0], options);
      case 'sendTransaction':
        return this.#chain.accept(Buffer.from(params[0], 'base64'));
      default:
        throw new Error(`the simulated node does not know ${method}`);
    }
  }

  #look(nowMillis: number): void {
    if (nowMillis < this.#stuckUntilMillis) return;
    let block = this.#chain.tip;
    for (let depth = 0; depth < this.#lagBlocks && block.parent; depth += 1) block = block.parent;
    this.#view = block;
  }

  #at({ commitment = 'finalized', minContextSlot }: Json): Block {
    const view = this.#view;
    const block =
      commitment === 'processed' ? view : commitment === 'confirmed' ? (view.parent ?? view) : view.finalized;
    if (!block || (minContextSlot !== undefined && block.slot < BigInt(minContextSlot)))
      throw new RpcRefusal(-32_016, 'Minimum context slot has not been reached');
    return block;
  }

  #context(block: Block, value: Json): Json {
    return { context: { slot: block.slot }, value };
  }

  #accounts(addresses: Address[], block: Block): Json {
    return this.#context(
      block,
      addresses.map((address) => {
        const wallet = block.wallets.get(address);
        const bytes = wallet ? walletData(wallet) : address === CLOCK_SYSVAR ? clockData(block) : null;
        if (!bytes) return null;
        const data = [bytes.toString('base64'), 'base64'];
        return {
          lamports: 1_454_640n,
          owner: this.#programId,
          data,
          executable: false,
          rentEpoch: 0n,
          space: 81n,
        };
      }),
    );
  }

  #simulate(wire: string, block: Block): Json {
    const transaction = parseTransaction(Buffer.from(wire, 'base64'));
    const isKnown = this.#chain.isValidBlockhash(transaction.blockhash, block);
    const error = isKnown
      ? this.#chain.execute(transaction, new Map(block.wallets), new Map(block.paid))
      : 'BlockhashNotFound';
    return this.#context(block, { err: error, logs: [], unitsConsumed: 1n, accounts: null });
  }

  #status(signature: string): Json {
    const found = this.#chain.find(signature, this.#view);
    if (!found || found.block.slot < this.#remembersFromSlot) return null;
    const { slot } = found.block;
    const isFinal = slot <= (this.#view.finalized?.slot ?? 0n);
    const isConfirmed = slot <= (this.#view.parent?.slot ?? 0n);
    return {
      slot,
      confirmations: isFinal ? null : 1n,
      err: found.error,
      status: found.error === null ? { Ok: null } : { Err: found.error },
      confirmationStatus: isFinal ? 'finalized' : isConfirmed ? 'confirmed' : 'processed',
    };
  }

  #history(address: Address, { before, limit = 1000, minContextSlot }: Json): Json {
    const entries: Json[] = [];
    let isPast = before === undefined;
    for (let block: Block | null = this.#at({ minContextSlot }); block; block = block.parent) {
      if (block.slot < this.#remembersFromSlot) break;
      for (const { transaction, error } of block.landed.toReversed()) {
        const { signature, keys } = transaction;
        if (isPast && keys.includes(address))
          entries.push({ signature, slot: block.slot, err: error, memo: null, blockTime: null });
        if (signature === before) isPast = true;
        if (entries.length >= Number(limit)) return entries;
      }
    }
    return entries;
  }

  #transaction(signature: string, { commitment }: Json): Json {
    const found = this.#chain.find(signature, this.#at({ commitment }));
    if (!found) return null;
    if (found.block.slot < this.#remembersFromSlot) return null;
    const landed = found.block.landed.find(({ transaction }) => transaction.signature === signature)!;
    const { keys, header, blockhash, instructions, signatures } = landed.transaction;
    return {
      slot: found.block.slot,
      blockTime: null,
      version: 0,
      meta: { err: landed.error, loadedAddresses: { readonly: [], writable: [] } },
      transaction: {
        signatures,
        message: {
          accountKeys: keys,
          header,
          recentBlockhash: blockhash,
          instructions: instructions.map(({ programIdIndex, accounts, data }) => ({
            programIdIndex,
            accounts,
            data: encodeBase58(data),
          })),
        },
      },
    };
  }
}

/** The simulated code uses only the slot, never the time. */
function clockData({ slot }: Block): Buffer {
  const data = Buffer.alloc(40);
  data.writeBigUInt64LE(slot, 0);
  return data;
}

/** A response of the node that is a JSON-RPC error. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
