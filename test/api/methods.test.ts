import { describe, expect, test } from 'vitest';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { isReleaseRun } from '../support/release-test.ts';

const service = await startTestService();
const client = service.client();
const { body: document } = await client.get('/v1/openapi.json');

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly example?: unknown;
}
type Methods = Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>;

const tried = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const withHead = (methods: readonly string[]) =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted();

const paths = Object.entries<Methods>(document.paths).map(([path, methods]) => {
  const parameters = Object.values(methods).flatMap(({ parameters: all = [] }) => all);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const { example } = parameters.find((entry) => entry.in === 'path' && entry.name === name) ?? {};
    return encodeURIComponent(typeof example === 'string' || typeof example === 'number' ? example : name);
  });
  return { path, filled, methods: withHead(Object.keys(methods).map((method) => method.toUpperCase())) };
});

const ask = async (method: string, path: string, accept = '*/*') => {
  const { status, headers } = await client.send(method, path, undefined, { accept });
  return { status, allow: headers.get('allow')?.split(', ').toSorted() ?? null };
};

test.each(paths)('$path returns 405 with its methods for every other method', async ({ filled, methods }) => {
  for (const method of tried.filter((one) => !methods.includes(one)))
    for (const accept of isReleaseRun ? ['*/*', 'text/html'] : ['*/*'])
      expect([method, await ask(method, filled, accept)]).toEqual([method, { status: 405, allow: methods }]);
});

describe('outside of the API', () => {
  test.each([
    '/',
    '/docs',
    '/docs/errors',
    '/docs/reference/oidc',
    '/guides/payments.md',
    '/llms.txt',
    '/healthz',
    '/readyz',
    '/signin',
    '/apps',
    '/pay/00000000-0000-4000-8000-000000000000',
    '/sdk/sdk.json',
    '/privacy',
  ])('%s can only be read', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect([method, await ask(method, path)]).toEqual([method, { status: 405, allow: ['GET', 'HEAD'] }]);
  });

  test('an unknown path has no methods', async () => {
    for (const method of tried)
      expect([method, await ask(method, '/no-such-page')]).toEqual([method, { status: 404, allow: null }]);
  });
});
