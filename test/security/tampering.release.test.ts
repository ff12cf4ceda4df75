import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  decodeKey,
  followLog,
  liabilityMemo,
  openCheckpoint,
  signerFrom,
  type LiabilityProof,
  type PostingProof,
} from '@pid/protocol/books';
import { afterAll, expect, test } from 'vitest';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { asSuperuser } from '../../packages/server/test/test-database.ts';
import { testMasterKey, testSealer } from '../../packages/server/test/test-sealing.ts';
import { startTestService, type TestService } from '../../packages/server/test/test-service.ts';
import { findIdentityByPid } from '../../packages/server/src/identity/index.ts';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { serviceUrl, type Database } from '../../packages/server/src/platform/db/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { serviceSecret } from '../../packages/server/src/sessions/index.ts';
import {
  growTree,
  partsOf,
  slices,
  uuidText,
  type NewEntry,
} from '../../packages/server/src/transparency/grow-tree.ts';
import { listDays } from '../../packages/server/src/transparency/liabilities.store.ts';
import { readHead } from '../../packages/server/src/transparency/log.store.ts';
import { signCheckpoint } from '../../packages/server/src/transparency/signers.ts';
import { checkBooks } from '../../packages/web/src/features/money/parts/check-books.ts';
import { LOG_TONES } from '../../packages/web/src/features/money/parts/log-tones.ts';
import type { Device } from '../../packages/web/src/features/money/parts/this-device.ts';

/**
 * What a database superuser who also has the keys can change, and what finds it. docs/operations.md ("Who notices a
 * change") has the same table.
 */
const changes = {
  'the amount of a past entry': ['audit', 'verifier', 'page'],
  'the amount of a past entry, and the key of its account is destroyed': ['audit', 'verifier', 'page'],
  'a past posting is deleted': ['audit', 'saved proof', 'page'],
  'a posting is inserted into the past': ['audit', 'page'],
  'two past postings change places': ['audit', 'verifier', 'page'],
  'an entry of the log is dropped, and the log is signed again': ['audit', 'witness', 'saved proof', 'page'],
  'the newest posting is lost from ledger and log, as by a restore': ['witness', 'saved proof', 'page'],
  'a balance is understated in the daily tree': ['audit', 'verifier', 'page'],
  'an account is dropped from the daily tree': ['audit', 'verifier', 'page'],
  'the daily tree is built again with a lower balance, after it was anchored': ['audit', 'verifier', 'page'],
  'the daily tree is built with a lower balance': ['audit', 'page'],
  'the log is forked: other entries of the same number': [
    'audit',
    'witness',
    'verifier',
    'saved proof',
    'page',
  ],
} as const satisfies Record<string, readonly Detector[]>;

const daySeconds = 86_400;

type Detector = 'audit' | 'witness' | 'verifier' | 'saved proof' | 'page';
interface World {
  readonly service: TestService;
  readonly db: Database;
  readonly budi: Awaited<ReturnType<typeof newPlayer>>;
  readonly first: string;
  readonly second: string;
  readonly key: string;
  memo: string;
  readonly saved: PostingProof;
  readonly state: string;
  readonly kept: Map<string, string>;
  readonly device: Device;
  /** When the sends were made. */
  readonly at: string;
  witness(): ReturnType<typeof runPid>;
}

const script = fileURLToPath(new URL('../../examples/verify/verify.py', import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), 'pid-tampering-'));
afterAll(() => rm(folder, { recursive: true }));

