import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { onFileEnd } from '../test/file-end.ts';
import { freePort } from '../test/free-port.ts';
import { emptyDatabase, packageFolder } from '../test/new-database.ts';
import { productionEnvironment } from '../test/production-environment.ts';
import { loadConfig } from './settings.ts';
import { openDatabase, serviceUrl } from './platform/db/index.ts';
import { createLogger } from './platform/log.ts';
import { startService } from './service.ts';

test('a service on a public address serves, sweeps and erases without the development tables', async () => {
  const { ownerUrl } = await emptyDatabase();
  const connectionString = serviceUrl(ownerUrl);
  const config = loadConfig({
    ...productionEnvironment,
    PID_CHAIN: 'off',
    PID_SOLANA_RPC_URL: '',
    PID_LOG_LEVEL: 'silent',
    PID_PORT: String(await freePort()),
  });
  const service = await startService({ config, connectionString, ownerUrl, packageFolder });
  onFileEnd(() => service.close({ atOnce: true }));
  const db = openDatabase({ connectionString, poolSize: 1, log: createLogger('silent') });
  onFileEnd(() => db.close());
  const { rows } = await db.query(
    "select relname from pg_class where starts_with(relname, 'development_') or starts_with(relname, 'embedded_chain')",
  );
  expect(rows).toEqual([]);
  for (const job of ['sweep sign-ins', 'drop mails']) await service.runJob(job);
  await service.forget();
  const id = randomUUID();
  await db.query("insert into identities (id, handle, created_at) values ($1, 'erased', now())", [id]);
  await db.transaction((tx) => service.erase(tx, { id }, new Date()));
  const { status } = await fetch(`http://127.0.0.1:${config.port}/healthz`);
  expect(status).toBe(200);
});
