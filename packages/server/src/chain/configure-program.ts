import {
  POLICY_BYTES,
  appendPolicyInstruction,
  currentPolicy,
  decodeBase58,
  decodeConfig,
  equalBytes,
  findConfigAddress,
  initialiseConfigInstruction,
  rpIdHashFromRpId,
  setRegistrarInstruction,
  setRelayerInstruction,
  setTreasuryInstruction,
  toBytes32,
  transferInstruction,
  type Address,
  type ConfigAccount,
  type ProgramInstruction,
} from '@pid/protocol';
import type { ChainKeys } from './chain-keys.ts';
import type { DeployDeps } from './deploy-program.ts';
import { landTransaction, OperatorTransactionError } from './land-transaction.ts';

export interface WantedConfig {
  readonly keys: ChainKeys;
  readonly rpId: string;
  readonly origin: string;
  /** Null keeps the policy on the chain. */
  readonly protocolFeeBps: number | null;
  readonly maxNetworkFeeLamports: number | null;
}

const firstPolicy = { bps: 1000, maxNetworkFeeLamports: 200_000n };

/** Initializes the program's config, or updates its changeable values. Returns a sentence for each change. */
export async function configureProgram(
  deps: DeployDeps,
  program: Address,
  wanted: WantedConfig,
): Promise<string[]> {
  const config = await readConfig(deps, program);
  if (config) return update(deps, program, config, wanted);
  const { keys } = wanted;
  const genesisHash = toBytes32(decodeBase58(await deps.client.genesisHash()) ?? new Uint8Array(0));
  await landTransaction(deps, keys.upgradeAuthority, [
    ...(await funding(deps, keys.upgradeAuthority.address, keys.treasury)),
    initialiseConfigInstruction(program, {
      upgradeAuthority: keys.upgradeAuthority.address,
      genesisHash,
      rpIdHash: rpIdHashFromRpId(wanted.rpId),
      origin: wanted.origin,
      admin: keys.admin.address,
      relayer: keys.relayer.address,
      registrar: keys.registrar.address,
      treasury: keys.treasury,
      bps: wanted.protocolFeeBps ?? firstPolicy.bps,
      maxNetworkFeeLamports: BigInt(wanted.maxNetworkFeeLamports ?? firstPolicy.maxNetworkFeeLamports),
    }),
  ]);
  return [`Initialised the config for ${wanted.origin}.`];
}

export async function readConfig(
  { client }: Pick<DeployDeps, 'client'>,
  program: Address,
): Promise<ConfigAccount | null> {
  const { account } = await client.account(findConfigAddress(program).address);
  if (!account || account.owner !== program) return null;
  const config = decodeConfig(account.data);
  if (!config) throw new OperatorTransactionError('this version does not know the layout of the config');
  return config;
}

async function update(
  deps: DeployDeps,
  program: Address,
  config: ConfigAccount,
  wanted: WantedConfig,
): Promise<string[]> {
  const refusal = originRefusal(config, wanted);
  if (refusal) throw new OperatorTransactionError(refusal);
  const { keys } = wanted;
  const admin = keys.admin.address;
  const steps: { readonly sentence: string; readonly instructions: readonly ProgramInstruction[] }[] = [];
  if (config.relayer !== keys.relayer.address)
    steps.push({
      sentence: `The relayer is ${keys.relayer.address} now.`,
      instructions: [setRelayerInstruction(program, { admin, relayer: keys.relayer.address })],
    });
  if (config.registrar !== keys.registrar.address)
    steps.push({
      sentence: `The registrar is ${keys.registrar.address} now.`,
      instructions: [setRegistrarInstruction(program, { admin, registrar: keys.registrar.address })],
    });
  if (config.treasury !== keys.treasury)
    steps.push({
      sentence: `The treasury is ${keys.treasury} now.`,
      instructions: [
        ...(await funding(deps, keys.upgradeAuthority.address, keys.treasury)),
        setTreasuryInstruction(program, { admin, treasury: keys.treasury }),
      ],
    });
  const policy = currentPolicy(config);
  const bps = wanted.protocolFeeBps ?? policy.bps;
  const maxNetworkFeeLamports = BigInt(wanted.maxNetworkFeeLamports ?? policy.maxNetworkFeeLamports);
  if (bps !== policy.bps || maxNetworkFeeLamports !== policy.maxNetworkFeeLamports) {
    const version = policy.version + 1;
    steps.push({
      sentence: `Fee policy ${version}: ${bps} bps, at most ${maxNetworkFeeLamports} lamports of network fee.`,
      instructions: [
        ...(await funding(deps, keys.upgradeAuthority.address, admin, POLICY_BYTES)),
        appendPolicyInstruction(program, { admin, version, bps, maxNetworkFeeLamports }),
      ],
    });
  }
  if (steps.length > 0 && config.admin !== admin)
    throw new OperatorTransactionError(
      `the config is administered by ${config.admin}: set PID_ADMIN_KEY to that key`,
    );
  for (const { instructions } of steps)
    await landTransaction(deps, keys.upgradeAuthority, instructions, [keys.admin]);
  return steps.map(({ sentence }) => sentence);
}

/** Origin and rpId can never change: passkeys and accounts depend on them. */
export function originRefusal(
  config: ConfigAccount,
  { rpId, origin }: Pick<WantedConfig, 'rpId' | 'origin'>,
): string | null {
  if (config.origin !== origin)
    return `the program on this chain was set up for ${config.origin}, but this service is ${origin}: set PID_BASE_URL to the former, or use another data folder`;
  return equalBytes(config.rpIdHash, rpIdHashFromRpId(rpId))
    ? null
    : `the program on this chain was set up for a host name other than ${rpId}`;
}

/**
 * The program requires accounts that exist, and an administrator who can pay for the added bytes. Returns a
 * transfer of the missing lamports.
 */
export async function funding(
  { client }: Pick<DeployDeps, 'client'>,
  from: Address,
  to: Address,
  addedBytes = 0,
): Promise<ProgramInstruction[]> {
  const existence = await client.rentExemptLamports(0);
  const added = addedBytes > 0 ? await client.rentExemptLamports(addedBytes) : 0n;
  const { account } = await client.account(to);
  const missing = existence + added - (account?.lamports ?? 0n);
  return missing > 0n ? [transferInstruction(from, to, missing)] : [];
}