async function world(): Promise<World> {
  const service = await startTestService({ PID_CHAIN: 'off' });
  // The entries are older than the tree, which follows the clock of the database.
  service.clock.advanceSeconds(-3 * daySeconds);
  const [budi, citra] = [await newPlayer(service), await newPlayer(service)];
  await fund(service.db, (await findIdentityByPid(service.db, budi.pid))!.id, 500_000n, service.clock);
  const send = async () => (await budi.client.call('sendMoney', { to: citra.pid, amount: 20_000 })).id;
  const [first, second] = [await send(), await send()];
  await service.service.runJob('append to the public log');
  await service.service.runJob('publish liabilities');
  const { key } = (await service.client().get('/v1/transparency')).body;
  // As an explorer shows it.
  const memo = liabilityMemo((await listDays(service.db, 1))[0]!);
  const db = asSuperuser(service);
  await db.query("set session_replication_role = 'replica'");
  await db.query(
    "update liability_days set anchor_signature = 'signature', anchor_slot = 1, anchor_memo = $1",
    [memo],
  );
  const state = path.join(folder, `${first}.json`);
  const witness = () => runPid(['witness', service.baseUrl, '--state', state], {});
  expect(await witness()).toMatchObject({ code: 0 });
  const saved: PostingProof = (await budi.client.get(`/v1/fiat/postings/${first}/proof`)).body;
  // What the page of this device has kept in its storage.
  const kept = new Map<string, string>();
  const device: Device = {
    api: budi.client,
    storage: { get: (name) => kept.get(name) ?? null, set: (name, value) => void kept.set(name, value) },
    fetch: (address) => fetch(`${service.baseUrl}${address}`),
  };
  const at = new Date(service.clock.nowMillis()).toISOString();
  const given = { service, db, budi, first, second, key, memo, saved, witness, state, kept, device, at };
  expect(await pageOf(given)).toBe('good');
  return given;
}

/** What "Check this" says on the receipt of the first send and on the statement. */
async function pageOf({ budi, device, first, at }: World): Promise<'good' | 'bad' | 'unsure'> {
  const { items } = await budi.client.call('getStatement', {});
  const receipt = { id: first, amount: -20_100, createdAt: at };
  const { postings, log, balance, anchor } = await checkBooks(device, 'receipt', [receipt, ...items]);
  const verdicts = postings.map(({ verdict }) => verdict);
  const faults = anchor?.faults ?? [];
  if (
    verdicts.some((verdict) => verdict === 'wrong' || verdict === 'missing') ||
    (log && LOG_TONES[log.state] === 'bad') ||
    ['wrong', 'less', 'missing'].includes(balance.verdict) ||
    faults.length > 0
  )
    return 'bad';
  const isProven = verdicts.every((verdict) => verdict === 'proven') && balance.verdict === 'proven';
  return isProven && log && LOG_TONES[log.state] === 'good' ? 'good' : 'unsure';
}

/** Signs a log with other entries, as an operator with the keys can. */
async function rewriteLog(
  { db, service }: World,
  change: (entries: NewEntry[]) => NewEntry[],
): Promise<void> {
  const { rows } = await db.query<{ entries: Buffer; postings: Buffer; parts: Buffer }>(
    'select entries, postings, parts from log_bundles order by index',
  );
  const entries = rows.flatMap(({ entries: all, postings, parts }) => {
    const [ids, hashes] = [slices(postings, 16), partsOf(parts)];
    return slices(all, 32).map((entry, index) => ({
      postingId: uuidText(ids[index]!),
      entry,
      parts: hashes[index]!,
    }));
  });
  const empty = { size: 0, entries: [], postings: [], parts: [], tiles: [] };
  const { edge, root, bundles } = growTree(empty, change(entries));
  const seed = await serviceSecret({ db, sealer: testSealer }, 'log-signer', randomIds.bytes(32), new Date());
  const { origin } = (await readHead(service.db))!;
  const note = signCheckpoint({ origin, size: edge.size, root }, [signerFrom(seed)]);
  const { entries: bytes, postings, parts } = bundles[0]!;
  await db.query('update log_bundles set entries = $1, postings = $2, parts = $3 where index = 0', [
    bytes,
    postings,
    parts,
  ]);
  await db.query('delete from log_postings');
  await db.query(
    'insert into log_postings (log, posting, index) select 1, posting, place from log_ids_of($1, 0)',
    [postings],
  );
  await db.query('update log_heads set size = $1, root = $2, checkpoint = $3', [
    edge.size,
    Buffer.from(root),
    note,
  ]);
}

