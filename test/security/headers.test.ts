import { describe, expect, test } from 'vitest';
import { serializeCookie } from '../../packages/server/src/platform/http/cookies.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

const plain = await startTestService();
const secure = await startTestService({ PID_BASE_URL: 'https://localhost:4443' }, plain);
const pages = [
  '/',
  '/signin',
  '/claim',
  '/authorize',
  '/docs',
  '/checkout/00000000-0000-4000-8000-000000000000',
];
const rest = [
  '/v1/openapi.json',
  '/v1/identity/me',
  '/v1/nowhere',
  '/healthz',
  '/metrics',
  '/.well-known/jwks.json',
  '/favicon.ico',
];

describe.each([...pages, ...rest])('%s', (path) => {
  test('forbids content sniffing', async () => {
    const { headers } = await secure.client().get(path, { accept: 'text/html' });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('requires https for a year if the base URL is https', async () => {
    const { headers } = await secure.client().get(path);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect((await plain.client().get(path)).headers.get('strict-transport-security')).toBeNull();
  });
});

test.each(pages)(
  '%s cannot be framed, loads nothing from other origins and sends no referrer to them',
  async (path) => {
    const { headers } = await secure.client().get(path, { accept: 'text/html' });
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain('unsafe');
  },
);

test.each(['/v1/auth/signin/development', '/v1/auth/callback/development?code=x&state=y', '/healthz'])(
  '%s sends no referrer',
  async (path) => {
    const { headers } = await plain.client().get(path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);

test('cookies are HttpOnly, and Secure if the base URL is https', () => {
  const options = { path: '/', maxAgeSeconds: 60, secure: true };
  expect(serializeCookie('pid_access', 'x', options)).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
});

test('no response names the server software', async () => {
  for (const path of [...pages, ...rest]) {
    const { headers } = await plain.client().get(path);
    expect([path, headers.get('server'), headers.get('x-powered-by')]).toEqual([path, null, null]);
  }
});
