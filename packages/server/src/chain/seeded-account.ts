import { createHash } from 'node:crypto';
import { LOADER_V3, SYSTEM_PROGRAM, type Address } from '@pid/protocol';
import { getAllocateWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system';
import { createAddressWithSeed, createNoopSigner, type Instruction } from '@solana/kit';
import type { ChainClient, OnChainAccount } from '../platform/chain/client/index.ts';
import type { Signer } from '../platform/chain/index.ts';

/** An address for a loader account that only its base can create. */
export interface SeededPlace {
  readonly address: Address;
  readonly base: Address;
  readonly seed: string;
}

export async function placeOf(base: Address, seed: string): Promise<SeededPlace> {
  return {
    base,
    seed,
    address: await createAddressWithSeed({ baseAddress: base, programAddress: LOADER_V3, seed }),
  };
}

/**
 * Returns a seed that cannot be predicted without the key but can be derived from it again: Ed25519
 * signatures are deterministic. The signed text cannot be a transaction message, because a message does not
 * begin with the letter P.
 */
export async function secretSeed(authority: Signer, purpose: string): Promise<string> {
  const signature = await authority.sign(new TextEncoder().encode(`PID:SEED:${purpose}`));
  return createHash('sha256').update(signature).digest('hex').slice(0, 32);
}

/**
 * Anyone can send lamports to a predictable address, but nothing else, so an address that holds only lamports
 * is vacant.
 */
export function isVacant(account: OnChainAccount | null): boolean {
  return account === null || (account.owner === SYSTEM_PROGRAM && account.data.length === 0);
}

/**
 * Creates the account even if a stranger has sent lamports to its address, which `createAccount` would
 * refuse.
 */
export async function fillPlace(
  client: ChainClient,
  place: SeededPlace,
  dataBytes: number,
): Promise<Instruction[]> {
  const base = createNoopSigner(place.base);
  const [rent, { account }] = await Promise.all([
    client.rentExemptLamports(dataBytes),
    client.account(place.address),
  ]);
  const missing = rent - (account?.lamports ?? 0n);
  return [
    ...(missing > 0n
      ? [getTransferSolInstruction({ source: base, destination: place.address, amount: missing })]
      : []),
    // This instruction also assigns the account to the loader.
    getAllocateWithSeedInstruction({
      newAccount: place.address,
      baseAccount: base,
      base: place.base,
      seed: place.seed,
      space: dataBytes,
      programAddress: LOADER_V3,
    }),
  ];
}
