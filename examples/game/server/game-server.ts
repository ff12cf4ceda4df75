import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createIdentityReader, exchangeCode, PidError } from '@pid/sdk/server';
import { playerAddress } from '@pid/sdk/session';
import { address } from '@solana/kit';
import { build } from 'esbuild';
import { askPid } from './ask-pid.ts';
import { readBoard } from './board.ts';
import { registerApp } from './register-app.ts';
import { openShop } from './shop.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const service = process.env['PID_BASE_URL'] ?? 'http://localhost:4100';
const port = Number(process.env['GAME_PORT'] ?? 4200);

/** Holds the app's id and secret, which must survive a restart. */
const dataFolder = process.env['GAME_DATA_DIR'] ?? path.join(folder, '.data');
/** Holds the shop's orders. */
const databaseUrl = process.env['GAME_DATABASE_URL'];
if (databaseUrl === undefined)
  throw new Error('Set GAME_DATABASE_URL to the address of a PostgreSQL database.');
const app = await registerApp(service, path.join(dataFolder, 'app.json'));
const shop = await openShop({
  app,
  databaseUrl,
  returnTo: `http://localhost:${port}/pid-callback.html`,
});
const chain = await askPid<{ programId: string; rpcUrl?: string }>(`${service}/v1/chain`);
const { program } = await askPid<{ program: string }>(`${service}/v1/dev/game`);
const rpcUrl = process.env['GAME_RPC_URL'] ?? chain.rpcUrl ?? 'http://127.0.0.1:8899';
const board = { service, rpcUrl, game: address(program) };
const reader = createIdentityReader({ baseUrl: service });
/** The players who are signed in to the game, by the game's own cookie. */
const players = new Map<string, { readonly pid: string; readonly accessToken: string }>();

const bundle = await build({
  entryPoints: [path.join(folder, 'browser/main.ts'), path.join(folder, 'browser/callback.ts')],
  outdir: 'out',
  bundle: true,
  format: 'esm',
  write: false,
});
const files = new Map<string, { type: string; body: string | Uint8Array }>([
  ['/', { type: 'text/html; charset=utf-8', body: await readFile(path.join(folder, 'browser/index.html')) }],
  [
    '/style.css',
    { type: 'text/css; charset=utf-8', body: await readFile(path.join(folder, 'browser/style.css')) },
  ],
  [
    '/pid-callback.html',
    {
      type: 'text/html; charset=utf-8',
      body: '<!doctype html><script type="module" src="/callback.js"></script>',
    },
  ],
  ...bundle.outputFiles.map(
    (file) => [`/${path.basename(file.path)}`, { type: 'text/javascript', body: file.contents }] as const,
  ),
]);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const cookie = /(?:^|; )game=([0-9a-f]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const signedIn = players.get(cookie);
  switch (`${request.method} ${request.url}`) {
    case 'GET /api/settings':
      return { service, clientId: app.clientId, program };
    case 'POST /api/login': {
      const { code, codeVerifier } = JSON.parse(await readText(request)) as {
        code: string;
        codeVerifier: string;
      };
      const player = await exchangeCode({ baseUrl: service, clientId: app.clientId, code, codeVerifier });
      const fresh = randomBytes(16).toString('hex');
      players.set(fresh, player);
      response.setHeader('set-cookie', `game=${fresh}; HttpOnly; SameSite=Lax; Path=/`);
      return { pid: player.pid };
    }
    case 'GET /api/me': {
      if (!signedIn) return null;
      const balance = await reader.balance(signedIn.accessToken).catch(() => null);
      return { pid: signedIn.pid, balance: balance?.balance ?? null };
    }
    case 'GET /api/board': {
      if (!signedIn) return null;
      return readBoard(board, playerAddress(chain.programId, signedIn.pid, program));
    }
    case 'GET /api/shop':
      return shop.view(signedIn?.pid ?? null);
    case 'POST /api/buy':
      return signedIn ? shop.buy(signedIn.pid) : null;
    default:
      return undefined;
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

createServer((request, response) => {
  const file = request.method === 'GET' ? files.get(request.url?.split('?')[0] ?? '') : undefined;
  if (file) {
    response.setHeader('content-type', file.type).end(file.body);
    return;
  }
  answer(request, response).then(
    (body) =>
      response
        .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body ?? {})),
    (error: unknown) => {
      const status = error instanceof PidError ? 400 : 500;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: (error as Error).message }));
    },
  );
}).listen(port, 'localhost', () => console.log(`The game runs at http://localhost:${port}`));
