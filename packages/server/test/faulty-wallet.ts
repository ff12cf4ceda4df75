import {
  accountIdFromPid,
  addressBytes,
  brandPasskeyPoint,
  challengeFor,
  clientDataTail,
  deriveWallet,
  exitSolInstruction,
  passkeyInstruction,
  toAddress,
  type Address,
} from '@pid/protocol';
import { expect, vi } from 'vitest';
import { landTransaction } from '../src/chain/index.ts';
import { activationBody, newOwner, type WalletOwner } from './account-helper.ts';
import { newSigner } from './chain-helper.ts';
import type { Fault, FaultyChain } from './faulty-chain.ts';
import type { Answer, HttpClient } from './http-client.ts';

export type FaultyOwner = WalletOwner & { readonly account: Address };

/** Creates a funded and activated account on a chain behind a proxy. */
export async function newFaultyAccount(world: FaultyChain): Promise<FaultyOwner> {
  const owner = await newOwner(world.service);
  await world.airdrop(owner.vault, 1_000_000_000n);
  const activation = await activationBody(owner);
  expect((await postUntilConfirmed(owner.client, '/v1/account/activate', activation)).status).toBe(200);
  const states = async () => (await owner.client.call('listOperations')).items[0]?.state;
  await expect.poll(states).toMatch(/^(?:confirmed|finalized)$/);
  const body = await owner.client.call('getChain');
  return { ...owner, account: deriveWallet(toAddress(body.programId), accountIdFromPid(owner.pid)).account };
}

/**
 * Repeats the request until the chain has confirmed it, as the 504 response asks: a busy machine may not see
 * the confirmation in time.
 */
export async function postUntilConfirmed(client: HttpClient, path: string, body: unknown): Promise<Answer> {
  for (;;) {
    const answer = await client.post(path, body);
    if (answer.status !== 504) return answer;
  }
}

export const noSends: Fault = async ({ method }, forward) =>
  method === 'sendTransaction' ? null : forward();

/** The owner's exit without the relay. It uses up `nonce`. */
export async function exitSol(
  world: FaultyChain,
  owner: WalletOwner,
  { to, amount, nonce }: { to: Address; amount: bigint; nonce: bigint },
): Promise<void> {
  // After a failure the RPC node is not asked for a while, and requests fail immediately in that time.
  const chain = await vi.waitFor(() => owner.client.call('getChain'), { timeout: 120_000, interval: 100 });
  const wallet = deriveWallet(toAddress(chain.programId), accountIdFromPid(owner.pid));
  const expiry = BigInt(chain.chainTime + 300);
  const challenge = challengeFor(
    {
      genesisHash: addressBytes(toAddress(chain.genesisHash)),
      program: wallet.program,
      accountId: wallet.accountId,
      vault: wallet.vault,
      nonce,
      expiry,
    },
    { action: 'exit', mint: null, destination: to, amount },
  );
  const signed = owner.passkey.assert(challenge);
  const assertion = {
    signature: Buffer.from(signed.signature, 'base64url'),
    authenticatorData: Buffer.from(signed.authenticatorData, 'base64url'),
    clientDataJSON: Buffer.from(signed.clientDataJSON, 'base64url'),
  };
  const tail = clientDataTail(assertion.clientDataJSON, challenge, chain.origin)!;
  const payer = newSigner();
  await world.airdrop(payer.address, 100_000_000n);
  await landTransaction(
    { client: world.chain, sleep: async () => world.service.clock.advanceSeconds(1) },
    payer,
    [
      passkeyInstruction(brandPasskeyPoint(owner.passkey.publicKey), assertion),
      exitSolInstruction(wallet, { nonce, expiry, tail, destination: to, amount }),
    ],
  );
}
