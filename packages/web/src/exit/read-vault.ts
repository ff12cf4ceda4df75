import {
  accountIdFromPid,
  addressBytes,
  decodeAccount,
  decodeConfig,
  deriveWallet,
  equalBytes,
  isAddress,
  rpIdHashFromRpId,
  toAddress,
} from '@pid/protocol';
import type { Address, Bytes32, ConfigAccount, SmartAccount, WalletAddresses } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import type { PageSeal } from './page-seal.ts';
import { readAccounts, senseless } from './rpc.ts';
import type { Rpc } from './rpc.ts';

const PID = /^[a-z0-9_]{3,20}@pid$/u;

/** One thing that can be taken out. `mint` null: SOL. */
export interface Holding {
  readonly mint: Address | null;
  readonly source: Address | null;
  readonly amount: bigint;
  readonly decimals: number;
}

export interface Vault {
  readonly wallet: WalletAddresses;
  readonly config: ConfigAccount;
  readonly account: SmartAccount;
  readonly genesisHash: Bytes32;
  readonly sol: Holding;
  /** The page knows the program by itself. */
  readonly sealed: boolean;
}

export interface Place {
  readonly host: string;
  readonly origin: string;
}

export interface VaultWish {
  readonly pid: string;
  /** Of the page itself, or typed where the page has none. */
  readonly program: string;
  readonly seal: PageSeal;
}

/** The chain that the page belongs to; where it was not told, the one that the server says it is of. */
async function readGenesis(rpc: Rpc, seal: PageSeal): Promise<Bytes32> {
  const said = await rpc.call('getGenesisHash');
  if (typeof said !== 'string' || !isAddress(said)) throw senseless('getGenesisHash');
  if (seal.genesisHash !== null && seal.genesisHash !== said) throw new ExitProblem('otherChain');
  return addressBytes(toAddress(said));
}

/** Somebody's wallet and its SOL. Tokens are read apart: no number of them may stand in the way of this. */
export async function readVault(rpc: Rpc, { pid, program, seal }: VaultWish, place: Place): Promise<Vault> {
  if (!PID.test(pid)) throw new ExitProblem('badPid');
  if (!isAddress(program)) throw new ExitProblem('badProgram');
  const wallet = deriveWallet(seal.program ?? toAddress(program), accountIdFromPid(pid));
  const genesisHash = await readGenesis(rpc, seal);
  const [config, account, vault] = await readAccounts(rpc, [wallet.config, wallet.account, wallet.vault]);
  const settings = config?.owner === wallet.program ? decodeConfig(config.data) : null;
  if (!settings) throw new ExitProblem('noProgramHere');
  if (!equalBytes(settings.genesisHash, genesisHash)) throw new ExitProblem('otherChain');
  // Where else to go is not for an RPC server to say.
  if (settings.origin !== place.origin || !equalBytes(settings.rpIdHash, rpIdHashFromRpId(place.host)))
    throw new ExitProblem('otherHost');
  const state = account?.owner === wallet.program ? decodeAccount(account.data) : null;
  if (!state || !equalBytes(state.accountId, wallet.accountId)) throw new ExitProblem('notActivated');
  const sol = { mint: null, source: null, amount: vault?.lamports ?? 0n, decimals: 9 };
  return { wallet, config: settings, account: state, genesisHash, sol, sealed: seal.program !== null };
}
