import { topUpRecords } from '../../checkout/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { runChecks, type AuditOptions } from '../audit-ledger.store.ts';
import { depositToApp } from '../deposit-to-app.ts';
import { payOutApp } from '../pay-out-app.ts';
import { insertApp, signed, type ledgerOn, type Player, type testApps } from './ledger-fixture.ts';

export interface PlayedMonth {
  readonly alice: Player;
  readonly bob: Player;
  readonly escrow: bigint;
  /** How many entries Alice had before, so that her entry `n` of the month has the number `before + n`. */
  readonly before: bigint;
  /** The same of the escrow. */
  readonly escrowBefore: bigint;
  /** When it began, and when it ended. */
  readonly from: Date;
  readonly until: Date;
}

/** Two players exchange money through an app, whose owner takes money out and deposits some. */
export async function playMonth(
  ledger: ReturnType<typeof ledgerOn>,
  apps: ReturnType<typeof testApps>,
  earlier?: PlayedMonth,
  pass: () => void = () => {},
): Promise<PlayedMonth> {
  const { db, deps } = ledger;
  const from = deps.clock.now();
  const prefix = earlier ? 'later ' : '';
  if (!earlier) apps.set({ clientId: 'game', feeBps: 100 });
  const alice = earlier?.alice ?? (await ledger.player(1_000_000n));
  const bob = earlier?.bob ?? (await ledger.player(1_000_000n));
  const before = earlier ? await versionOf(db, alice.account) : 0n;
  const escrowBefore = earlier ? await versionOf(db, earlier.escrow) : 0n;
  for (let index = 0; index < 5; index += 1) {
    await ledger.send(alice, bob, 10_000n, { key: `${prefix}k${index}`, clientId: 'game' });
    await ledger.send(bob, alice, 3000n);
    pass();
  }
  if (!earlier) {
    await insertApp(db, 'game', alice.identityId);
    apps.set({ clientId: 'game', feeBps: 100, ownerIdentityId: alice.identityId });
  }
  const input = { ...alice, origin: null, clientId: 'game' };
  await payOutApp(deps, { ...input, amount: 150n }, null, signed);
  await depositToApp(deps, { ...input, amount: 700n }, null, signed);
  await payOutApp(deps, { ...input, amount: 200n }, null, signed);
  pass();
  const escrow = await deps.book.ofApp('game');
  return { alice, bob, escrow, before, escrowBefore, from, until: deps.clock.now() };
}

async function versionOf(db: Database, account: bigint): Promise<bigint> {
  const { rows } = await db.query<{ version: bigint }>('select version from ledger_accounts where id = $1', [
    account,
  ]);
  return rows[0]!.version;
}

export interface Tampering {
  readonly sql: string;
  /** Parts of the findings. */
  readonly named: readonly string[];
  /** It changes postings, entries or keys of the month, and nothing that is current. */
  readonly isPast: boolean;
}

