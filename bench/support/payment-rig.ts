import type pg from 'pg';
import { firstFeeRule } from '../../packages/server/src/ledger/index.ts';
import { newPostingId } from '../../packages/server/src/ledger/posting-id.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { connectApp, openWallet, populate, type BenchApp, type Wallet } from './players.ts';
import type { Running } from './processes.ts';
import type { World, WorldDatabase } from './world.ts';

const players = 1000;
const amount = 1000;
const fee = 100;
export const total = amount + fee;
/** Amount of one large payment, from which the payouts are made. */
const escrowRupiah = 900_000_000;

export interface PaymentRig {
  readonly database: WorldDatabase;
  readonly node: Running & { readonly origin: string };
  readonly app: BenchApp;
  readonly wallet: Wallet;
  /** The app's machine token, for payments and events. */
  readonly machine: string;
  /**
   * Payments to confirm, or held ones to capture, each of one player. Player 1 owns the app and pays nothing.
   */
  supply(kind: 'automatic' | 'manual' | 'held'): Supply;
  close(): Promise<void>;
}

interface Supply {
  next(): { readonly id: string; readonly player: number };
  /** Creates payments until `count` are available. */
  ensure(count: number): Promise<void>;
}

export async function openPaymentRig(world: World): Promise<PaymentRig> {
  const database = await world.createDatabase('payments');
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.toReversed()) await stop();
    await database.drop();
  };
  try {
    await database.migrate();
    await populate(database.owner, players);
    const app = await connectApp(database.owner);
    const node = await database.startNode();
    stops.push(node.stop);
    const machine = await machineToken(node.origin, app);
    await askOnce(node.origin, app, machine);
    const rig = {
      database,
      node,
      app,
      machine,
      wallet: await openWallet(database.owner, node.origin, app.clientId),
      supply: (kind: 'automatic' | 'manual' | 'held') => supplyOf(database.owner, app, kind),
      close,
    };
    await fillEscrow(database.owner, app);
    return rig;
  } catch (error) {
    await close();
    throw error;
  }
}

async function machineToken(origin: string, app: BenchApp): Promise<string> {
  const body = {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    scope: 'read payments',
  };
  const answer = await fetch(`${origin}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

/**
 * Creates the first payment over HTTP, so that the service opens the app's accounts. The other payments are
 * copies of it.
 */
async function askOnce(origin: string, app: BenchApp, machine: string): Promise<void> {
  const answer = await fetch(`${origin}/v1/apps/${app.clientId}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${machine}` },
    body: JSON.stringify({ reference: 'first', amount, description: 'A golden sword' }),
  });
  if (answer.status !== 201) throw new Error(`no payment: ${await answer.text()}`);
}

async function fillEscrow(owner: pg.Client, app: BenchApp): Promise<void> {
  const supply = supplyOf(owner, app, 'automatic', escrowRupiah);
  await supply.ensure(1);
  const { id, player } = supply.next();
  await confirm(owner, [id], [player]);
}

let made = 0;

/**
 * Inserts payments in bulk, as the operation writes them. Held ones are confirmed by the service's SQL
 * function.
 */
function supplyOf(
  owner: pg.Client,
  app: BenchApp,
  kind: 'automatic' | 'manual' | 'held',
  price = amount,
): Supply {
  const ready: { id: string; player: number }[] = [];
  return {
    next() {
      const payment = ready.pop();
      if (!payment) throw new Error('No payments are left; ensure() created too few');
      return payment;
    },
    async ensure(count) {
      const missing = count - ready.length;
      if (missing <= 0) return;
      const ids = Array.from({ length: missing }, () => newPostingId(systemClock, randomIds));
      const payers = ids.map((_, index) => 2 + ((made + index) % (players - 1)));
      await owner.query(
        `insert into payments (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id,
           asked_identity_id, capture, capture_within_seconds, expires_at)
         select n.id, f.client_id, 'order-' || ($4::int + n.position), '\\x00', $5, f.description, f.app_account_id, f.hold_account_id, f.payee_account_id,
           md5('i' || n.player)::uuid, $6, 604800, now() + interval '1 day'
         from unnest($2::uuid[], $3::int[]) with ordinality n (id, player, position), payments f where f.client_id = $1 and f.reference = 'first'`,
        [app.clientId, ids, payers, made, price, kind === 'automatic' ? 'automatic' : 'manual'],
      );
      made += missing;
      if (kind === 'held') await confirm(owner, ids, payers);
      ready.push(...ids.map((id, index) => ({ id, player: payers[index]! })));
    },
  };
}

async function confirm(owner: pg.Client, ids: string[], payers: number[]): Promise<void> {
  const postings = ids.map(() => newPostingId(systemClock, randomIds));
  const { rows } = await owner.query<{ outcome: string }>(
    `select distinct c.outcome from unnest($1::uuid[], $2::uuid[], $3::int[]) n (id, posting, player) join payments p using (id),
       payment_confirm(n.id, n.posting, md5('i' || n.player)::uuid, n.player, p.amount + ledger_global_fee(p.amount, $4::smallint), 0, $4::smallint, 9000000000000000, 1000000000000000, 1000000000000000, 'Asia/Jakarta') c`,
    [ids, postings, payers, firstFeeRule.version],
  );
  if (rows.some(({ outcome }) => outcome !== 'held' && outcome !== 'paid'))
    throw new Error(
      `A payment was not confirmed; outcomes: ${rows.map(({ outcome }) => outcome).join(', ')}`,
    );
}
