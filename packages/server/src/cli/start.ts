import closeWithGrace from 'close-with-grace';
import { unknownVariables, type Config, type Environment } from '../platform/config/index.ts';
import { createLogger } from '../platform/log.ts';
import { startService } from '../service.ts';
import { ownDatabase } from './find-database.ts';
import type { CommandContext } from './command.ts';

const graceMillis = 15_000;

export async function start({
  config,
  environment,
  dataDir,
  packageFolder,
  print,
}: CommandContext): Promise<void> {
  const log = createLogger(config.logLevel);
  for (const warning of unknownVariables(environment)) print(`Note: ${warning}`);
  const database = await ownDatabase(config, dataDir, print, (error) => {
    log.fatal({ err: error }, 'the embedded database is gone');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  });
  const service = await startService({
    config,
    connectionString: database.connectionString,
    ownerUrl: database.ownerUrl,
    packageFolder,
    log,
  }).catch(async (error: unknown) => {
    await database.release();
    throw error;
  });
  closeWithGrace({ delay: graceMillis, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an error nobody caught');
    await service.close();
    await database.release();
  });
  print(welcome(config, environment));
}

function welcome(config: Config, environment: Environment): string {
  const lines = [
    '',
    `  PID is ready:  ${config.baseUrl.origin}`,
    '',
    `  Sign in        ${config.baseUrl.origin}/signin${config.providers ? '' : '   (development sign-in: any e-mail address will do)'}`,
    `  API            ${config.baseUrl.origin}/docs`,
    `  Database       ${environment['PID_DATABASE_URL'] ? 'PostgreSQL from PID_DATABASE_URL' : 'embedded PostgreSQL, kept in the data folder'}`,
    `  Chain          ${config.solanaRpcUrls ? `Solana at ${config.solanaRpcUrls.map(({ host }) => host).join(', ')}` : 'embedded development chain; POST /v1/dev/airdrop gives play money'}`,
    '',
    '  Ctrl+C stops it; everything is kept.',
    '',
  ];
  return lines.join('\n');
}
