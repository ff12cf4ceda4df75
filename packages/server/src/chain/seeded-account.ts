import { createHash } from 'node:crypto';
import { LOADER_V3, SYSTEM_PROGRAM, type Address } from '@pid/protocol';
import { getAllocateWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system';
import { createAddressWithSeed, createNoopSigner, type Instruction } from '@solana/kit';
import type { ChainClient, OnChainAccount } from '../platform/chain/client/index.ts';
import type { Signer } from '../platform/chain/index.ts';

/** A place for an account of the loader that its base alone can fill. */
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
 * A seed that nobody can foresee without the key, and that the key finds again: an Ed25519 signature is the same every time. The
 * text is no transaction's message: a message does not begin with the letter P.
 */
export async function secretSeed(authority: Signer, purpose: string): Promise<string> {
  const signature = await authority.sign(new TextEncoder().encode(`PID:SEED:${purpose}`));
  return createHash('sha256').update(signature).digest('hex').slice(0, 32);
}

/** Anybody can send lamports to an address that they foresee, and nothing but that: it is as good as empty. */
export function isVacant(account: OnChainAccount | null): boolean {
  return account === null || (account.owner === SYSTEM_PROGRAM && account.data.length === 0);
}

/** Makes the account, on top of whatever a stranger left there: `createAccount` would refuse. */
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
    // Assigns it to the loader as well.
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
