import pg from 'pg';
import { expect, test } from 'vitest';
import { serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { emptyDatabase } from '../../packages/server/test/new-database.ts';
import { lastRelease, nextPackageFolder, restoreRelease } from './releases.ts';

const id = '018f0000-0000-7000-8000-000000000000';
const calls = [
  `payment_confirm_all('{${id}}', '{${id}}', '{${id}}', '{1}', '{1}', '{0}', 1::smallint, 1, 1, 1, 'Asia/Jakarta')`,
  `payment_end_holds('{${id}}', '{app_1}', '{${id}}', '{1}', 1, false)`,
];

test(`a session of a node of release ${lastRelease} can call its functions at every moment of the upgrade`, async () => {
  const { ownerUrl } = await emptyDatabase();
  await restoreRelease(ownerUrl);
  const session = new pg.Client({ connectionString: ownerUrl });
  await session.connect();
  onFileEnd(() => session.end());
  // The session keeps the plans of this call.
  for (const call of calls) await session.query(`select * from ${call}`);
  let isUpgraded = false;
  const upgrade = prepareDatabase({
    ownerUrl,
    connectionString: serviceUrl(ownerUrl),
    packageFolder: nextPackageFolder(),
    development: false,
  }).finally(() => {
    isUpgraded = true;
  });
  const failures = new Set<string>();
  while (!isUpgraded)
    for (const call of calls)
      await session.query(`select * from ${call}`).catch((error: unknown) => failures.add(String(error)));
  await upgrade;
  expect([...failures]).toEqual([]);
});
