import { createHash } from 'node:crypto';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runPid } from '../test/command-helper.ts';
import { bearerFor, bearing, newApp } from '../test/app-helper.ts';
import { HttpClient } from '../test/http-client.ts';
import { newPlayer } from '../test/sign-in-helper.ts';
import { testDatabase } from '../test/test-database.ts';
import { testMasterKey, testSealer } from '../test/test-sealing.ts';
import { startTestService } from '../test/test-service.ts';
import { openSealing, type SealingDeps } from './open-sealing.ts';
import { systemClock } from './platform/clock.ts';
import { loadConfig } from './settings.ts';
import type { Database } from './platform/db/index.ts';
import { randomIds } from './platform/ids.ts';
import { assertOpens } from './platform/sealing/index.ts';
import { rotateSigningKey, serviceSecret, signToken } from './sessions/index.ts';
import { signingKey } from './sessions/token-codec.ts';
import { bankAccountColumn, sealNumber } from './settlements/sealed-numbers.ts';

const otherKey = createHash('sha256').update('another master key').digest('base64');
const service = await startTestService();
const player = await newPlayer(service);
const app = await newApp(player.client);
await bearerFor(player.client, app);
await service.client().get('/.well-known/jwks.json');

/** Every value of every table, as an attacker with a stolen dump has it. */
async function dump(db: Database): Promise<unknown[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'm')`,
  );
  const values: unknown[] = [];
  for (const { name } of tables)
    for (const row of (await db.query<Record<string, unknown>>(`select * from ${name}`)).rows)
      values.push(...Object.values(row).flat(3));
  return values;
}

async function storedKey(): Promise<{ kid: string; bytes: Buffer; masterKey: string | null }> {
  const { rows } = await service.db.query<{ kid: string; bytes: Buffer; masterKey: string | null }>(
    `select kid, sealed_secret as bytes, master_key as "masterKey" from signing_keys where retired_at is null`,
  );
  return rows[0]!;
}

async function forged(kid: string, secret: Buffer): Promise<number> {
  const { rows } = await service.db.query<{ id: string; identity_id: string }>(
    'select id, identity_id from sessions where ended_at is null limit 1',
  );
  const nowSeconds = service.clock.nowSeconds();
  const token = signToken(signingKey(kid, secret), {
    iss: service.baseUrl,
    aud: 'pid_access',
    sub: rows[0]!.identity_id,
    sid: rows[0]!.id,
    iat: nowSeconds,
    exp: nowSeconds + 60,
  });
  const answer = await new HttpClient(service.baseUrl).get('/v1/identity/me', {
    cookie: `pid_access=${token}`,
  });
  return answer.status;
}

describe('a dump of the database', () => {
  test('contains no signing key in any encoding', async () => {
    const { kid, bytes, masterKey } = await storedKey();
    const secret = testSealer.open({ table: 'signing_keys', name: kid }, { bytes, masterKey })!;
    // Proves that the forgery works with the right key, so the refusals below have no other cause.
    expect(await forged(kid, secret)).toBe(200);
    const values = await dump(service.db);
    const refresh = await serviceSecret(service, 'refresh', randomIds.bytes(32), systemClock.now());
    for (const hidden of [secret, refresh])
      for (const spelling of [
        hidden.toString('latin1'),
        hidden.toString('hex'),
        hidden.toString('base64').replace(/=+$/, ''),
        hidden.toString('base64url'),
      ])
        for (const value of values) {
          const text = Buffer.isBuffer(value) ? value.toString('latin1') : String(value);
          expect(text.includes(spelling)).toBe(false);
        }
    // Nor a PKCS#8 private key: its DER begins with this version and algorithm.
    const rsaPrivateKey = Buffer.from('020100300d06092a864886f70d0101010500', 'hex').toString('latin1');
    for (const value of values)
      if (Buffer.isBuffer(value)) expect(value.toString('latin1').includes(rsaPrivateKey)).toBe(false);
  });

  test('forges no token: no bytes from the dump are accepted as a key', async () => {
    const { kid, bytes } = await storedKey();
    const stored = (await dump(service.db)).filter(
      (value): value is Buffer => Buffer.isBuffer(value) && value.length > 0 && value.length <= 256,
    );
    const windows = Array.from({ length: bytes.length - 31 }, (_, at) => bytes.subarray(at, at + 32));
    const distinct = new Map([...stored, ...windows].map((value) => [value.toString('hex'), value]));
    expect(distinct.size).toBeGreaterThan(20);
    for (const value of distinct.values()) expect(await forged(kid, value)).toBe(401);
  });
});

test('a key inserted into the running database signs nothing', async () => {
  const secret = randomIds.bytes(32);
  await service.db.query(
    `insert into signing_keys (kid, sealed_secret, created_at, retired_at) values ('planted', $1, now(), now()), ('named', $1, now(), now())`,
    [secret],
  );
  await service.db.query(`update signing_keys set master_key = $1 where kid = 'named'`, [
    testSealer.masterKey,
  ]);
  onTestFinished(async () => {
    await service.db.query(`delete from signing_keys where kid in ('planted', 'named')`);
  });
  await service.db.query(`select pg_notify('pid', 'keys:')`);
  service.clock.advanceSeconds(1);
  for (const kid of ['planted', 'named', 'planted'])
    for (const guess of [secret, Buffer.alloc(32)]) expect(await forged(kid, guess)).toBe(401);
  expect((await player.client.get('/v1/identity/me')).status).toBe(200);
});

test('revoking a leaked key also revokes the retired keys, which were stored beside it, and erases their bytes', async () => {
  const deps = { ...service, ids: randomIds };
  const { client } = await newPlayer(service);
  await rotateSigningKey(deps, { revoke: false, actor: 'cli' });
  expect((await client.get('/v1/identity/me')).status).toBe(200);
  await rotateSigningKey(deps, { revoke: true, actor: 'cli' });
  await expect.poll(async () => (await client.get('/v1/identity/me')).status).toBe(401);
  const { rows } = await service.db.query<{ left: bigint }>(
    `select count(*) as left from signing_keys where revoked_at is not null and sealed_secret <> ''`,
  );
  expect(rows[0]!.left).toBe(0n);
  for (const signedIn of [client, player.client]) await signedIn.post('/v1/auth/refresh');
});

describe('at the start', () => {
  async function world(environment: Record<string, string> = {}): Promise<SealingDeps & { db: Database }> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pid-sealing-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    return {
      config: loadConfig(environment),
      db: await testDatabase(),
      dataDir,
      clock: systemClock,
      ids: randomIds,
    };
  }
  const withKey = (deps: SealingDeps, key: string, previous?: string): SealingDeps => ({
    ...deps,
    config: loadConfig({
      PID_MASTER_KEY: key,
      ...(previous ? { PID_MASTER_KEY_PREVIOUS: previous } : {}),
    }),
  });
  const rowsOf = async (db: Database) => (await db.query('select * from service_secrets order by name')).rows;
  const secretOf = async (deps: SealingDeps, name: string) =>
    serviceSecret({ db: deps.db, sealer: await openSealing(deps) }, name, randomIds.bytes(32), new Date(0));

  test('refuses to start with another master key and changes nothing', async () => {
    const before = await rowsOf(service.db);
    await expect(startTestService({ PID_MASTER_KEY: otherKey }, service)).rejects.toThrow(
      /does not open .* PID_MASTER_KEY_PREVIOUS until `pid keys reseal` has run/,
    );
    expect(await rowsOf(service.db)).toEqual(before);
    expect((await player.client.get('/v1/identity/me')).status).toBe(200);
  });

  test('on loopback, creates the key once in the data folder, readable by its owner only', async () => {
    const deps = await world();
    const made = await Promise.all([openSealing(deps), openSealing(deps), openSealing(deps)]);
    expect(new Set(made.map(({ masterKey }) => masterKey)).size).toBe(1);
    const file = path.join(deps.dataDir, 'master-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const named = { ...deps, config: loadConfig({ PID_MASTER_KEY_FILE: file }) };
    expect((await openSealing(named)).masterKey).toBe(made[0].masterKey);
    await writeFile(file, 'too short');
    await expect(openSealing(named)).rejects.toThrow('must be 32 bytes in base64 or hex');
  });

  test('does not replace a lost key with a new one', async () => {
    const deps = await world();
    await secretOf(deps, 'burn');
    const file = path.join(deps.dataDir, 'master-key');
    const kept = await readFile(file);
    await rm(file);
    await expect(openSealing(deps)).rejects.toThrow('the master key is missing: put it back');
    await expect(access(file)).rejects.toThrow('ENOENT');
    await writeFile(file, kept);
    await openSealing(deps);
  });

  test('the previous key still opens secrets until `pid keys reseal` has run', async () => {
    const deps = await world();
    const burn = await secretOf(withKey(deps, testMasterKey), 'burn');
    await expect(openSealing(withKey(deps, otherKey))).rejects.toThrow('does not open burn');
    const both = withKey(deps, otherKey, testMasterKey);
    expect(await secretOf(both, 'burn')).toEqual(burn);
    const { code, text } = await runPid(['keys', 'reseal', '--as', 'andi', '--reason', 'Half a year'], {
      PID_DATABASE_URL: (deps.db as Database & { connectionString: string }).connectionString,
      PID_MASTER_KEY: otherKey,
      PID_MASTER_KEY_PREVIOUS: testMasterKey,
    });
    expect([code, text]).toEqual([0, expect.stringContaining('1 secrets were sealed again')]);
    const { rows } = await deps.db.query(
      "select actor, details from audit_events where action = 'keys.resealed'",
    );
    expect(rows).toEqual([{ actor: 'cli:andi', details: { count: 1, reason: 'Half a year' } }]);
    expect(await secretOf(withKey(deps, otherKey), 'burn')).toEqual(burn);
    await expect(openSealing(withKey(deps, testMasterKey))).rejects.toThrow('does not open burn');
  });

  describe('with bank accounts', () => {
    const setNumber = async (deps: SealingDeps, clientId: string, key: string, number: string) => {
      const sealed = sealNumber(await openSealing(withKey(deps, key)), bankAccountColumn, clientId, number);
      await deps.db.query(
        `insert into bank_accounts (client_id, bank_code, account_number, master_key, last4, holder_name, version, set_at)
         values ($1, 'BCA', $2, $3, '7890', 'PT Kelinci', gen_random_uuid(), now())
         on conflict (client_id) do update set account_number = excluded.account_number, master_key = excluded.master_key`,
        [clientId, sealed.number, sealed.masterKey],
      );
    };
    test('the start opens one number of each key, and refuses a key that opens none', async () => {
      const deps = await world();
      for (const clientId of ['a', 'b', 'c']) await setNumber(deps, clientId, testMasterKey, '12345');
      let opened = 0;
      const sealer = await openSealing(withKey(deps, testMasterKey));
      const counting: typeof sealer = {
        ...sealer,
        open(...given) {
          opened += 1;
          return sealer.open(...given);
        },
      };
      await assertOpens(deps.db, counting, [bankAccountColumn]);
      expect(opened).toBe(1);
      await expect(openSealing(withKey(deps, otherKey))).rejects.toThrow('of bank_accounts');
    });
  });

  test('a value moved to another row does not open', async () => {
    const deps = withKey(await world(), testMasterKey);
    for (const name of ['burn', 'refresh']) await secretOf(deps, name);
    await deps.db.query(
      `update service_secrets s set sealed_value = o.sealed_value from service_secrets o where o.name <> s.name`,
    );
    await expect(openSealing(deps)).rejects.toThrow('does not open burn of service_secrets');
  });

  test('does not seal a plaintext secret next to sealed ones: an attacker may have written it', async () => {
    const deps = withKey(await world(), testMasterKey);
    await secretOf(deps, 'burn');
    await deps.db.query(
      `insert into service_secrets (name, sealed_value, created_at) values ('chosen', $1, now())`,
      [Buffer.alloc(32, 7)],
    );
    await expect(openSealing(deps)).rejects.toThrow('chosen of service_secrets is in clear');
  });
});

test('sealing an old database replaces the signing keys, because backups have them in plaintext, and keeps the burn key', async () => {
  const old = await startTestService();
  const { client } = await newPlayer(old);
  const oldApp = await newApp(client);
  const oldKids = (await old.client().get('/.well-known/jwks.json')).body.keys.map(
    (key: { kid: string }) => key.kid,
  );
  const oldBearer = await bearerFor(client, oldApp);
  const burn = await serviceSecret(old, 'burn', randomIds.bytes(32), systemClock.now());
  // The state that a release without sealing left.
  for (const [table, name, column] of [
    ['signing_keys', 'kid', 'sealed_secret'],
    ['service_secrets', 'name', 'sealed_value'],
    ['oidc_keys', 'kid', 'sealed_private_key'],
  ] as const) {
    const { rows } = await old.db.query<{ name: string; bytes: Buffer; masterKey: string }>(
      `select ${name} as name, ${column} as bytes, master_key as "masterKey" from ${table}`,
    );
    for (const row of rows)
      await old.db.query(`update ${table} set ${column} = $2, master_key = null where ${name} = $1`, [
        row.name,
        testSealer.open({ table, name: row.name }, row),
      ]);
  }
  const next = await startTestService({}, old);
  expect(await serviceSecret(old, 'burn', randomIds.bytes(32), systemClock.now())).toEqual(burn);
  const moved = next.client();
  const cookie = ['pid_access', 'pid_refresh'].map((name) => `${name}=${client.cookie(name)}`).join('; ');
  expect((await moved.get('/v1/identity/me', { cookie })).status).toBe(401);
  expect((await moved.post('/v1/auth/refresh', undefined, { cookie })).status).toBe(401);
  expect((await moved.get('/v1/identity/me', bearing(oldBearer))).status).toBe(401);
  const kids = (await moved.get('/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid);
  expect(kids).toHaveLength(2);
  for (const kid of kids) expect(oldKids).not.toContain(kid);
});
