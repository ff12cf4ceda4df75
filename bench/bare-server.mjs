// Two servers that the service is compared with. Bare fastify has a response schema and nothing else. Plain
// fastify does the same visible work as the service: it checks a signed cookie and caches it, sets a request
// id, sends the same fixed headers, and validates a POST with the same body schema.
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const [port, secret, schemaFile] = process.argv.slice(2);
const http = fastify({
  http: { optimizeEmptyRequests: true },
  ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, strict: false } },
});
const identityReply = {
  type: 'object',
  properties: { pid: { type: 'string' }, status: { type: 'string' }, createdAt: { type: 'string' } },
};
const identity = async () => ({
  pid: 'bench_player@pid',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
});
http.get('/', { schema: { response: { 200: identityReply } } }, identity);
http.route({ method: 'POST', url: '/', handler: async (request) => request.body });

const key = createSecretKey(Buffer.from(secret, 'hex'));
const verified = new Map();

/** Verifies a signed cookie once and then finds it in a cache by its text, as the service does. */
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

http.register(async (plain) => {
  let remaining = 1_000_000_000;
  plain.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.headers['x-request-id'] ?? randomBytes(16).toString('hex'));
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    reply.header('ratelimit-limit', 1_000_000_000);
    reply.header('ratelimit-remaining', (remaining -= 1));
    reply.header('ratelimit-reset', 60);
    if (claimsOf(request.headers.cookie)) done();
    else reply.code(401).send({ statusCode: 401, message: 'Unauthorized' });
  });
  plain.get('/me', { schema: { response: { 200: identityReply } } }, identity);
  const grantReply = {
    type: 'object',
    properties: { sessionAddress: { type: 'string' }, registerPayload: { type: 'string' } },
  };
  plain.route({
    method: 'POST',
    url: '/grants/validate',
    schema: { body: JSON.parse(readFileSync(schemaFile, 'utf8')), response: { 200: grantReply } },
    handler: async (request) => ({
      sessionAddress: request.body.vault,
      registerPayload: request.body.accountId,
    }),
  });
});
await http.listen({ port: Number(port), host: 'localhost' });
