import { readManifest } from '@pid/program';
import { currentPolicy, type Address } from '@pid/protocol';
import {
  clusterName,
  deploymentReader,
  openChain,
  programAddressOf,
  type Deployment,
} from '../chain/index.ts';
import { openDevelopmentChain } from '../load-dev-chain.ts';
import type { ChainClient } from '../platform/chain/client/index.ts';
import type { ChainFlags } from './chain-flags.ts';
import { clusterClient, programFolder, rpcUrls, withChainDatabase } from './chain-connection.ts';
import { CommandError, type CommandContext } from './command.ts';

/** Prints the deployed program next to the built one, for an operator to compare. */
export async function chainStatus(context: CommandContext, flags: ChainFlags): Promise<void> {
  const urls = rpcUrls(context, flags);
  if (urls) {
    const { programId, upgradeAuthorityKey } = context.config;
    const program =
      programId ?? (upgradeAuthorityKey && (await programAddressOf(upgradeAuthorityKey.address)));
    if (program)
      return report(
        context,
        clusterClient(urls),
        await deploymentReader(clusterClient(urls), program)(),
        false,
      );
  }
  await withChainDatabase(context, urls ? 'none' : 'require', async (deps) => {
    const chain = await openChain(
      { ...deps, config: { ...deps.config, solanaRpcUrls: urls } },
      openDevelopmentChain,
    );
    try {
      await report(context, chain.client, await chain.deployment(), chain.development !== null);
      await chain.check().catch((error: unknown) => {
        throw new CommandError(`Not ready: ${(error as Error).message}`);
      });
    } finally {
      await chain.close();
    }
  });
}

async function report(
  context: CommandContext,
  client: ChainClient,
  deployment: Deployment,
  embedded: boolean,
): Promise<void> {
  const { config, programHash, genesisHash } = deployment;
  const built = Object.values(readManifest(programFolder(context)).programs.wallet).map(
    ({ sha256 }) => sha256,
  );
  const policy = currentPolicy(config);
  const { accounts } = await client.accounts([config.relayer, config.treasury]);
  const sol = (index: number) => `${Number(accounts[index]?.lamports ?? 0n) / 1e9} SOL`;
  const lines: [string, string][] = [
    ['Cluster', clusterName(genesisHash, embedded)],
    ['Genesis hash', genesisHash],
    ['Slot', String(deployment.slot)],
    ['Chain time', new Date(Number(deployment.chainTimeSeconds) * 1000).toISOString()],
    ['Program', deployment.programId],
    [
      'Program hash',
      `${programHash} ${built.includes(programHash) ? '(built here)' : `(built here: ${built.join(' or ')})`}`,
    ],
    ['Upgrade authority', deployment.upgradeAuthority ?? 'none: the program is final'],
    ['Origin', config.origin],
    ['Administrator', describeAdmin(config.admin, config.pendingAdmin)],
    ['Relayer', `${config.relayer} with ${sol(0)}`],
    ['Registrar', config.registrar],
    ['Treasury', `${config.treasury} with ${sol(1)}`],
    [
      'Fee policy',
      `${policy.version}: ${policy.bps} bps, at most ${policy.maxNetworkFeeLamports} lamports of network fee`,
    ],
  ];
  for (const [name, value] of lines) context.print(`${name.padEnd(18)} ${value}`);
}

function describeAdmin(admin: Address, pending: Address | null): string {
  return pending ? `${admin}, handing over to ${pending}` : admin;
}
