import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isLoopbackHost } from '../platform/http/index.ts';
import { parseUrl } from '../platform/parse-url.ts';
import { hasIdTokenKey } from '../relying-parties/index.ts';
import type { Config } from '../settings.ts';
import { CommandError, type CommandContext } from './command.ts';
import { withDatabase } from './with-database.ts';

/** The file in the data folder with the address of the service that was last started with it. */
export const serviceFile = 'service';

export interface ToFlag {
  readonly to?: string;
}

/** True on loopback with the development sign-in. */
export function isDevelopment({ baseUrl, providers }: Config): boolean {
  return isLoopbackHost(baseUrl.hostname) && !providers;
}

/** Records the address of a service that starts, for `pid dev`. */
export async function recordService({
  config,
  dataDir,
}: Pick<CommandContext, 'config' | 'dataDir'>): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, serviceFile), `${config.baseUrl.origin}\n`);
}

export function refuseElsewhere({ config }: CommandContext, command: string): void {
  if (!isDevelopment(config))
    throw new CommandError(
      `${command} works only on your own machine: it needs a loopback PID_BASE_URL and no PID_PROVIDERS.`,
    );
}

interface Target extends ToFlag {
  /** Such as `pid dev pay`. */
  readonly command: string;
  /** True if the command also uses the database, which must be the one of the service. */
  readonly usesDatabase: boolean;
}

/**
 * Prints and returns the address of the running service: the one of the data folder, or `to`. Another PID may listen
 * at the recorded address, so the service must publish a key that the database of this command holds.
 */
export async function findService(
  context: CommandContext,
  { to, command, usesDatabase }: Target,
): Promise<string> {
  refuseElsewhere(context, command);
  const service = to === undefined ? await ownService(context) : readTo(to);
  const providers = await fetch(`${service}/v1/auth/providers`)
    .then(async (answer) => (answer.ok ? ((await answer.json()) as { id: string }[]) : null))
    .catch(() => null);
  if (!providers) throw new CommandError(`No service responds at ${service}: start it with npm start.`);
  if (!providers.some(({ id }) => id === 'dev'))
    throw new CommandError(`The service at ${service} has no development sign-in.`);
  if ((to === undefined || usesDatabase) && !(await usesOurDatabase(context, service))) {
    const data = context.config.databaseUrl ? 'the database of PID_DATABASE_URL' : context.dataDir;
    throw new CommandError(
      `Another PID responds at ${service}: it does not use ${data}. ${
        usesDatabase
          ? 'Set PID_DATA_DIR to its data folder.'
          : `Start yours with npm start, or add --to ${service} to write to that one.`
      }`,
    );
  }
  context.complain(`Service: ${service}`);
  return service;
}

async function ownService({ config, dataDir, environment }: CommandContext): Promise<string> {
  const recorded = await readFile(path.join(dataDir, serviceFile), 'utf8').catch(() => '');
  const service = recorded.trim();
  if (service === '')
    throw new CommandError(
      `No service was started with the data folder ${dataDir}: start one with npm start, set PID_DATA_DIR, or name a service with --to.`,
    );
  const isNamed = environment['PID_BASE_URL'] !== undefined || environment['PID_PORT'] !== undefined;
  const { origin } = config.baseUrl;
  if (isNamed && origin !== service)
    throw new CommandError(
      `The service of ${dataDir} is ${service}, and the settings name ${origin}. To write to that one, add --to ${origin}.`,
    );
  return service;
}

function readTo(to: string): string {
  const url = parseUrl(to);
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopbackHost(url.hostname))
    throw new CommandError('--to must be a service on your own machine, such as http://localhost:4200');
  return url.origin;
}

async function usesOurDatabase(context: CommandContext, service: string): Promise<boolean> {
  const published = await fetch(`${service}/.well-known/jwks.json`);
  const { keys } = (await published.json()) as { keys: { kid: string }[] };
  let isOurs = false;
  await withDatabase(context, async (db) => {
    isOurs = await hasIdTokenKey(
      db,
      keys.map(({ kid }) => kid),
    );
  });
  return isOurs;
}
