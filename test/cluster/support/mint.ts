import {
  TOKEN_PROGRAM,
  findTokenAccountAddress,
  type Address,
} from '../../../packages/protocol/src/index.ts';
import { landTransaction } from '../../../packages/server/src/chain/index.ts';
import type { ChainClient } from '../../../packages/server/src/platform/chain/client/index.ts';
import type { Signer } from '../../../packages/server/src/platform/chain/index.ts';
import { newSigner } from '../../../packages/server/test/chain-helper.ts';
import {
  createNoopSigner,
  getCreateAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
} from '../../../packages/server/test/solana-kit.ts';
import { sleep } from './cluster-world.ts';

const mintBytes = 82;

/** Creates a mint on any cluster and mints an amount to the owner's associated token account. */
export async function createMint(
  client: ChainClient,
  issuer: Signer,
  owner: Address,
  amount: bigint,
): Promise<Address> {
  const mint = newSigner();
  const token = findTokenAccountAddress(owner, mint.address).address;
  const payer = createNoopSigner(issuer.address);
  await landTransaction(
    { client, sleep },
    issuer,
    [
      getCreateAccountInstruction({
        payer,
        newAccount: createNoopSigner(mint.address),
        lamports: await client.rentExemptLamports(mintBytes),
        space: mintBytes,
        programAddress: TOKEN_PROGRAM,
      }),
      getInitializeMint2Instruction({ mint: mint.address, decimals: 6, mintAuthority: issuer.address }),
      getCreateAssociatedTokenIdempotentInstruction({
        payer,
        ata: token,
        owner,
        mint: mint.address,
        tokenProgram: TOKEN_PROGRAM,
      }),
      getMintToInstruction({ mint: mint.address, token, mintAuthority: payer, amount }),
    ],
    [mint],
  );
  return mint.address;
}
