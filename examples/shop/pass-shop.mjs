import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createAppClient, exchangeCode } from '@pid/sdk/server';
import pg from 'pg';
import { beginPass, endPass, keepPasses, schema } from './pass.mjs';

const {
  CLIENT_ID: clientId = '',
  CLIENT_SECRET: clientSecret = '',
  DATABASE_URL,
  PORT: port = '4301',
} = process.env;
const baseUrl = 'https://pid.example';
const app = createAppClient({ baseUrl, clientId, clientSecret, scope: 'read payments' });
const db = new pg.Pool({ connectionString: DATABASE_URL });
// A lost connection is replaced by the next query.
db.on('error', ({ message }) => console.error(message));
await db.query(schema);

const pass = { id: 'monthly-pass', name: 'Monthly pass', price: 25000 };
const here = `http://localhost:${port}/`;
/** Who is signed in, by a random cookie. Your game has its own sessions. */
const players = new Map();

/** @param {URL} url */
async function signIn(url) {
  const [state, code] = [url.searchParams.get('state'), url.searchParams.get('pid_code')];
  if (state === null || players.get(state) !== null || code === null) return '/';
  const { pid } = await exchangeCode({ baseUrl, clientId, clientSecret, code });
  players.set(state, pid);
  return '/';
}

/**
 * @param {string} request
 * @param {string | undefined} player
 */
async function answer(request, player) {
  if (request === 'POST /buy' && player)
    return (await beginPass(app, db, { reference: randomUUID(), item: pass, player, returnTo: here }))
      .approveUrl;
  if (request === 'POST /cancel' && player) {
    const { rows } = await db.query('select reference from passes where player = $1 and not over', [player]);
    for (const { reference } of rows) await endPass(app, db, reference);
    return '/';
  }
  return null;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', here);
  const session = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const player = players.get(session);
  const work =
    url.pathname === '/signed-in' ? signIn(url) : answer(`${request.method} ${url.pathname}`, player);
  work
    .then(async (location) => {
      if (location !== null) return response.writeHead(303, { location }).end();
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (!player) {
        const state = randomUUID();
        players.set(state, null);
        const asked = {
          client_id: clientId,
          redirect_uri: `${here}signed-in`,
          state,
          response_mode: 'query',
        };
        response.setHeader('set-cookie', `session=${state}; HttpOnly; SameSite=Lax; Path=/`);
        const address = `${baseUrl}/authorize?${new URLSearchParams(asked)}`.replaceAll('&', '&amp;');
        return response.end(`<!doctype html><title>Passes</title><a href="${address}">Sign in with PID</a>`);
      }
      const { rows } = await db.query(
        'select paid_until > now() as paid, over from passes where player = $1',
        [player],
      );
      return response.end(`<!doctype html><title>Passes</title><meta http-equiv="refresh" content="2">
<form method="post" action="/buy"><button>Monthly pass, Rp25.000</button></form>
<form method="post" action="/cancel"><button>Cancel it</button></form>
<ul>${rows.map(({ paid, over }) => `<li>Pass: ${paid ? 'paid' : 'not paid'}${over ? ', cancelled' : ''}</li>`).join('')}</ul>`);
    })
    .catch((error) => response.writeHead(502).end(error.message));
});
server.listen(Number(port), 'localhost', () => console.log(here.slice(0, -1)));

// Deliver only what PID says. Players can forge the status that a browser sends.
await keepPasses(app, db, new AbortController().signal);
