import {
  nameCurrentFolder,
  type PostgresUser,
  reclaimCluster,
  spawnPostgres,
} from './become-postgres-user.ts';
import { chooseEndpoint } from './choose-endpoint.ts';
import { EmbeddedPostgresError, messageOf } from './embedded-postgres-error.ts';
import { readPostmasterFile, removeEmptyLockFiles } from './find-postmaster.ts';
import { boundLog, logSize, readLogSince, withAppendedLog } from './server-log.ts';
import { serverArguments } from './server-settings.ts';

export interface Launch {
  /** Log output of the process after it has ended; null before. */
  endedWith(): string | null;
}

export interface LaunchPlan {
  readonly dataDir: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly user: PostgresUser;
  readonly settings: Readonly<Record<string, string>>;
  readonly fingerprint: string;
}

export async function launchPostmaster(plan: LaunchPlan): Promise<Launch> {
  const { cluster, logFile, user } = plan;
  await reclaimCluster(user, cluster);
  await removeEmptyLockFiles(cluster);
  await boundLog(logFile);
  const fromByte = await logSize(logFile);
  const stale = await readPostmasterFile(cluster);
  const endpoint = await chooseEndpoint(cluster, user);
  const args = serverArguments(nameCurrentFolder(user, cluster), endpoint, plan.settings, plan.fingerprint);
  // The caller has checked that this process is not a server. PostgreSQL checks only whether a process with
  // this ID exists, which may be the case after a reboot. It ignores the ID of its grandparent process, so
  // with this variable it replaces the lock file itself, without a race.
  const environment = stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {};
  const child = withAppendedLog(logFile, (log) => {
    const options = {
      cwd: cluster,
      env: environment,
      detached: true,
      stdio: ['ignore', log, log] as ['ignore', number, number],
    };
    // On Windows, PostgreSQL refuses to run as an administrator. Only pg_ctl can drop those privileges.
    return process.platform === 'win32'
      ? spawnPostgres(
          user,
          'pg_ctl',
          ['start', '-W', '-D', cluster, '-o', quoteForWindows(args.slice(2))],
          options,
        )
      : spawnPostgres(user, 'postgres', args, options);
  });
  let ended: string | null = null;
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      reject(
        new EmbeddedPostgresError(
          'binaries_missing',
          `PostgreSQL cannot be run on this system (${messageOf(error)}). Run \`npm ci\` again, or configure an ` +
            'external PostgreSQL.',
          { cause: error },
        ),
      );
    });
  });
  child.once('exit', (code) => {
    if (process.platform === 'win32' && code === 0) return;
    void readLogSince(logFile, fromByte).then((text) => (ended = text));
  });
  child.unref();
  return { endedWith: () => ended };
}

function quoteForWindows(args: readonly string[]): string {
  return args.map((argument) => `"${argument.replaceAll('"', '\\"')}"`).join(' ');
}
