// `npm run example`: starts PID with its development chain, and the example game.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import { buildSdk } from '../packages/sdk/build.mjs';
import { build } from './build.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const service = process.env.PID_BASE_URL ?? `http://localhost:${process.env.PID_PORT ?? 4100}`;
const gameFolder = process.env.GAME_DATA_DIR ?? path.join(root, '.pid/example-game');
const children = [];
let database;

function start(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  child.once('exit', (code) => stop(code ?? 1));
  children.push(child);
}

let stopping = false;
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children.toReversed()) child.kill('SIGTERM');
  void database?.stop();
}

/** Starts a PostgreSQL server for the orders of the game, unless GAME_DATABASE_URL names one. */
async function gameDatabase() {
  if (process.env.GAME_DATABASE_URL) return process.env.GAME_DATABASE_URL;
  database = await startEmbeddedPostgres({
    dataDir: gameFolder,
    onProgress: () => {},
    onLost: () => stop(1),
  });
  return database.connectionString;
}

/** Waits until the chain responds, because the game is deployed when the chain opens for the first time. */
async function waitForChain() {
  for (let attempt = 0; attempt < 600 && !stopping; attempt += 1) {
    const answer = await fetch(`${service}/v1/chain`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (!stopping) throw new Error(`${service} does not answer`);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(0));
await Promise.all([build(), buildSdk()]);
const running = await fetch(`${service}/healthz`).catch(() => null);
if (!running?.ok) start(['packages/server/dist/main.js', 'start']);
await waitForChain();
if (!process.env.GAME_RPC_URL) start(['packages/server/dist/main.js', 'chain', 'serve', '--port', '8899']);
start(['--import', 'tsx', 'examples/game/server/game-server.ts'], {
  PID_BASE_URL: service,
  GAME_DATA_DIR: gameFolder,
  GAME_DATABASE_URL: await gameDatabase(),
});
