import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { startPid, temporaryFolder } from './pid-process.ts';

// Each test starts whole processes with a database, which takes long on slow machines.
vi.setConfig({ testTimeout: 180_000 });

test('responds with 503 as the contract declares while PostgreSQL is down, and recovers when it is back', async () => {
  const cluster = await mkdtemp(path.join(tmpdir(), 'pid-fault-'));
  let postgres = await startEmbeddedPostgres({ dataDir: cluster });
  try {
    const service = await startPid(await temporaryFolder(), {
      environment: { PID_DATABASE_URL: postgres.connectionString },
    });
    const client = new HttpClient(service.baseUrl);
    await signInAs(client, 'patient@example.com');
    await client.post('/v1/auth/claim', { handle: 'patient' });
    await postgres.stop();
    await expect
      .poll(async () => (await client.get('/v1/identity/credentials')).body)
      .toEqual({ statusCode: 503, message: 'Service Unavailable, try again' });
    expect((await client.post('/v1/auth/refresh')).headers.getSetCookie()).toEqual([]);
    // The result of a readiness check is cached for a second.
    await expect.poll(async () => (await client.get('/readyz')).status).toBe(503);
    expect((await client.get('/healthz')).status).toBe(200);
    postgres = await startEmbeddedPostgres({ dataDir: cluster });
    await expect.poll(async () => (await client.get('/v1/identity/me')).status).toBe(200);
    expect((await client.post('/v1/auth/refresh')).status).toBe(200);
    await expect.poll(async () => (await client.get('/readyz')).status).toBe(200);
  } finally {
    await postgres.stop();
    await rm(cluster, { recursive: true, force: true });
  }
});
