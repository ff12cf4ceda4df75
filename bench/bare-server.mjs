// The yardstick: fastify with a response schema and nothing else.
import fastify from 'fastify';

const http = fastify();
const reply = { type: 'object', properties: { pid: { type: 'string' }, status: { type: 'string' }, createdAt: { type: 'string' } } };
http.get('/', { schema: { response: { 200: reply } } }, async () => ({ pid: 'bench_player@pid', status: 'active', createdAt: '2026-01-01T00:00:00.000Z' }));
await http.listen({ port: Number(process.argv[2]), host: 'localhost' });
