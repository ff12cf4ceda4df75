import path from 'node:path';
import { readManifest } from '@pid/program';
import { deploymentProblem, deploymentReader, findGenesisHash } from '../chain/index.ts';
import type { Config } from '../settings.ts';
import { proveSigner } from '../platform/chain/index.ts';
import { clientToPrimary } from '../platform/db/index.ts';
import { clusterClient } from './chain-connection.ts';
import { attempt, type Check, type CheckGroup } from './checks.ts';

/** Checks the cluster and its chain, our program on it, the relayer's balance, and the registrar. */
export const checkChain: CheckGroup = async (config, { packageFolder }) => {
  const { solanaRpcUrls, registrarUrl, registrarToken } = config;
  if (config.chain === 'off') return [];
  const checks: Promise<Check>[] = [];
  if (registrarUrl && registrarToken)
    checks.push(
      attempt('registrar', 'PID_REGISTRAR_URL cannot be used', () =>
        proveSigner({ url: registrarUrl, token: registrarToken }),
      ),
    );
  if (solanaRpcUrls) {
    const pinned = await pinnedGenesis(config);
    for (const url of solanaRpcUrls)
      checks.push(
        attempt(`RPC ${url.host}`, 'it cannot be used', async () => {
          const found = await clusterClient([url], 1).genesisHash();
          if (pinned !== null && found !== pinned)
            throw new Error(`it belongs to the chain ${found}, this database to ${pinned}`);
        }),
      );
    checks.push(
      attempt('wallet program', 'wallets cannot work', () => checkProgram(config, solanaRpcUrls)),
      checkRelease(config, solanaRpcUrls, packageFolder),
    );
  }
  return Promise.all(checks);
};

/** The pinned genesis hash, if the database can be read; another check reports problems of the database. */
async function pinnedGenesis({ databaseUrl }: Config): Promise<string | null> {
  if (!databaseUrl) return null;
  try {
    const client = await clientToPrimary(databaseUrl, { connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return await findGenesisHash({
        query: (text: string, values?: unknown[]) => client.query(text, values),
      } as never);
    } finally {
      await client.end().catch(() => {});
    }
  } catch {
    return null;
  }
}

/** An old program refuses operations of this release. A final one can only be noted. */
async function checkRelease(config: Config, urls: readonly URL[], packageFolder: string): Promise<Check> {
  const { programId } = config;
  let isWarning = false;
  const check = await attempt('release of the wallet program', 'the chain has another program', async () => {
    // The check of the wallet program reports its absence.
    const client = clusterClient(urls, urls.length);
    const found = programId && (await deploymentReader(client, programId)().catch(() => null));
    if (!found) return;
    const manifest = readManifest(path.join(packageFolder, '../program/artifacts'));
    const built = Object.values(manifest.programs.wallet).map(({ sha256 }) => sha256);
    if (built.includes(found.programHash)) return;
    isWarning = found.upgradeAuthority === null;
    throw new Error(
      `its sha256 is ${found.programHash}, that of this release ${built.join(' or ')}: ${isWarning ? 'it is final, so use the release that it belongs to' : 'run `pid chain upgrade`, or start the release that it belongs to'}`,
    );
  });
  return { ...check, ...(isWarning ? { isWarning } : {}) };
}

async function checkProgram(config: Config, urls: readonly URL[]): Promise<void> {
  const { programId, relayerKey, registrarKey, registrarAddress, relayerMinLamports, sponsorActivation } =
    config;
  if (!programId) throw new Error('PID_PROGRAM_ID is not set: `pid chain deploy` prints it');
  const client = clusterClient(urls, urls.length);
  const deployment = await deploymentReader(client, programId)();
  const registrar = registrarKey?.address ?? registrarAddress;
  if (!relayerKey || !registrar) return;
  const problem = deploymentProblem(
    deployment,
    { relayer: relayerKey, registrar: { address: registrar } },
    config,
  );
  if (problem) throw new Error(problem);
  const lamports = (await client.account(relayerKey.address)).account?.lamports ?? 0n;
  if (lamports < BigInt(relayerMinLamports))
    throw new Error(
      `the relayer ${relayerKey.address} has ${lamports} lamports, below PID_RELAYER_MIN_LAMPORTS`,
    );
  if (sponsorActivation > 0 && lamports < BigInt(sponsorActivation) + 2n * BigInt(relayerMinLamports))
    throw new Error(
      `the relayer ${relayerKey.address} has ${lamports} lamports, too few to pay PID_SPONSOR_ACTIVATION for a day and to keep twice PID_RELAYER_MIN_LAMPORTS`,
    );
}
