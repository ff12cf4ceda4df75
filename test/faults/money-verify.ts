import type { Reply } from '@pid/contract';
import { expect } from 'vitest';
import { openDatabase, type Database } from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { runPid } from '../../packages/server/test/command-helper.ts';
import type { CarefulClient } from './careful-client.ts';
import type { Feed } from './money-feed.ts';
import type { Operator } from './money-operator.ts';
import type { Purchase, Round, ToldSettlement } from './money-told.ts';
import type { MoneyApp, MoneyPlayer, MoneyWorld } from './money-world.ts';
import { until } from './own-postgres.ts';

export interface Verified {
  readonly world: MoneyWorld;
  readonly client: CarefulClient;
  readonly round: Round;
  readonly operator: Operator;
  readonly feeds: ReadonlyMap<MoneyApp, Feed>;
}

type Payment = Reply<'getPayment'>;
interface Posting {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly type: string;
  readonly reference: string | null;
  readonly note: string | null;
  readonly amount: bigint;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Compares everything that clients were told with the books, the feeds and the balances. The nodes are quiet. */
export async function verifyRound(verified: Verified): Promise<void> {
  const { world, round } = verified;
  const audit = await runPid(['ledger', 'audit'], world.environment);
  expect([audit.code, audit.code === 0 ? '' : audit.text], 'the audit').toEqual([0, '']);
  const db = openDatabase({
    connectionString: world.primaryUrl(),
    poolSize: 2,
    log: createLogger('silent'),
  });
  try {
    const { rows } = await db.query<Posting>('select id, type, reference, note, amount from ledger_postings');
    const postings = new Map<string, Posting[]>();
    for (const row of rows) {
      const subject = row.type === 'send' ? row.note! : (row.reference ?? row.id);
      postings.set(subject, [...(postings.get(subject) ?? []), row]);
    }
    checkPostings(verified, postings);
    const posted = (note: string) => postings.has(note);
    await checkPayments(verified);
    await checkPasses(verified, db);
    await checkSettlements(verified, db);
    await checkBalances(verified, posted, db);
    await until('all events are numbered', async () => {
      const { rows: fresh } = await db.query('select from app_events where number is null limit 1');
      return fresh.length === 0;
    });
    for (const app of world.apps) await checkEvents(verified, app);
  } finally {
    await db.close();
  }
  expect(round.purchases.length).toBeGreaterThan(0);
}

/** Each operation has exactly its postings, and there are no others. */
function checkPostings({ world, round, operator }: Verified, postings: ReadonlyMap<string, Posting[]>): void {
  const expected = new Map<string, string[]>();
  for (const purchase of round.purchases) expected.set(purchase.told.id, postingsOf(purchase));
  for (const { id, amount } of round.topUps) expected.set(id, [`topup ${amount}`]);
  for (const { type, id, amount } of round.moves) expected.set(id, [`${type} ${amount}`]);
  for (const settlement of round.settlements)
    expected.set(settlement.id, postingsOfSettlement(settlement, operator));
  for (const { note, amount, told } of round.sends)
    if (told || postings.has(note)) expected.set(note, [`send ${amount}`]);

  const differing: string[] = [];
  let before = 0;
  for (const [subject, found] of postings) {
    const said = found.map(({ type, amount }) => `${type} ${amount}`).toSorted();
    const wanted = expected
      .get(subject)
      ?.filter((posting) => !posting.endsWith(' 0'))
      .toSorted();
    // The owners' top-ups before the round.
    if (!wanted && found.length === 1 && found[0]!.type === 'topup') before += 1;
    else if (String(said) !== String(wanted)) differing.push(`${subject}: ${said} instead of ${wanted}`);
  }
  for (const [subject, wanted] of expected)
    if (wanted.length > 0 && !postings.has(subject)) differing.push(`${subject}: none instead of ${wanted}`);
  expect(differing.slice(0, 5), `${differing.length} operations with other postings than told`).toEqual([]);
  expect(before, 'top-ups that nobody was told about').toBe(world.apps.length);

  const ids = new Map([...postings.values()].flat().map(({ id, note }) => [id, note]));
  const lost = round.sends.filter(({ told, note }) => told && ids.get(told.id) !== note);
  expect(lost.slice(0, 5), 'sends with another id than told').toEqual([]);
}

function postingsOf({ capture, confirmed, told, refunds }: Purchase): string[] {
  if (confirmed === 0) return [];
  const returned = refunds.map((amount) => `payment_refund ${amount}`);
  if (capture === 'automatic') return [`payment ${told.amount}`, ...returned];
  return [
    `hold ${confirmed}`,
    told.status === 'void' ? `hold_return ${confirmed}` : `capture ${told.captured}`,
    ...returned,
  ];
}

/** The results that were imported for a settlement, in order. */
const resultsOf = ({ id }: ToldSettlement, { imported }: Operator) =>
  imported.filter((line) => line.id === id).map(({ status }) => status);

function postingsOfSettlement(settlement: ToldSettlement, operator: Operator): string[] {
  const total = settlement.amount + settlement.fee;
  const results = resultsOf(settlement, operator);
  return [
    `settlement ${total}`,
    ...results.map((status) =>
      status === 'paid' ? `settlement_paid ${settlement.amount}` : `settlement_return ${total}`,
    ),
    ...(settlement.isCancelled ? [`settlement_return ${total}`] : []),
  ];
}

/** Each purchase is in the state that its client was told last. */
async function checkPayments({ world, client, round }: Verified): Promise<void> {
  const differing: string[] = [];
  const essence = ({ id, status, amount, fees, total, captured, refunded }: Purchase['told']) =>
    JSON.stringify({ id, status, amount, fees, total, captured, refunded });
  for (const app of world.apps) {
    const listed = new Map((await listPayments(client, app)).map((payment) => [payment.reference, payment]));
    const own = round.purchases.filter((purchase) => purchase.app === app);
    expect(listed.size, 'payments of an app').toBe(own.length);
    for (const { reference, told, payer, confirmed } of own) {
      const payment = listed.get(reference);
      if (!payment || (confirmed > 0 && payment.payer !== payer.pid) || essence(payment) !== essence(told))
        differing.push(`${reference}: ${payment && essence(payment)} instead of ${essence(told)}`);
    }
  }
  expect(differing.slice(0, 5), `${differing.length} payments with another state than told`).toEqual([]);
}

async function listPayments(client: CarefulClient, app: MoneyApp): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Reply<'listPayments'> = await client.call(
      'listPayments',
      { client_id: app.clientId, limit: 100, ...(cursor ? { cursor } : {}) },
      { by: app },
    );
    payments.push(...page.items);
    cursor = page.nextCursor ?? null;
  }
  return payments;
}

