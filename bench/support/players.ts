import { createHash } from 'node:crypto';
import type pg from 'pg';
import { testSealer } from '../../packages/server/test/test-sealing.ts';
import { sha256 } from '../../packages/server/src/platform/hash.ts';
import { signingKey, signToken, type SigningKey } from '../../packages/server/src/sessions/token-codec.ts';

/** Sends of each player that are in the ledger before a measurement. */
const roundsEach = 2;
/** The public log takes postings of at most 255 entries. */
const playersPerTopUp = 100;
const openingBalance = 1_000_000_000;
const tokenSeconds = 86_400;

/**
 * Fills an empty, migrated database with `count` players (a multiple of 1,000): identity, profile, session,
 * account, a top-up and sends between neighbours. The entries equal those that the posting functions would
 * have written, and the audit can confirm them. Triggers are off during the load. The ids are spread over the
 * index as random ids are.
 */
export async function populate(owner: pg.Client, count: number): Promise<void> {
  await inBulk(owner, async (load) => {
    await addIdentities(load, count);
    await load(
      `insert into profiles (identity_id, updated_at) select md5('i' || n)::uuid, '2026-01-01' from generate_series(1, ${count}) n`,
    );
    await load(`insert into sessions (id, identity_id, method, user_agent, created_at, authenticated_at, last_seen_at, refresh_hash, refresh_expires_at, family_expires_at)
    select md5('s' || n)::uuid, md5('i' || n)::uuid, 'passkey', 'Mozilla/5.0', now(), now(), now(), sha256(n::text::bytea), now() + interval '30 days', now() + interval '365 days' from generate_series(1, ${count}) n`);
    await addAccounts(load, count, '2026-01-01');
    await addSends(load, count, { firstRound: 1, rounds: roundsEach, from: '2026-01-02', days: 20 });
  });
  await owner.query('vacuum (freeze, analyze)');
  await owner.query('checkpoint');
}

export type Load = (text: string) => Promise<unknown>;

/** Runs statements without triggers and without waiting for the disk. */
export async function inBulk(owner: pg.Client, work: (load: Load) => Promise<void>): Promise<void> {
  await owner.query(
    "set session_replication_role = replica; set synchronous_commit = off; set wal_compression = off; set work_mem = '64MB'",
  );
  await work((text) => owner.query(text));
  await owner.query(
    'reset session_replication_role; reset synchronous_commit; reset wal_compression; reset work_mem',
  );
}

export async function addIdentities(load: Load, count: number): Promise<void> {
  await load(
    `insert into identities (id, handle, created_at) select md5('i' || n)::uuid, 'p_' || n, '2026-01-01' from generate_series(1, ${count}) n`,
  );
}

/** Adds an account with a top-up for every player. */
export async function addAccounts(load: Load, count: number, day: string): Promise<void> {
  await load(`insert into ledger_accounts (id, kind, identity_id, balance, version, moved_at, created_at)
    select n, 'identity', md5('i' || n)::uuid, ${openingBalance}, 1, '${day}', '${day}' from generate_series(1, ${count}) n`);
  await load(`select setval('ledger_account_ids', ${count})`);
  await load(`insert into ledger_postings (id, type, amount, created_at)
    select ${postingId('n')}, 'topup', ${openingBalance * playersPerTopUp}, '${day}' from generate_series(1, ${count / playersPerTopUp}) n`);
  await load(
    `insert into ledger_entries select n, 1, ${postingId(`(n + ${playersPerTopUp - 1}) / ${playersPerTopUp}`)}, ${openingBalance}, ${openingBalance} from generate_series(1, ${count}) n`,
  );
  await load(
    `insert into ledger_entries select 9000000000000000002, n, ${postingId('n')}, -${openingBalance * playersPerTopUp}, -n::bigint * ${openingBalance * playersPerTopUp} from generate_series(1, ${count / playersPerTopUp}) n`,
  );
  await load(
    `update ledger_accounts set balance = -${count}::bigint * ${openingBalance}, version = ${count / playersPerTopUp}, moved_at = '${day}' where id = 9000000000000000002`,
  );
}

