import {
  challengeFor,
  concatBytes,
  createTokenAccountInstruction,
  encodeBody,
  encodeHeader,
  exitSolInstruction,
  exitSplInstruction,
  findTokenAccountAddress,
} from '@pid/protocol';
import type { Address, Bytes, Bytes32, ExitIntent, PayloadScope, ProgramInstruction } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import { readExpiry } from './read-chain-time.ts';
import type { Holding, Vault } from './read-vault.ts';
import { readAccounts, senseless } from './rpc.ts';
import type { Rpc } from './rpc.ts';

export interface ExitWish {
  readonly holding: Holding;
  readonly destination: Address;
  /** `EVERYTHING` for whatever is left when it lands, not the sum that was read. */
  readonly amount: bigint;
  readonly everything: boolean;
}

/** All that is going to be signed, by the passkey and by the payer, known before either of them signs. */
export interface ExitPlan {
  readonly vault: Vault;
  readonly wish: ExitWish;
  readonly payer: Address;
  readonly expiry: bigint;
  /** The bytes whose sha256 the passkey signs. */
  readonly payload: Bytes;
  readonly challenge: Bytes32;
  /**
   * Makes the receiver's token account. It is the only instruction that is lent the payer's signature, and its program is one
   * that every Solana wallet knows.
   */
  readonly tokenAccount: ProgramInstruction | null;
  /** What that account costs the payer, as the server tells it; 0 when none is made. */
  readonly rentLamports: bigint;
  /** Ours; `tail` is the part of the browser's words that the passkey's signature will bring. */
  exit(tail: Uint8Array): ProgramInstruction;
}

async function isVacant(rpc: Rpc, address: Address): Promise<boolean> {
  const [account] = await readAccounts(rpc, [address]);
  return !account || account.data.length === 0;
}

const RENT = 'getMinimumBalanceForRentExemption';
const TOKEN_ACCOUNT_BYTES = 165;

async function readRent(rpc: Rpc): Promise<bigint> {
  const lamports = await rpc.call(RENT, [TOKEN_ACCOUNT_BYTES]);
  if (!Number.isInteger(lamports) || Number(lamports) < 0) throw senseless(RENT);
  return BigInt(Number(lamports));
}

export async function planExit(rpc: Rpc, vault: Vault, wish: ExitWish, payer: Address): Promise<ExitPlan> {
  const { wallet, account, genesisHash } = vault;
  const { destination, amount, holding } = wish;
  const { mint } = holding;
  // A receiver is handed to the program, and with it the signature of a payer who is the same.
  if (payer === destination && !vault.sealed) throw new ExitProblem('payerReceives');
  const expiry = await readExpiry(rpc);
  const lacksAccount =
    mint !== null && (await isVacant(rpc, findTokenAccountAddress(destination, mint).address));
  const scope: PayloadScope = { ...wallet, genesisHash, nonce: account.nonce, expiry };
  const intent: ExitIntent = { action: 'exit', mint, destination, amount };
  const terms = { nonce: account.nonce, expiry, destination, amount };
  const source = holding.source === null ? {} : { source: holding.source };
  return {
    vault,
    wish,
    payer,
    expiry,
    payload: concatBytes(encodeHeader(scope, intent), encodeBody(intent)),
    challenge: challengeFor(scope, intent),
    rentLamports: lacksAccount ? await readRent(rpc) : 0n,
    tokenAccount: lacksAccount ? createTokenAccountInstruction(payer, destination, mint) : null,
    exit: (tail) =>
      mint === null
        ? exitSolInstruction(wallet, { ...terms, tail })
        : exitSplInstruction(wallet, { ...terms, tail, mint, ...source }),
  };
}
