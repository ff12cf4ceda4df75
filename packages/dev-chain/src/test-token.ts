import { TOKEN_PROGRAM, findTokenAccountAddress, type Address } from '@pid/protocol';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '@solana-program/token';
import { createAddressWithSeed, createNoopSigner } from '@solana/kit';
import { landTransaction, type LandDeps } from '@pid/server/chain';
import type { ChainClient } from '@pid/server/platform/chain/client/index.ts';
import type { Signer } from '@pid/server/platform/chain/index.ts';
import type { Database } from '@pid/server/platform/db/index.ts';
import { embeddedFaucet } from './open-embedded-chain.ts';

const mintBytes = 82;
const testTokenSeed = 'pid-test-token';
export const testTokenDecimals = 6;

/** Mint of the test money on the embedded chain. The faucet is its mint authority. */
export function testTokenAddress(faucet: Address): Promise<Address> {
  return createAddressWithSeed({ baseAddress: faucet, programAddress: TOKEN_PROGRAM, seed: testTokenSeed });
}

export async function createTestToken(deps: LandDeps, faucet: Signer): Promise<void> {
  const mint = await testTokenAddress(faucet.address);
  if ((await deps.client.account(mint)).account) return;
  await landTransaction(deps, faucet, [
    getCreateAccountWithSeedInstruction({
      payer: createNoopSigner(faucet.address),
      newAccount: mint,
      base: faucet.address,
      seed: testTokenSeed,
      amount: await deps.client.rentExemptLamports(mintBytes),
      space: mintBytes,
      programAddress: TOKEN_PROGRAM,
    }),
    getInitializeMint2Instruction({ mint, decimals: testTokenDecimals, mintAuthority: faucet.address }),
  ]);
}

/** Mints to the owner's associated token account and creates it if it is missing. */
export async function mintTestTokens(
  deps: LandDeps,
  faucet: Signer,
  owner: Address,
  amount: bigint,
): Promise<string> {
  const mint = await testTokenAddress(faucet.address);
  const token = findTokenAccountAddress(owner, mint).address;
  const signer = createNoopSigner(faucet.address);
  return landTransaction(deps, faucet, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: token,
      owner,
      mint,
      tokenProgram: TOKEN_PROGRAM,
    }),
    getMintToInstruction({ mint, token, mintAuthority: signer, amount }),
  ]);
}

export interface TestMoney {
  mint(): Promise<Address>;
  /** Returns the signature of the transaction. */
  give(owner: Address, amount: bigint): Promise<string>;
}

/** The faucet exists only after the chain is open, so it is opened on first use. */
export function openTestMoney(db: Database, client: ChainClient): TestMoney {
  let faucet: Promise<Signer> | null = null;
  const open = () => {
    faucet ??= client
      .genesisHash()
      .then(() => embeddedFaucet(db))
      .catch((error: unknown) => {
        faucet = null;
        throw error;
      });
    return faucet;
  };
  const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
  return {
    mint: async () => testTokenAddress((await open()).address),
    give: async (owner, amount) => mintTestTokens({ client, sleep }, await open(), owner, amount),
  };
}
