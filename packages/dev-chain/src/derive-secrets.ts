import { createHmac } from 'node:crypto';
import { encodeBase58, type Address } from '@pid/protocol';
import { signerFromSeed, type Signer } from '@pid/server/platform/chain/signer.ts';
import type { ChainAccount } from './vm.ts';

export interface ChainSecrets {
  readonly genesisHash: string;
  /** Holds the whole supply at genesis. */
  readonly faucet: Signer;
  readonly blockhashSeed: Uint8Array;
}

const faucetLamports = 500_000_000_000_000_000n;

export function chainSecrets(seed: Uint8Array): ChainSecrets {
  const derive = (name: string) => createHmac('sha256', seed).update(name).digest();
  return {
    genesisHash: encodeBase58(derive('genesis')),
    faucet: signerFromSeed(derive('faucet')),
    blockhashSeed: derive('blockhash'),
  };
}

export function genesisAccounts({ faucet }: ChainSecrets): Map<Address, ChainAccount> {
  return new Map([
    [
      faucet.address,
      {
        lamports: faucetLamports,
        owner: '11111111111111111111111111111111' as Address,
        data: new Uint8Array(0),
        executable: false,
      },
    ],
  ]);
}
