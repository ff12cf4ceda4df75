#!/usr/bin/env node
// The program of the package pid-sandbox: starts the service in mode sandbox, with everything that it needs, and registers an app.
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DevBrowser } from '../../packages/server/src/cli/dev-browser.ts';
import { signInAs } from '../../packages/server/src/cli/dev-player.ts';

const help = `Starts PID in mode sandbox: play money, a development chain, and an app for your game. Data is kept in the data folder.

  --port <number>   port on localhost; default: 4100
  --data <folder>   data folder; default: .pid-sandbox
  --app <name>      name of the app; default: Test game
  --origin <origin> origin of the game, such as https://game.example; loopback needs none. Can be repeated. Replaces the origins of an
                    earlier start in this folder
  --env <file>      appends PID_URL, PID_CLIENT_ID and PID_CLIENT_SECRET to the file, such as "$GITHUB_ENV"
  --detach          returns when the service is ready, and leaves it running

Settings of the service (PID_*) can be set in the environment.`;

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: process.env['PID_PORT'] ?? '4100' },
    data: { type: 'string', default: process.env['PID_DATA_DIR'] ?? '.pid-sandbox' },
    app: { type: 'string', default: 'Test game' },
    origin: { type: 'string', multiple: true, default: [] },
    env: { type: 'string' },
    detach: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const dataFolder = path.resolve(options.data);

if (options.help) console.log(help);
else if (options.detach) await detach();
else await serve();

async function serve(): Promise<void> {
  Object.assign(process.env, {
    // Tests send many requests, and read their own output. The environment decides otherwise.
    PID_RATE_LIMIT: '0',
    PID_LOG_LEVEL: 'warn',
    ...process.env,
    PID_MODE: 'sandbox',
    PID_PORT: options.port,
    PID_DATA_DIR: dataFolder,
  });
  const main = new URL('../server/dist/main.js', import.meta.url);
  process.argv = [process.execPath, fileURLToPath(main), 'start'];
  await import(main.href);
  // The service has said why.
  if (process.exitCode) return;
  const url = process.env['PID_BASE_URL'] ?? `http://localhost:${options.port}`;
  const lines = [`PID_URL=${url}`, ...(await appLines(url))];
  if (options.env) appendFileSync(options.env, `${lines.join('\n')}\n`);
  console.log(['PID sandbox is ready.', ...lines].join('\n'));
  process.send?.('ready');
}

/** Registers the app once for each data folder. Each start has a new secret, because the service shows a secret only once. */
async function appLines(url: string): Promise<string[]> {
  if (process.env['PID_PROVIDERS']) return [];
  const owner = new DevBrowser(url);
  await signInAs(owner, 'sandbox_owner');
  const { items } = await owner.call('listApps', { limit: 100 });
  const known = items.find(({ name }) => name === options.app);
  const { origin: origins } = options;
  if (known && origins.length > 0 && known.origins.toSorted().join() !== origins.toSorted().join())
    await owner.call('changeApp', { client_id: known.client_id, origins });
  const app = known
    ? await owner.call('rotateAppSecret', { client_id: known.client_id })
    : await owner.call('registerApp', { name: options.app, origins });
  return [`PID_CLIENT_ID=${app.client_id}`, `PID_CLIENT_SECRET=${app.client_secret}`];
}

/** Starts this program in the background, with a log in the data folder. */
async function detach(): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const logFile = path.join(dataFolder, 'sandbox.log');
  const log = openSync(logFile, 'w');
  const words = process.argv.slice(2).filter((word) => word !== '--detach');
  const service = spawn(process.execPath, [fileURLToPath(import.meta.url), ...words], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const isReady = await new Promise<boolean>((resolve) => {
    service.once('message', () => resolve(true));
    service.once('exit', () => resolve(false));
  });
  process.stdout.write(readFileSync(logFile, 'utf8'));
  if (!isReady) {
    process.exitCode = 1;
    return;
  }
  console.log(`It runs as process ${service.pid}, with its log in ${logFile}.`);
  service.disconnect();
  service.unref();
}
