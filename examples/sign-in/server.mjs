// A game server in one file. It serves the page, exchanges a login code for a player, and keeps its own sessions.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createIdentityReader, exchangeCode, PidError } from '@pid/sdk/server';

const baseUrl = process.env.PID_URL ?? 'http://localhost:4100';
const clientId = process.env.CLIENT_ID;
const port = Number(process.env.PORT ?? 4200);
if (!clientId) {
  console.error(
    'CLIENT_ID is not set. Register an app on the developer pages of PID and set CLIENT_ID to its client_id.',
  );
  process.exit(1);
}

const players = createIdentityReader({ baseUrl });
/** The game's own sessions: from a random cookie value to the player's bearer, which must stay on the server. */
const sessions = new Map();

const files = {
  '/': ['text/html; charset=utf-8', new URL('public/index.html', import.meta.url)],
  '/game.js': ['text/javascript', new URL('public/game.js', import.meta.url)],
  '/pid-callback.html': ['text/html; charset=utf-8', new URL('public/pid-callback.html', import.meta.url)],
  '/pid-sdk.js': ['text/javascript', new URL(import.meta.resolve('@pid/sdk/browser'))],
};

const actions = {
  'GET /settings': async () => ({ baseUrl, clientId }),

  'POST /session': async (request, response) => {
    const { code, codeVerifier } = JSON.parse(await readText(request));
    const player = await exchangeCode({ baseUrl, clientId, code, codeVerifier });
    const id = randomBytes(32).toString('base64url');
    sessions.set(id, player.accessToken);
    response.setHeader(
      'set-cookie',
      `game_session=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${player.expiresIn}`,
    );
    return { pid: player.pid, profile: player.profile };
  },

  'GET /session': async (request) => {
    const token = sessions.get(sessionId(request));
    if (!token) throw new PidError('signed_out', 'No player is signed in', { status: 401 });
    // The reader caches for five minutes. After that, a player who was suspended or has disconnected the game is signed out.
    const { pid } = await players.identity(token);
    return { pid, profile: await players.profile(token) };
  },

  'DELETE /session': async (request, response) => {
    sessions.delete(sessionId(request));
    response.setHeader('set-cookie', 'game_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    return { ok: true };
  },
};

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    const status = error instanceof PidError ? (error.status ?? 502) : 500;
    sendJson(response, status, { message: error.message });
  });
});

async function handle(request, response) {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const file = request.method === 'GET' ? files[path] : undefined;
  const action = actions[`${request.method} ${path}`];
  if (file) response.setHeader('content-type', file[0]).end(await readFile(fileURLToPath(file[1])));
  else if (action) sendJson(response, 200, await action(request, response));
  else sendJson(response, 404, { message: 'Not found' });
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

server.listen(port, 'localhost', () => {
  console.log(`The game runs at http://localhost:${server.address().port}`);
});

function sessionId(request) {
  return /(?:^|; )game_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
}

async function readText(stream) {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    if (text.length > 10_000) throw new PidError('too_large', 'The body is too large', { status: 413 });
  }
  return text;
}
