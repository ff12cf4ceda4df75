import { expect, onTestFinished, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import type { Clock } from '../platform/clock.ts';
import { listen } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { measureClock, openClockWatch } from './clock-watch.ts';

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

function ahead(seconds: number): Clock {
  const nowMillis = () => Date.now() + seconds * 1000;
  return { nowMillis, now: () => new Date(nowMillis()), nowSeconds: () => Math.floor(nowMillis() / 1000) };
}

test.for([7200, -7200])('a node whose clock is %i s off is not ready, and says why', async (seconds) => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line: string) => void lines.push(line) });
  const wrong = await startTestService({}, service, { hostClock: ahead(seconds), log });
  const answer = await wrong.client().get('/readyz');
  expect([answer.status, answer.body]).toEqual([503, { status: 'not ready', failed: ['clock'] }]);
  expect(lines.join('')).toMatch(/7(?:200|199|201)\.\d s (?:ahead of|behind) the database's/);
  const metrics = (await wrong.client().get('/metrics')).text;
  expect(Number(/^pid_clock_offset_seconds (\S+)$/m.exec(metrics)![1])).toBeCloseTo(seconds, -2);
  expect(metrics).toContain('\npid_part_up{part="clock"} 0\n');
  // The other node on the same database stays ready.
  expect((await service.client().get('/readyz')).body).toEqual({ status: 'ready' });
});

test('a clock that is 10 s off leaves a node ready', async () => {
  const node = await startTestService({}, service, { hostClock: ahead(10) });
  expect((await node.client().get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await node.client().get('/metrics')).text).toMatch(
    /^pid_clock_offset_seconds 9\.\d+$|^pid_clock_offset_seconds 10/m,
  );
});

test('a slow response of the database is not a wrong clock', async () => {
  let millis = 1_000_000;
  const clock = { nowMillis: () => millis, now: () => new Date(millis), nowSeconds: () => millis / 1000 };
  const slow = (at: number) => ({
    query: async () => {
      millis += 60_000;
      return { rows: [{ at: new Date(at) }] } as never;
    },
  });
  expect(await measureClock(slow(millis + 1), clock)).toBe(0);
  expect(await measureClock(slow(millis + 59_999), clock)).toBe(0);
  expect(await measureClock(slow(millis - 2000), clock)).toBe(2);
  expect(await measureClock(slow(millis + 63_000), clock)).toBe(-3);
});

test("nodes that agree with each other stay ready if the database's clock is wrong", async () => {
  const log = createLogger('silent');
  const watch = async (host: string, seconds: number) => {
    const notifications = await listen(service.connectionString, service.db, log);
    onTestFinished(() => notifications.close());
    const { probes, job } = openClockWatch({
      db: service.db,
      notifications,
      metrics: createMetrics(),
      hostClock: ahead(seconds),
      host,
    });
    const failed = async () => {
      const results = await Promise.all(
        probes.map(({ name, check }) =>
          check().then(
            () => [],
            () => [name],
          ),
        ),
      );
      return results.flat();
    };
    return { tell: job.run, failed };
  };
  const [one, two] = [await watch('one', 3600), await watch('two', 3601)];
  expect(await one.failed()).toEqual(['clock']);
  await two.tell();
  await expect.poll(one.failed).toEqual(['database clock']);
  // A third node agrees with the database: the clocks of the first two are wrong.
  const three = await watch('three', 0);
  await three.tell();
  await expect.poll(one.failed).toEqual(['clock']);
  expect(await three.failed()).toEqual([]);
});

test('reports mails that are not sent as degraded and stays ready', async () => {
  const mails = await startTestService({
    PID_SMTP_URL: 'smtp://127.0.0.1:2',
    PID_MAIL_FROM: 'no-reply@pid.example',
  });
  const players = await Promise.all([1, 2, 3].map(() => newPlayer(mails)));
  await mails.db.query(
    `insert into notice_mails (notice_id, identity_id, type, data, at, due_at)
     select 9000000 + row_number() over (), id, 'passkey.added', '{}', $1, $2 from identity_facts where pid = any($3)`,
    [
      new Date(mails.clock.nowMillis() - 1_200_000),
      new Date(mails.clock.nowMillis() + 3_600_000),
      players.map(({ pid }) => pid),
    ],
  );
  await expect
    .poll(async () => (await mails.client().get('/readyz')).body, { interval: 200 })
    .toEqual({ status: 'ready', degraded: ['mail'] });
  expect((await mails.client().get('/metrics')).text).toMatch(/^pid_mails_oldest_seconds 12\d\d/m);
});