/** Each allowance has the state that was told, and has paid what was told, at most its amount. */
async function checkPasses({ round }: Verified, db: Database): Promise<void> {
  const { rows } = await db.query<{
    [column: string]: unknown;
    id: string;
    status: string;
    endReason: string | null;
    paid: bigint;
    payments: bigint;
  }>(
    `select a.id, a.status, a.end_reason as "endReason", coalesce(sum(p.confirmed_total), 0)::bigint as paid, count(p.id) as payments
     from allowances a left join payments p on p.allowance_id = a.id group by a.id`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  expect(found.size, 'allowances').toBe(round.passes.length);
  const differing: string[] = [];
  for (const pass of round.passes) {
    const own = round.purchases
      .filter((purchase) => purchase.pass === pass)
      .map(({ confirmed }) => confirmed);
    const said = [pass.endedBy === null ? 'active' : 'ended', pass.endedBy, sum(own), own.length];
    const row = found.get(pass.id);
    const is = row && [row.status, row.endReason, Number(row.paid), Number(row.payments)];
    if (JSON.stringify(said) !== JSON.stringify(is) || sum(own) > pass.amount)
      differing.push(
        `${pass.id} of ${pass.amount}: ${JSON.stringify(is)} instead of ${JSON.stringify(said)}`,
      );
  }
  expect(differing.slice(0, 5), `${differing.length} allowances with another state than told`).toEqual([]);
}

/** Each settlement is in one file at most, as it was requested, and ended as the last result says. */
async function checkSettlements({ round, operator }: Verified, db: Database): Promise<void> {
  const { rows } = await db.query<{
    [column: string]: unknown;
    id: string;
    status: string;
    exportId: string | null;
    reference: string | null;
  }>(
    `select id, status, export_id as "exportId", coalesce(ended_reference, paid_reference) as reference from settlements`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  expect(found.size, 'settlements').toBe(round.settlements.length);
  const expected = round.settlements.map((settlement) => {
    const { id, amount, app } = settlement;
    const lines = operator.exported.filter((line) => line.id === id);
    const result = operator.imported.findLast((line) => line.id === id);
    return {
      lines: settlement.isCancelled
        ? []
        : [{ exportId: found.get(id)?.exportId, id, amount, accountNumber: app.accountNumber }],
      exported: lines,
      row: {
        id,
        status: settlement.isCancelled ? 'cancelled' : result?.status,
        exportId: lines[0]?.exportId ?? null,
        reference: result?.reference ?? null,
      },
    };
  });
  const differing = expected.filter(
    ({ lines, exported, row }) =>
      JSON.stringify(lines) !== JSON.stringify(exported) ||
      JSON.stringify(row) !== JSON.stringify(found.get(row.id)),
  );
  expect(
    differing.slice(0, 5).map((each) => ({ ...each, found: found.get(each.row.id) })),
    `${differing.length} settlements that do not agree with the files`,
  ).toEqual([]);
}

/** Every balance is what the history of its owner says. */
async function checkBalances(
  { world, client, round, operator }: Verified,
  posted: (note: string) => boolean,
  db: Database,
): Promise<void> {
  const players = new Map<MoneyPlayer, number>();
  const escrows = new Map<MoneyApp, number>(world.apps.map((app) => [app, app.starting]));
  for (const player of [...world.players, ...world.apps.map(({ owner }) => owner)])
    players.set(player, player.starting);
  const move = <Key>(balances: Map<Key, number>, key: Key, amount: number) =>
    balances.set(key, balances.get(key)! + amount);

  for (const { player, amount } of round.topUps) move(players, player, amount);
  for (const { app, payer, to, confirmed, told, refunds } of round.purchases) {
    if (confirmed === 0 || told.status === 'void') continue;
    // After a partial capture, `total` is the captured amount and its fees; the rest was returned.
    const returned = told.status === 'refunded' ? told.fees.global : 0;
    move(players, payer, sum(refunds) + returned - told.total);
    if (to) move(players, to, told.captured);
    move(escrows, app, (to ? 0 : told.captured) + told.fees.app - sum(refunds));
  }
  for (const { note, from, to, amount, told } of round.sends) {
    if (!posted(note)) continue;
    // The fee of a small send is the minimum.
    move(players, from, -(told?.debited ?? amount + 100));
    move(players, to, amount);
  }
  for (const { type, app, amount } of round.moves) {
    const deposited = type === 'deposit' ? amount : -amount;
    move(players, app.owner, -deposited);
    move(escrows, app, deposited);
  }
  for (const settlement of round.settlements)
    if (resultsOf(settlement, operator).at(-1) === 'paid')
      move(escrows, settlement.app, -settlement.amount - settlement.fee);

  const differing: string[] = [];
  for (const [player, balance] of players) {
    const found = await client.call('getBalance', {}, { by: player });
    if (found.balance !== balance || found.held !== 0)
      differing.push(`${player.pid}: ${found.balance} and ${found.held} held instead of ${balance}`);
  }
  for (const [app, balance] of escrows) {
    const found = await client.call('getAppBalance', { client_id: app.clientId }, { by: app });
    if (found.balance !== balance) differing.push(`${app.clientId}: ${found.balance} instead of ${balance}`);
  }
  expect(differing.slice(0, 5), `${differing.length} balances that differ from their history`).toEqual([]);

  const { rows } = await db.query(
    `select coalesce(sum(balance) filter (where kind = 'hold'), 0)::bigint as held, (select count(*) from ledger_suspense) as suspense from ledger_accounts`,
  );
  expect(rows[0], 'money on hold, and in suspense').toEqual({ held: 0n, suspense: 0n });
}

/** The feed has every event once, in a legal order, and a reader saw all of them while they happened. */
async function checkEvents({ client, round, operator, feeds }: Verified, app: MoneyApp): Promise<void> {
  const feed = feeds.get(app)!;
  await feed.readRest();
  const { events } = feed;
  expect(
    events.findIndex(({ number }, index) => number !== index + 1),
    'events of a feed without a gap',
  ).toBe(-1);
  const again: typeof events = [];
  for (let more = true; more;) {
    const { items } = await client.call(
      'listAppEvents',
      { client_id: app.clientId, after: again.length, limit: 500 },
      { by: app },
    );
    again.push(...items);
    more = items.length > 0;
  }
  expect(again.length, 'events that were read later').toBe(events.length);
  const changed = events.findIndex((event, index) => JSON.stringify(event) !== JSON.stringify(again[index]));
  expect(changed, 'the first event that changed').toBe(-1);

  const bySubject = new Map<string, string[]>();
  for (const { type, data } of events) {
    const { paymentId, id, allowanceId, status, refund, amount, reason } = data as {
      readonly paymentId?: string;
      readonly id?: string;
      readonly allowanceId?: string;
      readonly status?: string;
      readonly reason?: string;
      readonly refund?: { readonly amount: number };
      readonly amount?: number;
    };
    const subject = paymentId ?? allowanceId ?? id;
    if (subject === undefined) continue;
    const part = refund?.amount;
    const said = `${type} ${String(paymentId ? status : (reason ?? amount))}${part === undefined ? '' : ` ${part}`}`;
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), said]);
  }
  const expected = new Map<string, string[]>();
  for (const purchase of round.purchases)
    if (purchase.app === app) expected.set(purchase.told.id, eventsOf(purchase));
  for (const { app: of, id, amount, endedBy } of round.passes)
    if (of === app)
      expected.set(id, [`allowance.approved ${amount}`, ...(endedBy ? [`allowance.ended ${endedBy}`] : [])]);
  for (const { type, app: of, id, amount } of round.moves)
    if (of === app) expected.set(id, [`${type}.posted ${amount}`]);
  for (const settlement of round.settlements)
    if (settlement.app === app)
      expected.set(
        settlement.id,
        resultsOf(settlement, operator).map((status) => `settlement.${status} ${settlement.amount}`),
      );
  const differing: string[] = [];
  for (const subject of new Set([...bySubject.keys(), ...expected.keys()])) {
    const [first, ...rest] = bySubject.get(subject) ?? [];
    // Extended for its top-up, once and while it was open.
    const said = first === 'payment.extended open' ? rest : [...(first ? [first] : []), ...rest];
    const wanted = expected.get(subject);
    if (String(said) !== String(wanted)) differing.push(`${subject}: ${said} instead of ${wanted}`);
  }
  expect(differing.slice(0, 5), `${differing.length} subjects with other events than told`).toEqual([]);
}

function eventsOf({ capture, confirmed, told, refunds }: Purchase): string[] {
  if (confirmed === 0) return [`payment.${told.status} ${told.status}`];
  const refunded = refunds.map((amount, index) => {
    const isWhole = sum(refunds.slice(0, index + 1)) === told.captured;
    return `payment.refunded ${isWhole ? 'refunded' : 'paid'} ${amount}`;
  });
  if (capture === 'automatic') return ['payment.paid paid', ...refunded];
  return [
    'payment.held held',
    told.status === 'void' ? 'payment.void void' : 'payment.captured paid',
    ...refunded,
  ];
}
