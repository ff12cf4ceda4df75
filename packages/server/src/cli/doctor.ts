import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import {
  ConfigError,
  dataFolder,
  loadConfig,
  settings,
  unknownVariables,
  type Config,
  type Environment,
} from '../platform/config/index.ts';
import { clientToPrimary } from '../platform/db/index.ts';

type Check = { readonly what: string; readonly problem: string | null };

/** Lists every setting with what it means, then checks the machine. Returns the exit code. */
export async function doctor(
  environment: Environment,
  packageFolder: string,
  print: (sentence: string) => void,
): Promise<number> {
  print('Settings');
  for (const setting of Object.values(settings)) {
    const value = environment[setting.variable];
    const shown = value === undefined ? `not set: ${setting.unset}` : setting.secret ? 'set' : value;
    print(`  ${setting.variable.padEnd(30)} ${setting.meaning}\n  ${''.padEnd(30)} ${shown}`);
  }
  print('\nChecks');
  const checks = await runChecks(environment, packageFolder);
  for (const { what, problem } of checks)
    print(problem ? `  wrong  ${what}: ${problem}` : `  fine   ${what}`);
  return checks.some(({ problem }) => problem) ? 1 : 0;
}

async function runChecks(environment: Environment, packageFolder: string): Promise<Check[]> {
  const checks: Check[] = [
    checkNode(),
    ...unknownVariables(environment).map((problem) => ({ what: 'settings', problem })),
  ];
  let config: Config;
  try {
    config = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...checks, ...error.problems.map((problem) => ({ what: 'settings', problem }))];
  }
  return [
    ...checks,
    await checkDatabase(config, packageFolder),
    await checkPort(config),
    await checkPages(packageFolder),
  ];
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const old = major < 20 || (major === 20 && minor < 19);
  return { what: `Node ${process.versions.node}`, problem: old ? 'install Node 20.19 or later' : null };
}

async function checkDatabase(config: Config, packageFolder: string): Promise<Check> {
  if (!config.databaseUrl) return checkDataFolder(dataFolder(config, packageFolder));
  let client: pg.Client | undefined;
  try {
    client = await clientToPrimary(config.databaseUrl, { connectionTimeoutMillis: 3000 });
    await client.connect();
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    );
    const version = Number(rows[0]?.version);
    return {
      what: `PostgreSQL ${Math.floor(version / 10_000)}`,
      problem: version < 150_000 ? 'PID needs PostgreSQL 15 or later' : null,
    };
  } catch (error) {
    return {
      what: 'PostgreSQL',
      problem: `PID_DATABASE_URL cannot be reached (${(error as Error).message})`,
    };
  } finally {
    await client?.end().catch(() => {});
  }
}

async function checkDataFolder(folder: string): Promise<Check> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    return { what: `data folder ${folder}`, problem: null };
  } catch {
    return {
      what: `data folder ${folder}`,
      problem: 'it cannot be written: set PID_DATA_DIR to a folder of yours',
    };
  }
}

async function checkPort(config: Config): Promise<Check> {
  const what = `port ${config.port}`;
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () =>
      resolve({ what, problem: 'it is taken, maybe by a running PID: set PID_PORT to another' }),
    );
    probe.listen(config.port, config.host, () => probe.close(() => resolve({ what, problem: null })));
  });
}

async function checkPages(packageFolder: string): Promise<Check> {
  const built = await access(path.join(packageFolder, '../web/dist/index.html')).then(
    () => true,
    () => false,
  );
  return { what: 'pages', problem: built ? null : 'they are not built: run `npm run build`' };
}