/** Replaces the tree of the day, and its memo on the chain. */
async function buildTree(given: World): Promise<void> {
  for (const table of ['days', 'tiles', 'accounts']) await given.db.query(`delete from liability_${table}`);
  await given.service.service.runJob('publish liabilities');
  given.memo = liabilityMemo((await listDays(given.service.db, 1))[0]!);
}

/** Replaces the tree of the day by one of a moment at which a balance is one rupiah lower. */
async function buildLowerTree(given: World): Promise<void> {
  const lower = (by: number) =>
    given.db.query(
      'update ledger_accounts a set balance = balance - $1 from identity_facts i where i.id = a.identity_id and i.pid = $2',
      [by, given.budi.pid],
    );
  await lower(1);
  await buildTree(given);
  await lower(-1);
}

const tamperings: Record<keyof typeof changes, (world: World) => Promise<unknown>> = {
  'the amount of a past entry': ({ db, first }) =>
    db.query(
      'update ledger_entries set amount = amount + 1, balance_after = balance_after + 1 where posting_id = $1',
      [first],
    ),
  async 'the amount of a past entry, and the key of its account is destroyed'({ db, first }) {
    const { rows } = await db.query<{ id: string }>(
      'update ledger_entries set amount = amount + 1, balance_after = balance_after + 1 where posting_id = $1 and amount < 0 returning account_id as id',
      [first],
    );
    await db.query("update log_account_keys set sealed_key = '' where account_id = $1", [rows[0]!.id]);
  },
  async 'a past posting is deleted'({ db, first }) {
    await db.query('delete from ledger_entries where posting_id = $1', [first]);
    await db.query('delete from ledger_postings where id = $1', [first]);
  },
  async 'a posting is inserted into the past'({ db, first }) {
    const id = `${first.slice(0, -4)}0000`;
    await db.query(
      `insert into ledger_postings select $1::uuid, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, provider_fee, fee_rule, payer_balance, reference, note, created_at - interval '25 hours'
       from ledger_postings where id = $2`,
      [id, first],
    );
    await db.query(
      `with next as (update ledger_accounts set version = version + 1
         where id in (select account_id from ledger_entries where posting_id = $2) returning id, version)
       insert into ledger_entries select n.id, n.version, $1::uuid, e.amount, e.balance_after from ledger_entries e join next n on n.id = e.account_id where e.posting_id = $2`,
      [id, first],
    );
  },
  'two past postings change places': ({ db, first, second }) =>
    db.query(
      `update ledger_postings p set created_at = o.created_at + interval '5 milliseconds' from ledger_postings o where (p.id, o.id) in (($1, $2), ($2, $1))`,
      [first, second],
    ),
  'an entry of the log is dropped, and the log is signed again': (given) =>
    rewriteLog(given, (entries) => entries.filter(({ postingId }) => postingId !== given.first)),
  async 'the newest posting is lost from ledger and log, as by a restore'(given) {
    const { db, second } = given;
    await rewriteLog(given, (entries) => entries.filter(({ postingId }) => postingId !== second));
    await db.query(
      'update ledger_accounts a set balance = a.balance - e.amount, version = a.version - 1 from ledger_entries e where e.account_id = a.id and e.posting_id = $1',
      [second],
    );
    await db.query('delete from ledger_entries where posting_id = $1', [second]);
    await db.query('delete from ledger_postings where id = $1', [second]);
    await buildTree(given);
  },
  'a balance is understated in the daily tree': ({ db }) =>
    db.query(
      `update liability_accounts set leaves = decode(replace(encode(leaves, 'hex'), lpad(to_hex(459800), 16, '0'), lpad(to_hex(459799), 16, '0')), 'hex')`,
    ),
  'an account is dropped from the daily tree': ({ db }) => db.query('delete from liability_accounts'),
  async 'the daily tree is built again with a lower balance, after it was anchored'(given) {
    const anchored = given.memo;
    await buildLowerTree(given);
    given.memo = anchored;
    await given.db.query(
      "update liability_days set anchor_signature = 'signature', anchor_slot = 1, anchor_memo = $1",
      [anchored],
    );
  },
  async 'the daily tree is built with a lower balance'(given) {
    await buildLowerTree(given);
    // This device has not seen the other tree.
    given.kept.delete('pid:total');
  },
  'the log is forked: other entries of the same number': (given) =>
    rewriteLog(given, (entries) =>
      entries.map((each) =>
        each.postingId === given.first ? { ...each, entry: Buffer.alloc(32, 1) } : each,
      ),
    ),
};

