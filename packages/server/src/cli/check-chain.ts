import { deploymentProblem, deploymentReader, findGenesisHash } from '../chain/index.ts';
import type { Config } from '../settings.ts';
import { clientToPrimary } from '../platform/db/index.ts';
import { clusterClient } from './chain-connection.ts';
import { attempt, type Check, type CheckGroup } from './checks.ts';

/** Checks the cluster and its chain, our program on it, the relayer's balance, and the registrar. */
export const checkChain: CheckGroup = async (config) => {
  const { solanaRpcUrls, registrarUrl, registrarToken } = config;
  if (config.chain === 'off') return [];
  const checks: Promise<Check>[] = [];
  if (registrarUrl && registrarToken)
    checks.push(
      attempt('registrar', 'PID_REGISTRAR_URL cannot be used', () =>
        askRegistrar(registrarUrl, registrarToken),
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
    checks.push(attempt('wallet program', 'wallets cannot work', () => checkProgram(config, solanaRpcUrls)));
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

/** Sends bytes that are no message: with a valid token the response is 403, otherwise 401. */
async function askRegistrar(url: URL, token: string): Promise<void> {
  const answer = await fetch(new URL('/sign', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from([0]),
    signal: AbortSignal.timeout(5000),
  });
  if (answer.status === 401) throw new Error('it does not take PID_REGISTRAR_TOKEN');
  if (answer.status !== 403 && answer.status !== 429) throw new Error(`it answers ${answer.status}`);
}