/**
 * Asks for ages and switches tiers on, by which the posting functions then judge every send and payment. A tenth of the
 * players are children of their next neighbour, with rules and maximums that nothing reaches.
 */
export async function judgeChildren(owner: pg.Client): Promise<void> {
  const most = 10 ** 15;
  await owner.query(`insert into ledger_age_gate (is_required) values (false);
    insert into ledger_tier_rules (zone, basic_balance, basic_incoming, registered_balance, registered_incoming)
      values ('Asia/Jakarta', ${most}, ${most}, ${most}, ${most});
    update ledger_accounts set adult_from = '-infinity' where kind = 'identity' and id % 10 <> 4;
    update ledger_accounts set adult_from = current_date + 2000, parents = array[id + 1], family_sends = 'all', unrated_apps = true, max_rating = 13,
      monthly_spend = ${most}, per_purchase = ${most} where kind = 'identity' and id % 10 = 4`);
  await owner.query('vacuum (freeze, analyze) ledger_accounts');
}

interface Rounds {
  readonly firstRound: number;
  readonly rounds: number;
  readonly from: string;
  readonly days: number;
  /** The first pairs only; all of them if not given. */
  readonly pairs?: number;
}

/**
 * Adds sends in rounds, in the order of time: in odd rounds the first player of a pair pays the second; in even
 * rounds the second pays the first.
 */
export async function addSends(load: Load, count: number, options: Rounds): Promise<void> {
  const { firstRound, rounds, days, pairs = count / 2 } = options;
  const from = `timestamptz '${options.from}'`;
  const lastRound = firstRound + rounds - 1;
  // Numbers all sends, from 1.
  const sequence = `((k - 1) * ${count / 2} + pair)`;
  const at = `${from} + ((k - ${firstRound}) * ${pairs} + pair) * (interval '${days} days' / ${rounds * pairs})`;
  const all = `generate_series(${firstRound}, ${lastRound}) k, generate_series(1, ${pairs}) pair`;
  await load(`insert into ledger_postings (id, type, payer_id, payee_id, amount, global_fee, fee_rule, payer_balance, created_at)
    select ${postingId(`${count} + ${sequence}`)}, 'send', 2 * pair - k % 2, 2 * pair - 1 + k % 2, 1000, 100, 1, ${openingBalance} - (k + 1) / 2 * 1100 + k / 2 * 1000, ${at} from ${all} order by k, pair`);
  await load(`insert into ledger_entries select account, version, ${postingId(`${count} + ${sequence}`)}, amount, balance from ${all}, lateral (
      select 2 * pair - side as account, k + 1 as version, case when side = k % 2 then -1100 else 1000 end as amount,
        ${openingBalance} - (k + side) / 2 * 1100 + (k + 1 - side) / 2 * 1000 as balance from generate_series(0, 1) side
      union all select 9000000000000000001, ${sequence}, 100, 100::bigint * ${sequence}
    ) sides order by k, pair`);
  await load(`update ledger_accounts a set version = k + 1, moved_at = ${at},
      balance = ${openingBalance} - (k + side) / 2 * 1100 + (k + 1 - side) / 2 * 1000
    from (select ${lastRound} as k, (id + 1) / 2 as pair, id % 2 as side, id from ledger_accounts where id <= ${2 * pairs}) m where a.id = m.id`);
  await load(
    `update ledger_accounts set balance = 100::bigint * version.last, version = version.last, moved_at = ${from} + interval '${days} days'
     from (select (${lastRound} - 1) * ${count / 2} + ${pairs} as last) version where id = 9000000000000000001`,
  );
}

/** Returns the number of entries that `populate` writes. */
export function entriesOf(count: number, rounds = roundsEach): number {
  return count + count / playersPerTopUp + rounds * count * 1.5;
}

/** Version 7, so that later ids sort after earlier ones, as the service's ids do. */
function postingId(sequence: string): string {
  return `('0190' || lpad(to_hex(${sequence}), 8, '0') || '70008000000000000000')::uuid`;
}

export const pidOfPlayer = (player: number) => `p_${player}@pid`;

