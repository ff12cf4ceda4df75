import { expect, test } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { emptyDatabase, packageFolder } from '../../test/new-database.ts';
import { productionEnvironment } from '../../test/production-environment.ts';
import { openDatabase, serviceUrl } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { startService } from '../service.ts';
import { loadConfig } from '../settings.ts';

test('a live service has none of the sandbox: routes, link, document, early expiry, banner', async () => {
  const database = await emptyDatabase();
  const port = await freePort();
  const config = loadConfig({
    ...productionEnvironment,
    PID_CHAIN: 'off',
    PID_SOLANA_RPC_URL: '',
    PID_LOG_LEVEL: 'silent',
    PID_PORT: String(port),
  });
  const connectionString = serviceUrl(database.ownerUrl);
  const service = await startService({
    config,
    connectionString,
    ownerUrl: database.ownerUrl,
    packageFolder,
  });
  onFileEnd(() => service.close({ atOnce: true }));
  const db = openDatabase({ connectionString, poolSize: 1, log: createLogger('silent') });
  onFileEnd(() => db.close());
  const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  for (const path of ['players', 'players/a_player@pid/login', 'payments/x/confirm', 'topups/x/pay']) {
    const answer = await get(`/v1/sandbox/${path}`, { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([404, { statusCode: 404, message: 'Not Found' }]);
  }
  expect((await get('/sandbox/sign-in/token')).status).toBe(404);
  const document = (await (await get('/v1/openapi.json')).json()) as { paths: Record<string, unknown> };
  expect(Object.keys(document.paths).filter((path) => path.includes('sandbox'))).toEqual([]);
  expect(await (await get('/home', { headers: { accept: 'text/html' } })).text()).not.toContain('play-money');
  await expect(db.query('select payment_end_time(gen_random_uuid())')).rejects.toThrow(
    'the time of a payment does not pass early in a live service',
  );
});
