import {
  activateInstruction,
  brandPasskeyPoint,
  compileMessage,
  decodeAccount,
  exitSolInstruction,
  rotateInstruction,
  toAddress,
  toBytes32,
  withdrawSolInstruction,
  type Address,
  type ProgramInstruction,
  type WalletAddresses,
} from '@pid/protocol';
import { refuse } from '../../src/platform/errors/index.ts';
import type { Chain } from '../../src/chain/index.ts';
import { listActivePasskeys } from '../../src/credentials/index.ts';
import { signMessage, signerFromSeed, type Signer } from '../../src/platform/chain/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import type { DraftMessage, Relay, RelayOrder, Relayed, RelayRequest } from '../../src/relay/index.ts';
import type { SimulatedChain } from './simulated-chain.ts';

export interface Owner {
  readonly identityId: string;
  readonly wallet: WalletAddresses;
}

/** A request that an owner has signed. It stays the same when it is repeated. */
export interface Wish {
  readonly kind: 'activate' | 'withdraw' | 'rotate';
  readonly requestHash: Buffer;
  readonly nonce: bigint;
  readonly to: Address;
  readonly amount: bigint;
}

export interface ServingNode {
  readonly relay: Relay;
  readonly chain: Chain;
  readonly db: Database;
}

const feeLamports = 5000n;
const tail = new TextEncoder().encode('}');
const expiry = 1n;

/** Plays the part of a slice: reads the chain and creates the order that the relay submits. */
async function orderOf(
  { chain, db }: ServingNode,
  owner: Owner,
  wish: Wish,
  draftMessage: DraftMessage,
): Promise<RelayOrder> {
  const { account } = await chain.client.account(owner.wallet.account);
  const state = account ? decodeAccount(account.data) : null;
  const nonce = state?.nonce ?? 0n;
  if (nonce !== wish.nonce) throw refuse('wrong_nonce', { given: String(wish.nonce), live: String(nonce) });
  const passkeys = await listActivePasskeys(db, owner.identityId);
  const current = passkeys.find(({ compressedKey }) => state && compressedKey.equals(state.authority));
  const next = passkeys.find((passkey) => passkey !== current);
  if (!next || (wish.kind === 'rotate' && !current))
    throw refuse('wrong_nonce', { given: String(wish.nonce), live: String(nonce) });
  const instruction = instructionOf(owner, wish, { chain, next: next.compressedKey });
  const draft = await draftMessage(
    { unitLimit: 10_000, maxFeeLamports: 1_000_000n, build: () => [instruction] },
    [owner.wallet.account],
  );
  const isRotation = wish.kind === 'rotate';
  return {
    account: owner.wallet.account,
    accountNonce: wish.nonce,
    draft,
    signers: wish.kind === 'activate' ? [chain.keys.registrar] : [],
    networkFeeLamports: feeLamports,
    protocolFeeLamports: 0n,
    sponsoredLamports: feeLamports,
    reimbursed: !isRotation,
    pool: isRotation ? 'emergency' : wish.kind === 'activate' ? 'activation' : 'withdrawal',
    details: {
      asset: 'SOL',
      to: wish.to,
      amount: wish.amount.toString(),
      authority: next.compressedKey.toString('hex'),
      epoch: isRotation ? state!.epoch + 1 : 0,
      ...(isRotation
        ? { previousPasskeyId: current!.id, previousAuthority: current!.compressedKey.toString('hex') }
        : {}),
    },
    relayerLamports: 2n ** 62n,
    record: () => Promise.resolve(),
  };
}

/** Does the same as a slice, except that no consent is consumed, because simulated owners sign nothing. */
export async function carry(
  node: ServingNode,
  owner: Owner,
  wish: Wish,
  request: RelayRequest,
): Promise<Relayed> {
  return node.relay.submit(request, (draftMessage) => orderOf(node, owner, wish, draftMessage));
}

function instructionOf(
  { wallet }: Owner,
  { kind, nonce, to, amount }: Wish,
  { chain, next }: { chain: Chain; next: Buffer },
): ProgramInstruction {
  const relayer = chain.keys.relayer.address;
  const authority = brandPasskeyPoint(next);
  const terms = { relayer, treasury: to, feePolicyVersion: 1, networkFeeLamports: feeLamports };
  if (kind === 'activate')
    return activateInstruction(wallet, {
      ...terms,
      registrar: chain.keys.registrar.address,
      authority,
      expiry,
      tail,
    });
  if (kind === 'rotate')
    return rotateInstruction(wallet, {
      relayer,
      nonce,
      expiry,
      tail,
      newAuthority: authority,
      newRpIdHash: toBytes32(new Uint8Array(32)),
    });
  return withdrawSolInstruction(wallet, { ...terms, nonce, expiry, tail, destination: to, amount });
}

/** Sends the owner's own transaction without the relay. */
export async function exitPast(
  chain: SimulatedChain,
  { wallet }: Owner,
  payer: Signer,
  { nonce, to, amount }: Pick<Wish, 'nonce' | 'to' | 'amount'>,
): Promise<void> {
  const message = compileMessage(payer.address, toAddress(chain.tip.hash), [
    exitSolInstruction(wallet, { nonce, expiry, tail, destination: to, amount }),
  ]);
  chain.accept(await signMessage(message, [payer]));
}

export const newKey = (seed: Buffer): Signer => signerFromSeed(seed);
