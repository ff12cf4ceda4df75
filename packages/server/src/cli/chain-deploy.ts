import { setTimeout as sleep } from 'node:timers/promises';
import { readProgram } from '@pid/program';
import {
  acceptedVersion,
  chainKeys,
  configureProgram,
  deployProgram,
  type ChainKeys,
} from '../chain/index.ts';
import type { ChainFlags } from './chain-flags.ts';
import type { StepFlags } from './chain-offline.ts';
import { chainUpgradeFrom } from './chain-steps.ts';
import { clusterClient, programFolder, rpcUrls, withChainDatabase } from './chain-connection.ts';
import { CommandError, type CommandContext } from './command.ts';

const operatorKeys = {
  relayerKey: 'PID_RELAYER_KEY',
  registrarKey: 'PID_REGISTRAR_KEY',
  playSponsorKey: 'PID_PLAY_SPONSOR_KEY',
  adminKey: 'PID_ADMIN_KEY',
  upgradeAuthorityKey: 'PID_UPGRADE_AUTHORITY_KEY',
  treasury: 'PID_TREASURY',
} as const;

/**
 * Deploys or upgrades the program and updates its config from the settings. It can be interrupted and
 * repeated.
 */
export async function chainDeploy(context: CommandContext, flags: ChainFlags): Promise<void> {
  const { config, print } = context;
  const urls = rpcUrls(context, flags);
  if (!urls)
    throw new CommandError(
      'The embedded chain deploys by itself when the service starts. For a cluster, pass its address: pid chain deploy --rpc https://api.devnet.solana.com',
    );
  const price = flags.priorityFee ?? '0';
  if (!/^\d{1,9}$/.test(price)) throw new CommandError('--priority-fee must be a number of microlamports');
  const keys = await readKeys(context);
  const which = config.programId === null ? 'A program is deployed' : `${config.programId} is upgraded`;
  await context.agree(
    `${which} on ${urls[0]!.origin} and configured for ${config.baseUrl.origin}; ${keys.upgradeAuthority.address} pays. Continue?`,
  );
  const client = clusterClient(urls);
  const deps = {
    client,
    sleep,
    report: print,
    unitPriceMicroLamports: BigInt(price),
  };
  const { programId, programHash, action } = await deployProgram(
    deps,
    keys.upgradeAuthority,
    readProgram('wallet', await acceptedVersion(client), programFolder(context)),
    config.programId ?? undefined,
  );
  if (action !== 'unchanged') await deps.sleep(1000);
  const done = await configureProgram(deps, programId, {
    keys,
    rpId: config.baseUrl.hostname,
    origin: config.baseUrl.origin,
    protocolFeeBps: config.protocolFeeBps,
    maxNetworkFeeLamports: config.maxNetworkFeeLamports,
  });
  for (const sentence of done) print(sentence);
  print(
    `Program ${programId} ${action === 'unchanged' ? 'is up to date' : `was ${action}`}; sha256 ${programHash}.`,
  );
  if (!config.programId) print(`Set PID_PROGRAM_ID=${programId} on every node.`);
}

/** Replaces only the program, signed by the upgrade authority. The config belongs to other keys. */
export async function chainUpgrade(
  context: CommandContext,
  { buffer, ...flags }: StepFlags & { readonly buffer?: string },
): Promise<void> {
  if (buffer !== undefined) return chainUpgradeFrom(context, { ...flags, buffer });
  if (flags.unsigned !== undefined)
    throw new CommandError(
      'Say --buffer too: `pid chain write` writes the program and prints the address of its buffer.',
    );
  const { upgradeAuthorityKey, programId } = context.config;
  const urls = rpcUrls(context, flags);
  if (!urls || !upgradeAuthorityKey || !programId)
    throw new CommandError(
      'Set PID_SOLANA_RPC_URL (or say --rpc), PID_PROGRAM_ID and PID_UPGRADE_AUTHORITY_KEY first.',
    );
  await context.agree(
    `The program ${programId} on ${urls[0]!.origin} is replaced by the program of this release; ${upgradeAuthorityKey.address} pays. Continue?`,
  );
  const client = clusterClient(urls);
  const { programHash, action } = await deployProgram(
    { client, sleep, report: context.print },
    upgradeAuthorityKey,
    readProgram('wallet', await acceptedVersion(client), programFolder(context)),
    programId,
  );
  context.report(
    { programId, programHash, action },
    `Program ${programId}: ${action}; sha256 ${programHash}.`,
  );
}

/** Reads all keys from the configuration. On loopback, missing keys come from the service's database. */
async function readKeys(context: CommandContext): Promise<ChainKeys> {
  const { config } = context;
  const missing = Object.entries(operatorKeys).filter(
    ([name]) => config[name as keyof typeof operatorKeys] === null,
  );
  if (missing.length > 0 && !config.loopback)
    throw new CommandError(`Set ${missing.map(([, variable]) => variable).join(', ')} first.`);
  if (missing.length === 0)
    return chainKeys(config, async (name) => Promise.reject(new Error(`no secret ${name} is needed`)));
  return withChainDatabase(context, 'none', ({ secret }) => chainKeys(config, secret));
}
