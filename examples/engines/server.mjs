// The server of a game whose client runs in an engine. It creates payments and tells the client their status.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createAppClient } from '@pid/sdk/server';

const {
  PID_URL: baseUrl = 'http://localhost:4100',
  CLIENT_ID: clientId = '',
  CLIENT_SECRET: clientSecret = '',
  PORT: port = '4500',
} = process.env;
const app = createAppClient({ baseUrl, clientId, clientSecret, scope: 'read payments' });

/**
 * Asks PID whose token this is. Never believe a pid that the client sends, and never accept a token without the client
 * secret: it could be a token that the player gave to another app.
 * @param {string} authorization
 * @returns {Promise<string | null>}
 */
async function playerOf(authorization) {
  const answer = await fetch(`${baseUrl}/oidc/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ token: authorization.replace(/^Bearer /, '') }),
  });
  if (!answer.ok) throw new Error(`PID responded with ${answer.status}`);
  const { active, sub } = await answer.json();
  return active ? sub : null;
}

/**
 * @param {string} request
 * @param {string} authorization
 * @returns {Promise<[status: number, text: string]>}
 */
async function answer(request, authorization) {
  if (request === 'POST /orders') {
    const player = await playerOf(authorization);
    if (player === null) return [401, 'Sign in again'];
    const item = { amount: 15000, description: 'Golden sword' };
    const { id, payUrl } = await app.payments.create({ reference: randomUUID(), pid: player, ...item });
    return [200, `${id} ${payUrl}`];
  }
  // Nobody can guess an id, and the status tells nothing about the player.
  const [, id] = /^GET \/orders\/([0-9a-f-]{36})$/.exec(request) ?? [];
  return id === undefined ? [404, 'Not found'] : [200, (await app.payments.get(id)).status];
}

createServer((request, response) => {
  const send = ([status, text]) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  // The client asks again after 502.
  answer(`${request.method} ${request.url}`, request.headers.authorization ?? '').then(send, (error) =>
    send([502, error.message]),
  );
}).listen(Number(port), 'localhost', () => console.log(`http://localhost:${port}`));
