// better-auth as its documentation recommends for speed: production mode, a pg pool, database joins, no
// telemetry, no rate limits (ours are off too), directly on node:http without a framework. It runs twice.
// `/plain` reads every session from the database, so a revoked session stops working immediately. `/cached`
// uses the cookie cache of its performance guide, which trusts a signed cookie for five minutes.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import pg from 'pg';

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

function optionsOf(basePath, cookieCache) {
  return {
    baseURL: `http://localhost:${port}`,
    basePath,
    secret: 'a secret of the benchmark that is long enough',
    database: pool,
    emailAndPassword: { enabled: true },
    session: { cookieCache: { enabled: cookieCache, maxAge: 300 } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    experimental: { joins: true },
  };
}

const { runMigrations } = await getMigrations(optionsOf('/plain', false));
await runMigrations();
const open = (basePath, cookieCache) => toNodeHandler(betterAuth(optionsOf(basePath, cookieCache)));
const handlers = { plain: open('/plain', false), cached: open('/cached', true) };
createServer((request, response) => {
  if (request.url === '/healthz') response.end('ok');
  else void handlers[request.url.startsWith('/cached/') ? 'cached' : 'plain'](request, response);
}).listen(Number(port), 'localhost');
