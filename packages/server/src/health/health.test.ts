import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService({ PID_METRICS_TOKEN: 'let-me-see' });

test('reports health, readiness and request durations', async () => {
  const client = service.client();
  expect((await client.get('/healthz')).body).toEqual({ status: 'ok' });
  expect((await client.get('/readyz')).body).toEqual({ status: 'ready' });
  await client.get('/v1/identity/me');
  const metrics = await client.get('/metrics');
  expect(metrics.text).toContain(
    'pid_http_request_seconds_count{route="/v1/identity/me",method="GET",status="401"} 1',
  );
  expect(metrics.text).toContain(
    'pid_http_request_seconds_bucket{le="+Inf",route="/v1/identity/me",method="GET",status="401"} 1',
  );
  expect(metrics.text).toContain('pid_db_pool_connections');
});

test('a scrape does not count itself as waiting for a connection', async () => {
  const narrow = await startTestService({ PID_DATABASE_POOL: '2' });
  await narrow.client().get('/metrics');
  expect((await narrow.client().get('/metrics')).text).toContain('\npid_db_pool_waiting 0\n');
});

test('serves metrics to loopback or with the token, but not to forwarded requests', async () => {
  const client = service.client();
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via'])
    expect([name, (await client.get('/metrics', { [name]: '203.0.113.5' })).status]).toEqual([name, 404]);
  expect((await client.get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
  expect(
    (await client.get('/metrics', { 'x-forwarded-for': '203.0.113.5', authorization: 'Bearer let-me-see' }))
      .status,
  ).toBe(200);
});
