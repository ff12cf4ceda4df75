import {
  accountIdFromPid,
  addressFromBytes,
  decodeAccount,
  decodeConfig,
  deriveWallet,
  equalBytes,
  isAddress,
  rpIdHashFromRpId,
  toAddress,
  TOKEN_PROGRAM,
} from '@pid/protocol';
import type { Address, ConfigAccount, SmartAccount, WalletAddresses } from '@pid/protocol';
import { ExitProblem } from './exit-problem.ts';
import { bytesOfBase64, readAccounts } from './rpc.ts';
import type { RawAccount, Rpc } from './rpc.ts';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
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
  readonly holdings: readonly Holding[];
}

export interface Place {
  readonly host: string;
  readonly origin: string;
}

const dataOf = (account: RawAccount) => bytesOfBase64(account.data[0]);

async function readTokens(rpc: Rpc, vault: Address): Promise<Holding[]> {
  const { value } = await rpc.call<{ value: readonly { pubkey: string; account: RawAccount }[] }>(
    'getTokenAccountsByOwner',
    [vault, { programId: TOKEN_PROGRAM }, { encoding: 'base64', commitment: 'confirmed' }],
  );
  const held = value.flatMap(({ pubkey, account }) => {
    const data = dataOf(account);
    const amount = new DataView(data.buffer).getBigUint64(64, true);
    const mint = addressFromBytes(data.subarray(0, 32));
    return amount > 0n ? [{ mint, source: toAddress(pubkey), amount }] : [];
  });
  if (held.length === 0) return [];
  const mints = await readAccounts(
    rpc,
    held.map(({ mint }) => mint),
  );
  return held.map((entry, index) => {
    const mint = mints[index];
    return { ...entry, decimals: mint ? (dataOf(mint)[44] ?? 0) : 0 };
  });
}

/** Everything about somebody's wallet that the chain itself knows. */
export async function readVault(
  rpc: Rpc,
  input: { readonly pid: string; readonly program: string },
  place: Place,
): Promise<Vault> {
  if (!PID.test(input.pid)) throw new ExitProblem('badPid');
  if (!isAddress(input.program)) throw new ExitProblem('badProgram');
  const wallet = deriveWallet(toAddress(input.program), accountIdFromPid(input.pid));
  const [config, account, vault] = await readAccounts(rpc, [wallet.config, wallet.account, wallet.vault]);
  const settings = config?.owner === wallet.program ? decodeConfig(dataOf(config)) : null;
  if (!settings) throw new ExitProblem('noProgramHere');
  if (settings.origin !== place.origin || !equalBytes(settings.rpIdHash, rpIdHashFromRpId(place.host)))
    throw new ExitProblem('otherHost', settings.origin);
  const state = account?.owner === wallet.program ? decodeAccount(dataOf(account)) : null;
  if (!state) throw new ExitProblem('notActivated');
  const sol = { mint: null, source: null, amount: BigInt(vault?.lamports ?? 0), decimals: 9 };
  return {
    wallet,
    config: settings,
    account: state,
    holdings: [sol, ...(await readTokens(rpc, wallet.vault))],
  };
}

/** Chain time in unix seconds, from which an expiry is counted. */
export async function readChainTime(rpc: Rpc): Promise<bigint> {
  const [clock] = await readAccounts(rpc, [CLOCK]);
  if (!clock) throw new ExitProblem('noProgramHere');
  return new DataView(dataOf(clock).buffer).getBigInt64(32, true);
}
