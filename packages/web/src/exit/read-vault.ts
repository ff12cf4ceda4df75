import {
  accountIdFromPid,
  addressBytes,
  decodeAccount,
  decodeClaim,
  decodeConfig,
  deriveWallet,
  equalBytes,
  findClaimAddress,
  isAddress,
  rpIdHashFromRpId,
  toAddress,
} from '@pid/protocol';
import type {
  Address,
  Bytes32,
  ClaimAccount,
  ConfigAccount,
  SmartAccount,
  WalletAddresses,
} from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import type { PageSeal } from './page-seal.ts';
import { readIsReady } from './read-chain-time.ts';
import { readAccounts, senseless } from './rpc.ts';
import type { RawAccount, Rpc } from './rpc.ts';

export const PID = /^[a-z0-9_]{3,20}@pid$/u;

/** An asset that can be withdrawn. `mint` is null for SOL. */
export interface Holding {
  readonly mint: Address | null;
  readonly source: Address | null;
  readonly amount: bigint;
  readonly decimals: number;
}

interface Known {
  readonly wallet: WalletAddresses;
  readonly config: ConfigAccount;
  readonly genesisHash: Bytes32;
  readonly sol: Holding;
  /** True if the service wrote the program into this page. */
  readonly sealed: boolean;
  /**
   * True if the browser lets the wallet's passkeys sign on this page. Actions without a passkey work from any
   * page.
   */
  readonly passkeysSign: boolean;
}

/** A wallet that its passkey can empty. */
export interface Vault extends Known {
  readonly account: SmartAccount;
  /** A claim that is not closed yet and still holds its rent. */
  readonly claim: ClaimAccount | null;
}

/** A wallet that was never activated: no passkey guards it, but it can be claimed. */
export interface Dormant extends Known {
  readonly account: null;
  readonly claim: (ClaimAccount & { readonly isReady: boolean }) | null;
}

export interface Place {
  readonly host: string;
  readonly origin: string;
}

export interface VaultWish {
  readonly pid: string;
  /** From the page, or typed if the page has none. */
  readonly program: string;
  readonly seal: PageSeal;
}

/** Returns the chain that the server reports. It must be the page's chain if the page has one. */
async function readGenesis(rpc: Rpc, seal: PageSeal): Promise<Bytes32> {
  const said = await rpc.call('getGenesisHash');
  if (typeof said !== 'string' || !isAddress(said)) throw senseless('getGenesisHash');
  if (seal.genesisHash !== null && seal.genesisHash !== said) throw new ExitProblem('otherChain');
  return addressBytes(toAddress(said));
}

interface Accounts {
  readonly settings: ConfigAccount | null;
  readonly account: SmartAccount | null;
  readonly claim: ClaimAccount | null;
  readonly lamports: bigint;
}

/** Treats accounts of another program or another player as missing. */
async function readState(rpc: Rpc, wallet: WalletAddresses): Promise<Accounts> {
  const addresses = [
    wallet.config,
    wallet.account,
    findClaimAddress(wallet.program, wallet.accountId).address,
    wallet.vault,
  ];
  const [config, account, claim, vault] = await readAccounts(rpc, addresses);
  const ours = <T>(raw: RawAccount | null | undefined, decode: (data: Uint8Array) => T | null): T | null =>
    raw?.owner === wallet.program ? decode(raw.data) : null;
  const theirs = <T extends { readonly accountId: Bytes32 }>(state: T | null): T | null =>
    state !== null && equalBytes(state.accountId, wallet.accountId) ? state : null;
  return {
    settings: ours(config, decodeConfig),
    account: theirs(ours(account, decodeAccount)),
    claim: theirs(ours(claim, decodeClaim)),
    lamports: vault?.lamports ?? 0n,
  };
}

/**
 * Reads a player's wallet and its SOL. Tokens are read separately, so that a large number of them cannot
 * block this.
 */
export async function readVault(
  rpc: Rpc,
  { pid, program, seal }: VaultWish,
  place: Place,
): Promise<Vault | Dormant> {
  if (!PID.test(pid)) throw new ExitProblem('badPid');
  if (!isAddress(program)) throw new ExitProblem('badProgram');
  const wallet = deriveWallet(seal.program ?? toAddress(program), accountIdFromPid(pid));
  const genesisHash = await readGenesis(rpc, seal);
  const { settings: config, account, claim, lamports } = await readState(rpc, wallet);
  if (!config) throw new ExitProblem('noProgramHere');
  if (!equalBytes(config.genesisHash, genesisHash)) throw new ExitProblem('otherChain');
  const passkeysSign =
    config.origin === place.origin && equalBytes(config.rpIdHash, rpIdHashFromRpId(place.host));
  const sol = { mint: null, source: null, amount: lamports, decimals: 9 };
  const known = { wallet, config, genesisHash, sol, sealed: seal.program !== null, passkeysSign };
  if (account) return { ...known, account, claim };
  const waiting = claim && { ...claim, isReady: await readIsReady(rpc, claim.readyAt) };
  return { ...known, account: null, claim: waiting };
}
