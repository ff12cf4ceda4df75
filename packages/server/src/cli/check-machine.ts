import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { dataFolder } from '../platform/settings.ts';
import type { Config } from '../settings.ts';
import type { Check, CheckGroup } from './checks.ts';

export function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const old = major < 20 || (major === 20 && minor < 19);
  return { what: `Node ${process.versions.node}`, problem: old ? 'install Node 20.19 or later' : null };
}

export const checkMachine: CheckGroup = async (config, { packageFolder }) => [
  ...(config.databaseUrl ? [] : [await checkDataFolder(dataFolder(config, packageFolder))]),
  await checkPort(config),
  await checkPages(packageFolder),
  ...checkProxies(config),
  ...(await checkLogState(config)),
];

async function checkDataFolder(folder: string): Promise<Check> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    return { what: `data folder ${folder}`, problem: null };
  } catch {
    return {
      what: `data folder ${folder}`,
      problem: 'it cannot be written: set PID_DATA_DIR to a folder that you own',
    };
  }
}

/** The port may be in use by a running PID node, which identifies itself. */
async function checkPort({ host, port }: Config): Promise<Check> {
  const what = `port ${port}`;
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
  if (isFree || (await isServedByPid(host, port))) return { what, problem: null };
  return { what, problem: 'it is used by another program: set PID_PORT to another port' };
}

async function isServedByPid(host: string, port: number): Promise<boolean> {
  try {
    const name = host.includes(':') ? `[${host}]` : host;
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(2000) });
    return (
      answer.headers.has('x-request-id') && ((await answer.json()) as { status?: string }).status === 'ok'
    );
  } catch {
    return false;
  }
}

async function checkPages(packageFolder: string): Promise<Check> {
  const built = await access(path.join(packageFolder, '../web/dist/index.html')).then(
    () => true,
    () => false,
  );
  return { what: 'pages', problem: built ? null : 'they are not built: run `npm run build`' };
}

/** Behind an untrusted proxy, all players share the rate limits of one address. */
function checkProxies({ loopback, trustedProxies }: Config): Check[] {
  if (loopback) return [];
  return [
    {
      what: 'proxies',
      problem:
        trustedProxies.length > 0
          ? null
          : 'PID_TRUSTED_PROXIES is not set: behind a TLS proxy, all players would appear to have its address and share its limits',
    },
  ];
}

/** Nodes of a database of its own, of which a snapshot can be restored without them. */
async function checkLogState({ databaseUrl, loopback, logState }: Config): Promise<Check[]> {
  const what = 'state of the public log';
  if (logState === null)
    return !databaseUrl || loopback
      ? []
      : [
          {
            what,
            problem:
              'PID_LOG_STATE is not set: if a snapshot of the database is restored while the nodes are stopped, they sign a fork of the log. Name a file that is not on the disk of the database',
            isWarning: true,
          },
        ];
  const isWritable = await access(path.dirname(logState), constants.W_OK).then(
    () => true,
    () => false,
  );
  return [
    {
      what: `${what} ${logState}`,
      problem: isWritable
        ? null
        : 'its folder cannot be written: create it, or set PID_LOG_STATE to another file',
    },
  ];
}