async function isVerified(content: object, { key, budi, memo }: World): Promise<boolean> {
  const file = path.join(folder, 'proof.json');
  await writeFile(file, JSON.stringify(content));
  const words = ['--key', key, '--name', budi.pid, ...('balance' in content ? ['--memo', memo] : [])];
  return promisify(execFile)('python3', [script, file, ...words]).then(
    () => true,
    () => false,
  );
}

/** Answers of the service to a player, after a change. */
async function proofsOf({ budi, first }: World) {
  const posting = await budi.client.get(`/v1/fiat/postings/${first}/proof`);
  const liability = await budi.client.get('/v1/fiat/liability-proof');
  return {
    posting: posting.status === 200 ? (posting.body as PostingProof) : null,
    liability: liability.body as LiabilityProof,
  };
}

async function fetchTile(service: World['service'], path: string): Promise<Uint8Array | null> {
  const response = await fetch(`${service.baseUrl}/${path}`);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

const detectors: Record<Detector, (world: World) => Promise<boolean>> = {
  async audit({ service }) {
    const { code, text } = await runPid(['ledger', 'audit', '--full'], {
      PID_DATABASE_URL: serviceUrl(service.connectionString),
      PID_MASTER_KEY: testMasterKey,
      PID_CHAIN: 'off',
      PID_LOG_LEVEL: 'silent',
    });
    return code === 1 && text.includes('BROKEN  the public log agrees with the ledger');
  },
  async witness({ witness, state }) {
    const { code, text } = await witness();
    const isFork = code === 3 && text.startsWith('FORK');
    if (isFork) expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({ fork: expect.any(String) });
    return isFork;
  },
  /** The offline verifier, with proofs that the service gives now and the memo on the chain. */
  async verifier(given) {
    const { posting, liability } = await proofsOf(given);
    if (posting && !(await isVerified(posting, given))) return true;
    return !(await isVerified(liability, given));
  },
  /** A proof from before still verifies, but the service denies the posting or shows another log. */
  async 'saved proof'(given) {
    const { posting } = await proofsOf(given);
    if (!(await isVerified(given.saved, given))) return false;
    if (posting === null) return true;
    const [old, now] = [given.saved, posting].map(({ checkpoint }) =>
      openCheckpoint(checkpoint, decodeKey(given.key))!,
    );
    return !(await followLog(old!, now!, (tile) => fetchTile(given.service, tile)));
  },
  page: async (given) => (await pageOf(given)) === 'bad',
};

test('without a change, nothing is found', async () => {
  const given = await world();
  for (const [name, detect] of Object.entries(detectors))
    expect([name, await detect(given)]).toEqual([name, false]);
});

test.each(Object.entries(tamperings))('%s', async (name, tamper) => {
  const given = await world();
  await tamper(given);
  const found: string[] = [];
  for (const [detector, detect] of Object.entries(detectors)) if (await detect(given)) found.push(detector);
  expect(found).toEqual(changes[name as keyof typeof changes]);
  if (found.includes('audit')) {
    const { text } = await given.service.client().get('/metrics');
    // The alerts PidLedgerAuditFindings and PidLogDiffers.
    for (const metric of ['pid_ledger_audit_findings', 'pid_log_audit_findings'])
      expect([metric, Number(new RegExp(`^${metric} (\\d+)$`, 'm').exec(text)?.[1])]).toEqual([
        metric,
        expect.toSatisfy((count: number) => count > 0),
      ]);
  }
});

test('the handbook has the same table', async () => {
  const handbook = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const rows = Object.entries(changes).map(([name, found]) => {
    const cells = (['audit', 'witness', 'verifier', 'saved proof', 'page'] as const).map((detector) =>
      (found as readonly Detector[]).includes(detector) ? 'yes' : 'no',
    );
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  for (const row of rows) expect(handbook).toContain(row);
});
