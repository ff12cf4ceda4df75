import {
  accountIdFromPid,
  brandPasskeyPoint,
  challengeFor,
  addressBytes,
  fromBase64Url,
  findTokenAccountAddress,
  findVaultAddress,
  TOKEN_PROGRAM,
  toAddress,
  toBytes32,
  type Address,
  type Intent,
} from '@pid/protocol';
import {
  AuthorityType,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token';
import { createNoopSigner } from '@solana/kit';
import { expect, vi } from 'vitest';
import { landTransaction } from '../src/chain/index.ts';
import { embeddedFaucet, embeddedTransport, openEmbeddedChain, testTokenAddress } from '@pid/dev-chain';
import { createChainClient, type ChainClient } from '../src/platform/chain/client/index.ts';
import { randomIds } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/log.ts';
import { newSigner } from './chain-helper.ts';
import { onFileEnd } from './file-end.ts';
import type { Answer, HttpClient } from './http-client.ts';
import { givePasskey } from './passkey-helper.ts';
import { newPlayer } from './sign-in-helper.ts';
import type { Overrides, SoftAssertion, SoftPasskey } from './soft-passkey.ts';
import type { TestService } from './test-service.ts';

export interface WalletOwner {
  readonly client: HttpClient;
  readonly pid: string;
  readonly passkey: SoftPasskey & { id: string };
  readonly vault: Address;
}

export const sol = 1_000_000_000n;

/** Creates a player with a passkey and without any account on the chain. */
export async function newOwner(service: TestService, counter = 0): Promise<WalletOwner> {
  const { client, pid } = await newPlayer(service);
  const passkey = await givePasskey(client, { counter });
  const body = await client.call('getChain');
  return {
    client,
    pid,
    passkey,
    vault: findVaultAddress(toAddress(body.programId), accountIdFromPid(pid)).address,
  };
}

/** Does the same as a page: reads the chain, builds the challenge and has the passkey sign it. */
export async function signIntent(
  owner: Pick<WalletOwner, 'client' | 'pid'>,
  passkey: SoftPasskey,
  intent: Intent,
  at: { nonce: bigint; expiry: number },
  overrides: Overrides = {},
): Promise<SoftAssertion> {
  const chain = await owner.client.call('getChain');
  const accountId = accountIdFromPid(owner.pid);
  const program = toAddress(chain.programId);
  const vault = findVaultAddress(program, accountId).address;
  const challenge = challengeFor(
    {
      genesisHash: addressBytes(toAddress(chain.genesisHash)),
      program,
      accountId,
      vault,
      nonce: at.nonce,
      expiry: BigInt(at.expiry),
    },
    intent,
  );
  return passkey.assert(challenge, overrides);
}

export async function fund(owner: Pick<WalletOwner, 'client' | 'vault'>, lamports: bigint): Promise<void> {
  const before = BigInt((await owner.client.call('getAccount')).balanceLamports);
  await owner.client.call('requestAirdrop', { address: owner.vault, lamports: lamports.toString() });
  await vi.waitFor(
    async () =>
      expect(BigInt((await owner.client.call('getAccount')).balanceLamports)).toBe(before + lamports),
    { timeout: 120_000, interval: 50 },
  );
}

export async function activationBody(owner: WalletOwner, overrides: Overrides = {}) {
  const account = await owner.client.call('getAccount');
  const expiry = account.chainTime + 300;
  const intent: Intent = {
    action: 'activate',
    authority: brandPasskeyPoint(owner.passkey.publicKey),
    rpIdHash: toBytes32(fromBase64Url(account.rpIdHash)),
    feePolicyVersion: account.feePolicyVersion,
  };
  return {
    expiry,
    feePolicyVersion: account.feePolicyVersion,
    quotedNetworkFeeLamports: String(account.networkFeeLamports),
    assertion: await signIntent(owner, owner.passkey, intent, { nonce: 0n, expiry }, overrides),
  };
}

export async function activate(owner: WalletOwner): Promise<Answer> {
  return owner.client.post('/v1/account/activate', await activationBody(owner));
}

/** Creates a funded and activated account. */
export async function newAccount(
  service: TestService,
  lamports = 2n * sol,
  counter = 0,
): Promise<WalletOwner> {
  const owner = await newOwner(service, counter);
  await fund(owner, lamports);
  const answer = await activate(owner);
  expect(answer).toMatchObject({ status: 200, body: { status: 'activated' } });
  return owner;
}

export interface Wanted {
  readonly asset?: string;
  readonly to: Address;
  readonly amount: bigint;
  readonly nonce?: bigint;
  readonly expiry?: number;
  readonly feePolicyVersion?: number;
  readonly quoted?: bigint;
  readonly passkey?: SoftPasskey;
  readonly overrides?: Overrides;
}

export async function withdrawalBody(owner: WalletOwner, wanted: Wanted) {
  const asset = wanted.asset ?? 'SOL';
  const account = await owner.client.call('getAccount');
  const quote = await owner.client.post('/v1/account/withdraw/quote', { asset });
  const nonce = wanted.nonce ?? BigInt(account.nonce);
  const expiry = wanted.expiry ?? account.chainTime + 300;
  const feePolicyVersion = wanted.feePolicyVersion ?? account.feePolicyVersion;
  const intent: Intent = {
    action: 'withdraw',
    mint: asset === 'SOL' ? null : toAddress(asset),
    destination: wanted.to,
    amount: wanted.amount,
    feePolicyVersion,
  };
  return {
    asset,
    to: wanted.to as string,
    amount: wanted.amount.toString(),
    nonce: nonce.toString(),
    expiry,
    feePolicyVersion,
    quotedNetworkFeeLamports: (wanted.quoted ?? BigInt(quote.body.networkFeeLamports ?? 10_000)).toString(),
    assertion: await signIntent(
      owner,
      wanted.passkey ?? owner.passkey,
      intent,
      { nonce, expiry },
      wanted.overrides,
    ),
  };
}

export async function withdraw(owner: WalletOwner, wanted: Wanted): Promise<Answer> {
  return owner.client.post('/v1/account/withdraw', await withdrawalBody(owner, wanted));
}

export async function rotationBody(
  owner: WalletOwner,
  next: SoftPasskey,
  wanted: { nonce?: bigint; expiry?: number; overrides?: Overrides } = {},
) {
  const account = await owner.client.call('getAccount');
  const nonce = wanted.nonce ?? BigInt(account.nonce);
  const expiry = wanted.expiry ?? account.chainTime + 300;
  const intent: Intent = {
    action: 'rotate',
    newAuthority: brandPasskeyPoint(next.publicKey),
    newRpIdHash: toBytes32(fromBase64Url(account.rpIdHash)),
  };
  return {
    oldCredentialId: owner.passkey.credentialId,
    newCredentialId: next.credentialId,
    nonce: nonce.toString(),
    expiry,
    assertion: await signIntent(owner, owner.passkey, intent, { nonce, expiry }, wanted.overrides),
  };
}

/** Reads the chain behind a service directly, as any explorer could. */
export async function chainOf(
  service: Pick<TestService, 'db' | 'connectionString' | 'clock'>,
): Promise<ChainClient> {
  const access = await openEmbeddedChain({
    db: service.db,
    connectionString: service.connectionString,
    clock: service.clock,
    ids: randomIds,
    log: createLogger('silent'),
  });
  onFileEnd(() => access.close());
  return createChainClient(embeddedTransport(access));
}

export async function balanceOf(chain: ChainClient, address: Address): Promise<bigint> {
  return (await chain.account(address)).account?.lamports ?? 0n;
}

/** Mints the embedded chain's test token to a wallet and returns the mint. */
export async function giveTokens(
  service: TestService,
  chain: ChainClient,
  owner: Address,
  amount: bigint,
): Promise<Address> {
  const faucet = await embeddedFaucet(service.db);
  const mint = await testTokenAddress(faucet.address);
  const signer = createNoopSigner(faucet.address);
  const token = findTokenAccountAddress(owner, mint).address;
  await landTransaction(
    { client: chain, sleep: (millis) => new Promise((resolve) => setTimeout(resolve, millis)) },
    faucet,
    [
      getCreateAssociatedTokenIdempotentInstruction({
        payer: signer,
        ata: token,
        owner,
        mint,
        tokenProgram: TOKEN_PROGRAM,
      }),
      getMintToInstruction({ mint, token, mintAuthority: signer, amount }),
    ],
  );
  return mint;
}

/** Mints tokens to an account of `owner` that is not the associated one, as anyone can. */
export async function giveTokensApart(
  service: TestService,
  chain: ChainClient,
  owner: Address,
  amount: bigint,
): Promise<Address> {
  const stranger = newSigner();
  const mint = await giveTokens(service, chain, stranger.address, amount);
  await landTransaction(
    { client: chain, sleep: (millis) => new Promise((resolve) => setTimeout(resolve, millis)) },
    await embeddedFaucet(service.db),
    [
      getSetAuthorityInstruction({
        owned: findTokenAccountAddress(stranger.address, mint).address,
        owner: createNoopSigner(stranger.address),
        authorityType: AuthorityType.AccountOwner,
        newAuthority: owner,
      }),
    ],
    [stranger],
  );
  return mint;
}

/** Signatures of transactions that touched an address and had an effect. */
export async function landedAt(chain: ChainClient, address: Address): Promise<string[]> {
  const entries = await chain.rpc
    .getSignaturesForAddress(address, { commitment: 'confirmed', limit: 1000 })
    .send();
  return entries.filter(({ err }) => err === null).map(({ signature }) => signature);
}