/** What somebody with the rights of a superuser could do to a month. */
export function tamperings({
  alice,
  bob,
  escrow,
  before,
  escrowBefore,
  from,
  until,
}: PlayedMonth): Tampering[] {
  const account = `account ${alice.account}`;
  const entry = (number: bigint) => `account_id = ${alice.account} and version = ${before + number}`;
  const postingOf = (owner: bigint, number: bigint) =>
    `(select posting_id from ledger_entries where account_id = ${owner} and version = ${number})`;
  const within = `created_at between '${from.toISOString()}' and '${until.toISOString()}'`;
  const leftOver = `do not exceed its escrow: account ${escrow}`;
  const wrongDeposit = 'to its escrow, without a fee: posting';
  const deposit = `type = 'deposit' and ${within}`;
  const stray = (type: string) =>
    `insert into ledger_postings (id, type, amount, reference, created_at) values (gen_random_uuid(), '${type}', 5, gen_random_uuid(), '${from.toISOString()}')`;
  const past = (sql: string, ...named: string[]) => ({ sql, named, isPast: true });
  const current = (sql: string, ...named: string[]) => ({ sql, named, isPast: false });
  return [
    current(
      `update ledger_accounts set balance = balance + 1 where id = ${alice.account}`,
      'sum 1',
      `last entry left it: ${account}`,
    ),
    current(
      `update ledger_accounts set version = version + 1 where id = ${alice.account}`,
      `last entry left it: ${account}`,
    ),
    past(
      `update ledger_entries set balance_after = balance_after + 1 where ${entry(2n)}`,
      `${account} entry ${before + 2n}`,
      `${account} entry ${before + 3n}`,
    ),
    past(`delete from ledger_entries where ${entry(2n)}`, `${account} entry ${before + 3n}`),
    past(`update ledger_entries set amount = amount - 5 where ${entry(2n)}`, 'sum to zero'),
    past(
      `update ledger_postings set amount = amount + 1 where payer_id = ${alice.account} and ${within}`,
      'are as it says',
    ),
    past(
      `update ledger_postings set global_fee = global_fee + 1, app_fee = app_fee - 1 where payer_id = ${alice.account} and type = 'send' and ${within}`,
      'what its rule says',
      'fees charged minus the fees refunded',
    ),
    past(
      `update ledger_postings set created_at = created_at - interval '2 days' where id = ${postingOf(alice.account, before + 4n)}`,
      `time follows the numbering of every account: ${account} entry ${before + 4n}`,
    ),
    past(
      `update ledger_keys set subject = gen_random_uuid() where key like '%k1' and ${within}`,
      `key of ${account}`,
    ),
    past(
      `update ledger_keys set subject = ${postingOf(alice.account, before + 4n)} where ${within}`,
      'every idempotency key refers to one existing posting or top-up: subject',
    ),
    past(
      `update ledger_postings set amount = amount + 1 where type = 'payout' and ${within}`,
      'the escrow of every app',
    ),
    current(`update ledger_accounts set deposited = deposited - 1 where id = ${escrow}`, leftOver),
    current(`update ledger_accounts set deposited = deposited + 1 where id = ${escrow}`, leftOver),
    current(`update ledger_accounts set deposited = 0 where id = ${escrow}`, leftOver),
    current(
      `alter table ledger_accounts drop constraint ledger_accounts_deposited; update ledger_accounts set deposited = 1 where id = ${alice.account}`,
      `do not exceed its escrow: ${account}`,
    ),
    past(`update ledger_postings set type = 'send' where ${deposit}`, leftOver),
    past(
      `update ledger_postings set type = 'deposit' where id = ${postingOf(escrow, escrowBefore + 1n)}`,
      'to its escrow, without a fee',
    ),
    ...[
      `payer_id = ${bob.account}`,
      `payee_id = ${bob.account}`,
      'app_id = null',
      'app_fee = 1',
      'global_fee = 1',
      'provider_fee = 1',
      'amount = 701',
    ].map((change) => past(`update ledger_postings set ${change} where ${deposit}`, wrongDeposit)),
    past(
      `update ledger_entries e set account_id = ${bob.account}, version = 999 from ledger_postings p where p.id = e.posting_id and p.${deposit} and e.amount < 0`,
      wrongDeposit,
    ),
    current(`update apps set owner_id = '${bob.identityId}'`, wrongDeposit),
    past(stray('topup'), 'every paid top-up'),
    current("update ledger_accounts set balance = -7 where name = 'receivables'", 'owed to the platform'),
    past(
      `update ledger_entries set balance_after = -1 where ${entry(1n)}`,
      `now or ever: ${account} entry ${before + 1n}`,
    ),
    current(
      `update identities set status = 'deleted', deleted_at = now() where id = '${alice.identityId}'`,
      `a closed account is empty, and so is one whose holder is gone: ${account}`,
    ),
    current(
      `insert into ledger_suspense (id, source, account_id, amount, reason, since, posting_id) values (gen_random_uuid(), 'topup', ${alice.account}, 5, 'paid_twice', '${from.toISOString()}', gen_random_uuid())`,
      'suspense holds what its rows say',
    ),
    current(
      "update ledger_accounts set balance = balance + 1 where name = 'settlements'",
      'exactly their sum: settlements',
    ),
    past(stray('settlement'), 'no other settlement was posted: posting'),
    current(
      "update ledger_accounts set balance = balance + 1 where name = 'activations'",
      'exactly their sum: activations',
    ),
    past(stray('activation'), 'returned once if it did not land: posting'),
    past(
      `insert into ledger_entries values (8000000000000000000, 1, ${postingOf(alice.account, before + 4n)}, 5, 5)`,
      'last entry left it: account 8000000000000000000',
      'sum to zero',
    ),
  ];
}

/** Changes rows without triggers, as a database superuser could, runs the checks and rolls back. */
export async function findingsAfter(
  superuser: Database,
  sql: string,
  options: AuditOptions = {},
): Promise<string[]> {
  const undo = new Error('undo');
  let broken: string[] = [];
  const work = async (tx: Tx) => {
    await tx.query("set local session_replication_role = 'replica'");
    await tx.query(sql);
    const { findings } = await runChecks(tx, topUpRecords, options);
    broken = [...new Set(findings.map(({ check, row }) => `${check}: ${row}`))];
    throw undo;
  };
  await superuser.transaction(work).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return broken;
}
