import { expect, test } from 'vitest';
import { startTestService } from '../../../test/test-service.ts';
import { twiceInARow } from './overload.ts';

test('an overloaded node refuses in the format of the contract, and its health check still responds', async () => {
  const overload = { active: false, stop() {} };
  const service = await startTestService({}, undefined, { overload });
  const client = service.client();
  expect((await client.get('/v1/auth/providers')).status).toBe(200);
  overload.active = true;
  const refused = await client.get('/v1/auth/providers');
  expect(refused.body).toEqual({ statusCode: 503, message: 'Service Unavailable, try again' });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await client.get('/healthz')).status).toBe(200);
});

test('one long pause is not overload; two in a row are, until a check finds none', () => {
  const isOverload = twiceInARow();
  expect([true, false, true, true, true, false].map(isOverload)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
});
