import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testMasterKey } from '../../packages/server/test/test-sealing.ts';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { cloneDatabase } from '../../packages/server/test/test-database.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { ownNginx, ownRedis, type OwnProgram } from '../support/own-programs.ts';
import { spawnPid, type PidProcess } from './pid-process.ts';

// The tests start whole processes, which takes long on slow machines.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const nginx = ensureTool('nginx', { debian: 'nginx-light' });
const redis = ensureTool('redis-server', { debian: 'redis-server' });
/** The time that the contract allows until every node knows a change. */
const knownWithin = { timeout: 1000, interval: 20 };

describe.skipIf(nginx === null || redis === null)(
  `two nodes behind nginx, on one PostgreSQL and one Redis${skipReason({ nginx, redis })}`,
  () => {
    let database: Awaited<ReturnType<typeof cloneDatabase>>;
    let proxy: OwnProgram;
    let limits: OwnProgram;
    let nodes: PidProcess[];
    let baseUrl: string;
    let environment: Record<string, string>;

    beforeAll(async () => {
      database = await cloneDatabase();
      const [proxyPort, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
      limits = await ownRedis(redis!);
      baseUrl = `http://localhost:${proxyPort}`;
      environment = {
        PID_DATABASE_URL: serviceUrl(database.connectionString),
        PID_REDIS_URL: `redis://127.0.0.1:${limits.port}`,
        PID_BASE_URL: baseUrl,
        PID_MASTER_KEY: testMasterKey,
        PID_TRUSTED_PROXIES: '127.0.0.1,::1',
        PID_RATE_LIMIT: '1',
      };
      nodes = await Promise.all(ports.map((port) => spawnPid({ ...environment, PID_PORT: String(port) })));
      proxy = await ownNginx(nginx!, ports, proxyPort);
    });

    afterAll(async () => {
      await proxy?.stop();
      for (const { child, ended } of nodes ?? []) {
        child.kill('SIGTERM');
        await ended;
      }
      await limits?.stop();
      await database?.drop();
    });

    async function command(...words: string[]): Promise<void> {
      const { code, text } = await runPid(words, { ...environment, PID_LOG_LEVEL: 'silent' });
      expect([code, text]).toEqual([0, text]);
    }

    async function player(handle: string): Promise<HttpClient> {
      const client = new HttpClient(baseUrl);
      await signInAs(client, `${handle}@example.com`);
      expect((await client.post('/v1/auth/claim', { handle })).status).toBe(200);
      return client;
    }

    /** Sends the same request to every node, bypassing nginx. */
    function everyNode(
      client: HttpClient,
      method: string,
      path: string,
      headers: Record<string, string> = {},
    ) {
      const cookie = `pid_access=${client.cookie('pid_access')}`;
      return Promise.all(
        nodes.map(async (node) => {
          const answer = await fetch(`${node.baseUrl}${path}`, { method, headers: { cookie, ...headers } });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
    }

    test('a sign-in works when each step reaches another node', async () => {
      const client = await player('wanderer');
      const seen = new Set<number>();
      for (let turn = 0; turn < 4; turn += 1) seen.add((await client.get('/v1/identity/me')).status);
      expect([...seen]).toEqual([200]);
      expect(await everyNode(client, 'GET', '/v1/identity/me')).toEqual([200, 200]);
    });

    test('a suspension takes effect on every node within a second', async () => {
      const client = await player('suspect');
      await everyNode(client, 'GET', '/v1/identity/me');
      await command('admin', 'suspend', 'suspect@pid');
      await expect.poll(() => everyNode(client, 'POST', '/v1/apps'), knownWithin).toEqual([403, 403]);
      await command('admin', 'reactivate', 'suspect@pid');
      await expect.poll(() => everyNode(client, 'POST', '/v1/apps'), knownWithin).toEqual([400, 400]);
    });

    test('an ended session is refused on every node within a second', async () => {
      const client = await player('leaver');
      await everyNode(client, 'GET', '/v1/identity/me');
      const access = client.cookie('pid_access')!;
      expect((await client.post('/v1/auth/logout')).status).toBe(200);
      client.setCookie('pid_access', access);
      await expect.poll(() => everyNode(client, 'GET', '/v1/identity/me'), knownWithin).toEqual([401, 401]);
    });

    test('tokens of a revoked signing key are refused on every node within a second, and a refresh gives a new one', async () => {
      const client = await player('keyholder');
      await everyNode(client, 'GET', '/v1/identity/me');
      await command('keys', 'rotate');
      expect(await everyNode(client, 'GET', '/v1/identity/me')).toEqual([200, 200]);
      await command('keys', 'rotate', '--revoke', '--yes');
      await client.post('/v1/auth/refresh');
      const fresh = client.cookie('pid_access')!;
      await command('keys', 'rotate', '--revoke', '--yes');
      client.setCookie('pid_access', fresh);
      await expect.poll(() => everyNode(client, 'GET', '/v1/identity/me'), knownWithin).toEqual([401, 401]);
      expect((await client.post('/v1/auth/refresh')).status).toBe(200);
      expect(await everyNode(client, 'GET', '/v1/identity/me')).toEqual([200, 200]);
    });

    /** Counts the claims of one address that the nodes accept, with requests to alternating nodes. */
    async function letThrough(address: string, requests: number, only?: number): Promise<number> {
      let passed = 0;
      for (let turn = 0; turn < requests; turn += 1) {
        const node = nodes[only ?? turn % nodes.length]!;
        const answer = await fetch(`${node.baseUrl}/v1/auth/claim`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: '{"handle":"nobody"}',
        });
        const body = (await answer.json()) as { statusCode: number; message: string };
        if (answer.status === 400) passed += 1;
        else expect(body).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' });
      }
      return passed;
    }

    test('all nodes share one rate limit; without Redis each node counts separately and keeps serving; with Redis again they share it', async () => {
      expect(await letThrough('203.0.113.1', 64)).toBe(60);
      await limits.kill();
      expect(await letThrough('203.0.113.2', 64, 0)).toBe(60);
      expect(await letThrough('203.0.113.2', 64, 1)).toBe(60);
      await limits.restart();
      let address = 10;
      // The nodes reconnect to Redis within a few seconds. Until then an address has two allowances.
      await expect.poll(() => letThrough(`203.0.113.${(address += 1)}`, 64)).toBe(60);
    });

    test('after kill -9 of the node that owns the embedded chain, the other nodes keep serving and one takes it over', async () => {
      const client = await player('survivor');
      const [first, second] = nodes as [PidProcess, PidProcess];
      first.child.kill('SIGKILL');
      await first.ended;
      for (let turn = 0; turn < 10; turn += 1) expect((await client.get('/v1/identity/me')).status).toBe(200);
      expect((await fetch(`${second.baseUrl}/readyz`)).status).toBe(200);
      await expect.poll(async () => (await client.get('/v1/chain')).status).toBe(200);
      const address = (await client.get('/v1/chain')).body.treasury;
      expect((await client.post('/v1/dev/airdrop', { address, lamports: '1000000' })).status).toBe(200);
    });
  },
);
