import { addressBytes, addressFromBytes, type Address } from '@pid/protocol';
import type * as litesvm from 'litesvm/dist/internal.js';
import type {
  Account,
  FailedTransactionMetadata,
  InnerInstruction,
  LiteSvm,
  TransactionMetadata,
} from 'litesvm/dist/internal.js';
import { transactionErrorOf, type TransactionError } from './transaction-errors.ts';

export interface ChainAccount {
  readonly lamports: bigint;
  readonly owner: Address;
  readonly data: Uint8Array;
  readonly executable: boolean;
}

export interface Execution {
  readonly error: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint;
  readonly returnData: { readonly programId: Address; readonly data: Uint8Array } | null;
  readonly innerInstructions: readonly (readonly InnerCall[])[];
}

interface InnerCall {
  readonly programIdIndex: number;
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

export interface Simulation extends Execution {
  readonly accounts: ReadonlyMap<Address, ChainAccount>;
}

export type TransactionVersion = 'legacy' | 0;
type Native = typeof litesvm;

/**
 * Wraps LiteSVM with bytes and our types. The caller must check blockhashes and duplicates, because LiteSVM
 * knows only its latest blockhash.
 */
export class Vm {
  readonly #native: Native;
  readonly #svm: LiteSvm;

  /** Loads the native module on first use, so that commands without a chain start faster. */
  static async create(): Promise<Vm> {
    // The package's main module loads a second copy of @solana/kit; only its native module is needed.
    const native = (await import('litesvm/dist/internal.js')) as unknown as Native & { default?: Native };
    return new Vm(native.default ?? native);
  }

  private constructor(native: Native) {
    this.#native = native;
    this.#svm = new native.LiteSvm();
    this.#svm.setBlockhashCheck(false);
    this.#svm.setTransactionHistory(0n);
    this.#svm.setSigverify(true);
  }

  account(address: Address): ChainAccount | null {
    const account = this.#svm.getAccount(addressBytes(address));
    return account && account.lamports() > 0n ? accountOf(account) : null;
  }

  setAccount(address: Address, account: ChainAccount | null): void {
    const { lamports, data, owner, executable } = account ?? noAccount;
    this.#svm.setAccount(
      addressBytes(address),
      new this.#native.Account(lamports, data, addressBytes(owner), executable, rentEpoch),
    );
  }

  setTime(slot: bigint, seconds: bigint, epoch: bigint, epochStartSeconds: bigint): void {
    this.#svm.setClock(new this.#native.Clock(slot, epochStartSeconds, epoch, epoch + 1n, seconds));
  }

  execute(wire: Uint8Array, version: TransactionVersion): Execution {
    const result =
      version === 'legacy' ? this.#svm.sendLegacyTransaction(wire) : this.#svm.sendVersionedTransaction(wire);
    return executionOf(result);
  }

  simulate(
    wire: Uint8Array,
    version: TransactionVersion,
    options: { readonly verifySignatures: boolean; readonly withAccounts: boolean },
  ): Simulation {
    this.#svm.setSigverify(options.verifySignatures);
    try {
      const result =
        version === 'legacy'
          ? this.#svm.simulateLegacyTransaction(wire)
          : this.#svm.simulateVersionedTransaction(wire);
      if (!('postAccounts' in result)) return { ...executionOf(result), accounts: new Map() };
      if (!options.withAccounts) return { ...executionOf(result.meta()), accounts: new Map() };
      const accounts = result
        .postAccounts()
        .map((entry) => [addressFromBytes(entry.address), accountOf(entry.account())] as const);
      return { ...executionOf(result.meta()), accounts: new Map(accounts) };
    } finally {
      this.#svm.setSigverify(true);
    }
  }

  rentExemptLamports(dataBytes: bigint): bigint {
    return this.#svm.minimumBalanceForRentExemption(dataBytes);
  }
}

const rentEpoch = 18_446_744_073_709_551_615n;
const systemProgram = addressFromBytes(new Uint8Array(32));
const noAccount: ChainAccount = {
  lamports: 0n,
  owner: systemProgram,
  data: new Uint8Array(0),
  executable: false,
};

function accountOf(account: Account): ChainAccount {
  return {
    lamports: account.lamports(),
    owner: addressFromBytes(account.owner()),
    data: account.data(),
    executable: account.executable(),
  };
}

function executionOf(result: TransactionMetadata | FailedTransactionMetadata): Execution {
  const failed = 'err' in result;
  const meta = failed ? result.meta() : result;
  const returned = meta.returnData();
  const returnedData = returned.data();
  return {
    error: failed ? transactionErrorOf(result.err()) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    returnData:
      returnedData.length > 0
        ? { programId: addressFromBytes(returned.programId()), data: returnedData }
        : null,
    innerInstructions: meta.innerInstructions().map((calls) => calls.map(innerCallOf)),
  };
}

function innerCallOf(call: InnerInstruction): InnerCall {
  const instruction = call.instruction();
  return {
    programIdIndex: instruction.programIdIndex(),
    accounts: instruction.accounts(),
    data: instruction.data(),
    stackHeight: call.stackHeight(),
  };
}
