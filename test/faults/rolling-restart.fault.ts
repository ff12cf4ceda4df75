import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { cloneDatabase } from '../../packages/server/test/test-database.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { isAsked, spawnPid, type PidProcess } from '../process/pid-process.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { sampleHaproxy, sampleNginx, type OwnProgram } from '../support/own-programs.ts';

const rounds = Number(process.env['PID_FAULT_ROUNDS'] ?? 3);
const callers = 16;

/** Players who read and write until they are stopped. Every status other than 200 is a failure. */
function startCalls(client: HttpClient) {
  const failures: string[] = [];
  let answered = 0;
  let stopped = false;
  async function call(number: number): Promise<void> {
    // Requests that a proxy may repeat, and requests that it must not repeat.
    const answer = await (
      number % 3 === 0
        ? client.patch('/v1/profile', { displayName: `Number ${number}` })
        : number % 3 === 1
          ? client.post('/v1/notices/read', { upTo: 1 })
          : client.get('/v1/identity/me')
    ).catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (answer.status !== 200) failures.push(`${number}: ${answer.status} ${answer.text}`);
    else answered += 1;
  }
  const running = Array.from({ length: callers }, async (_nobody, caller) => {
    for (let turn = 0; !stopped; turn += 1) await call(caller + turn * callers);
  });
  return {
    failures,
    answered: () => answered,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

const balancers = [
  { name: 'nginx', command: ensureTool('nginx', { debian: 'nginx-light' }), start: sampleNginx },
  { name: 'HAProxy', command: ensureTool('haproxy', { debian: 'haproxy' }), start: sampleHaproxy },
];

for (const { name, command, start } of balancers)
  describe.skipIf(command === null)(
    `two nodes behind ${name}, configured as in deploy/, under load${skipReason({ [name]: command })}`,
    () => {
      let database: Awaited<ReturnType<typeof cloneDatabase>>;
      let proxy: OwnProgram;
      const nodes: PidProcess[] = [];
      let environments: Record<string, string>[];
      let client: HttpClient;

      beforeAll(async () => {
        database = await cloneDatabase();
        const [proxyPort, first, second] = [await freePort(), await freePort(), await freePort()];
        environments = [first, second].map((port) => ({
          PID_DATABASE_URL: serviceUrl(database.connectionString),
          PID_BASE_URL: `http://localhost:${proxyPort}`,
          PID_TRUSTED_PROXIES: '127.0.0.1,::1',
          PID_HOST: '127.0.0.1',
          PID_DRAIN_SECONDS: '2',
          PID_PORT: String(port),
        }));
        for (const environment of environments) nodes.push(await spawnPid(environment));
        proxy = await start(command!, [first, second], proxyPort);
        client = new HttpClient(`http://localhost:${proxyPort}`);
        await signInAs(client, 'roller@example.com');
        expect((await client.post('/v1/auth/claim', { handle: 'roller' })).status).toBe(200);
      });

      afterAll(async () => {
        await proxy?.stop();
        for (const { child, ended } of nodes) {
          child.kill('SIGTERM');
          await ended;
        }
        await database?.drop();
      });

      test('repeated rolling restarts of both nodes fail no request', async () => {
        const calls = startCalls(client);
        try {
          for (let round = 0; round < rounds; round += 1)
            for (const [index, environment] of environments.entries()) {
              const { child, ended } = nodes[index]!;
              child.kill('SIGTERM');
              expect(await ended).toBe(0);
              nodes[index] = await spawnPid(environment);
              await expect.poll(() => isAsked(nodes[index]!), { timeout: 30_000 }).toBe(true);
            }
        } finally {
          await calls.stop();
        }
        process.stdout.write(
          `${name}: ${calls.answered()} requests answered, ${calls.failures.length} failed\n`,
        );
        expect(calls.failures).toEqual([]);
        expect(calls.answered()).toBeGreaterThan(rounds * 100);
      });
    },
  );
