// The yardstick: fastify with a response schema and nothing else; for a POST, with the same body schema and authentication.
import { executionAsyncResource } from 'node:async_hooks';
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import fastify from 'fastify';

// As the service does it: without this a yardstick is by chance much slower than the next.
setFlagsFromString('--no-allocation-site-pretenuring');
process.nextTick(() => (globalThis.kept = executionAsyncResource()));

const [port, secret, schemaFile] = process.argv.slice(2);
const http = fastify({
  ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, strict: false } },
});
const reply = {
  type: 'object',
  properties: { pid: { type: 'string' }, status: { type: 'string' }, createdAt: { type: 'string' } },
};
http.get('/', { schema: { response: { 200: reply } } }, async () => ({
  pid: 'bench_player@pid',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
}));

http.route({ method: 'POST', url: '/', handler: async (request) => request.body });

const key = createSecretKey(Buffer.from(secret, 'hex'));
const verified = new Map();

/** A signed cookie, verified once and then known by its text, as the service does it. */
function claimsOf(cookie) {
  const token = /(?:^|; )pid_access=([^;]+)/.exec(cookie ?? '')?.[1];
  if (!token) return null;
  const known = verified.get(token);
  if (known) return known.exp > Date.now() / 1000 ? known : null;
  const [head, payload, signature] = token.split('.');
  const actual = createHmac('sha256', key).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== actual.length || !timingSafeEqual(given, actual)) return null;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  verified.set(token, claims);
  return claims;
}

const grantReply = {
  type: 'object',
  properties: { sessionAddress: { type: 'string' }, registerPayload: { type: 'string' } },
};
http.route({
  method: 'POST',
  url: '/grants/validate',
  schema: { body: JSON.parse(readFileSync(schemaFile, 'utf8')), response: { 200: grantReply } },
  onRequest(request, reply, done) {
    if (claimsOf(request.headers.cookie)) done();
    else reply.code(401).send({ statusCode: 401, message: 'Unauthorized' });
  },
  handler: async (request) => ({
    sessionAddress: request.body.vault,
    registerPayload: request.body.accountId,
  }),
});
await http.listen({ port: Number(port), host: 'localhost' });
