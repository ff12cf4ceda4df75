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
import type { Address, ExitIntent, PayloadScope } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import { assertPasskeysSign } from './problem-notice.tsx';
import type { Plan } from './plan.ts';
import { readExpiry } from './read-chain-time.ts';
import { readRent } from './read-rent.ts';
import type { Holding, Vault } from './read-vault.ts';
import { readAccounts } from './rpc.ts';
import type { Rpc } from './rpc.ts';

export interface ExitWish {
  readonly holding: Holding;
  readonly destination: Address;
  /** `EVERYTHING` takes the balance at execution time instead of the amount that was read. */
  readonly amount: bigint;
  readonly everything: boolean;
}

export interface ExitPlan extends Plan {
  readonly vault: Vault;
  readonly wish: ExitWish;
}

async function isVacant(rpc: Rpc, address: Address): Promise<boolean> {
  const [account] = await readAccounts(rpc, [address]);
  return !account || account.data.length === 0;
}

const TOKEN_ACCOUNT_BYTES = 165;

export async function planExit(rpc: Rpc, vault: Vault, wish: ExitWish, payer: Address): Promise<ExitPlan> {
  const { wallet, account, config, genesisHash } = vault;
  const { destination, amount, holding } = wish;
  const { mint } = holding;
  assertPasskeysSign(vault);
  // The program gets the receiver as an account. If the receiver is also the payer, the program would get the
  // payer's signature.
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
    passkey: {
      authority: account.authority,
      origin: config.origin,
      payload: concatBytes(encodeHeader(scope, intent), encodeBody(intent)),
      challenge: challengeFor(scope, intent),
      expiry,
      credentialId: null,
    },
    rentLamports: lacksAccount ? await readRent(rpc, TOKEN_ACCOUNT_BYTES) : 0n,
    first: lacksAccount ? [createTokenAccountInstruction(payer, destination, mint)] : [],
    last: (tail) =>
      mint === null
        ? exitSolInstruction(wallet, { ...terms, tail })
        : exitSplInstruction(wallet, { ...terms, tail, mint, ...source }),
  };
}