function uuidOf(name: string): string {
  return createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

export const identityOf = (player: number) => uuidOf(`i${player}`);

/** The tokens of players' browsers and of an app, signed with the service's key. */
export interface Wallet {
  /** Each `edition` is another token of the same session. */
  cookieOf(player: number, edition?: number): string;
  bearerOf(player: number): string;
}

export async function openWallet(owner: pg.Client, issuer: string, clientId = ''): Promise<Wallet> {
  const key = await activeKey(owner);
  const iat = Math.floor(Date.now() / 1000);
  const times = { iss: issuer, iat, exp: iat + tokenSeconds };
  return {
    cookieOf: (player, edition = 0) =>
      `pid_access=${signToken(key, { ...times, exp: times.exp + edition, aud: 'pid_access', sub: uuidOf(`i${player}`), sid: uuidOf(`s${player}`) })}`,
    bearerOf: (player) =>
      signToken(key, {
        ...times,
        aud: 'bearer',
        sub: uuidOf(`i${player}`),
        cid: clientId,
        gid: uuidOf(`g${player}`),
        epo: 0,
        scope: 'read',
      }),
  };
}

async function activeKey(owner: pg.Client): Promise<SigningKey> {
  const { kid, secret } = await activeSecret(owner);
  return signingKey(kid, secret);
}

/** Returns the secret that signs the service's tokens, decrypted with the benchmark's master key. */
export async function activeSecret(owner: pg.Client): Promise<{ kid: string; secret: Buffer }> {
  const { rows } = await owner.query<{ kid: string; bytes: Buffer; master_key: string }>(
    'select kid, sealed_secret as bytes, master_key from signing_keys where retired_at is null and revoked_at is null',
  );
  const { kid, bytes, master_key: masterKey } = rows[0]!;
  return { kid, secret: testSealer.open({ table: 'signing_keys', name: kid }, { bytes, masterKey })! };
}

export interface BenchApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Registers an app to which every player has given consent. Apps are numbered from 0. */
export async function connectApp(owner: pg.Client, number = 0): Promise<BenchApp> {
  const app = {
    clientId: `app_${number.toString(16).padStart(24, 'b')}`,
    clientSecret: `pid_secret_${'c'.repeat(43)}`,
  };
  await owner.query(
    `insert into apps (client_id, owner_id, name, fee_bps, fee_flat, secret_hash, created_at, updated_at)
     values ($1, $2, 'Star Game', 0, 0, $3, now(), now())`,
    [app.clientId, uuidOf('i1'), sha256(app.clientSecret)],
  );
  await owner.query('insert into app_origins values ($1, $2)', [
    app.clientId,
    `https://game${number || ''}.example`,
  ]);
  await owner.query(
    `insert into app_grants (id, client_id, identity_id, granted_at, last_login_at)
     select md5('g' || n || $2)::uuid, $1, md5('i' || n)::uuid, now(), now() from (select row_number() over () as n from identities) listed`,
    [app.clientId, number ? `:${number}` : ''],
  );
  return app;
}

export interface CodeSupply {
  next(): string;
  /** Creates codes until `count` are available. */
  ensure(count: number): Promise<void>;
}

/** Supplies single-use login codes, written as the route of the consent page writes them. */
export function supplyCodes(owner: pg.Client, app: BenchApp, players: number): CodeSupply {
  let made = 0;
  let used = 0;
  const prefix = 'bench'.padEnd(32, '_');
  return {
    next() {
      if (used === made) throw new Error('No login codes are left; ensure() created too few');
      used += 1;
      return `${prefix}${used}`;
    },
    async ensure(count) {
      const missing = count - (made - used);
      if (missing <= 0) return;
      await owner.query(
        `insert into login_codes (hash, protocol, client_id, grant_id, identity_id, bearer_epoch, redirect_uri, redirect_origin, authenticated_at, issued_at, expires_at)
         select sha256(convert_to('${prefix}' || n, 'utf8')), 'pid', $1, md5('g' || n % ${players} + 1)::uuid, md5('i' || n % ${players} + 1)::uuid, 0,
           'https://game.example/signed-in', 'https://game.example', now(), now(), now() + interval '1 hour' from generate_series($2::int, $3::int) n`,
        [app.clientId, made + 1, made + missing],
      );
      made += missing;
    },
  };
}
