import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createAppClient } from '@pid/sdk/server';
import pg from 'pg';
import { beginPurchase, keepShop, schema } from './sell.mjs';

const {
  CLIENT_ID: clientId = '',
  CLIENT_SECRET: clientSecret = '',
  DATABASE_URL,
  PORT: port = '4300',
} = process.env;
const baseUrl = 'https://pid.example';
const app = createAppClient({ baseUrl, clientId, clientSecret, scope: 'read payments' });
const db = new pg.Pool({ connectionString: DATABASE_URL });
// A lost connection is replaced by the next query.
db.on('error', ({ message }) => console.error(message));
await db.query(schema);

const sword = { id: 'golden-sword', name: 'Golden sword', price: 15000 };
const returnTo = `http://localhost:${port}/`;

/** @param {string} request */
async function answer(request) {
  if (request === 'POST /buy')
    return (await beginPurchase(app, db, { reference: randomUUID(), item: sword, returnTo })).payUrl;
  if (request === 'POST /refund') {
    const { rows } = await db.query("select payment from orders where state = 'given'");
    // Because of the idempotency key, a repeated request does not refund twice.
    for (const { payment } of rows)
      await app.payments.refund(payment, {
        amount: sword.price,
        reason: 'Sent back',
        key: `refund-${payment}`,
      });
    return '/';
  }
  return null;
}

const server = createServer((request, response) => {
  answer(`${request.method} ${request.url}`)
    .then(async (location) => {
      if (location !== null) return response.writeHead(303, { location }).end();
      const { rows } = await db.query('select state from orders order by reference');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(`<!doctype html><title>Shop</title><meta http-equiv="refresh" content="2">
<form method="post" action="/buy"><button>Buy a golden sword, Rp15.000</button></form>
<form method="post" action="/refund"><button>Give it back</button></form>
<ul>${rows.map(({ state }) => `<li>Golden sword: ${state}</li>`).join('')}</ul>`);
    })
    .catch((error) => response.writeHead(502).end(error.message));
});
server.listen(Number(port), 'localhost', () => console.log(`http://localhost:${port}`));

// Deliver only what events of PID say. Players can forge the status that a browser sends.
await keepShop(app, db, new AbortController().signal);
