import type pg from 'pg';
import { firstFeeRule } from '../../packages/server/src/ledger/index.ts';
import { newPostingId } from '../../packages/server/src/ledger/posting-id.ts';
import { postConfirmations } from '../../packages/server/src/payments/payment-postings.store.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import {
  connectApp,
  identityOf,
  judgeChildren,
  openWallet,
  populate,
  type BenchApp,
  type Wallet,
} from './players.ts';
import type { NodeOptions, StartedNode, World, WorldDatabase } from './world.ts';

const players = 1000;
const apps = 100;
const amount = 1000;
const fee = 100;
export const total = amount + fee;

export interface PaymentRig {
  readonly database: WorldDatabase;
  readonly node: StartedNode;
  /** Player 1 owns all of them and pays nothing. */
  readonly apps: readonly PayingApp[];
  readonly wallet: Wallet;
  /** Returns one player after another, without player 1. */
  nextPlayer(): number;
  /** Payments to confirm, or held ones to capture, of these apps in turn, each of another player. */
  supply(kind: Kind, apps: readonly PayingApp[]): Supply;
  close(): Promise<void>;
}

type Kind = 'automatic' | 'manual' | 'held';

interface PayingApp extends BenchApp {
  /** The app's machine token, for payments and events. */
  readonly machine: string;
}

interface Supply {
  next(): { readonly id: string; readonly player: number; readonly app: PayingApp };
  /** Creates payments until `count` are available. */
  ensure(count: number): Promise<void>;
}

interface RigOptions extends NodeOptions {
  /** Ages and tiers are judged, and a tenth of the players are children. */
  readonly judgesChildren?: boolean;
}

export async function openPaymentRig(
  world: World,
  { judgesChildren = false, ...options }: RigOptions = {},
): Promise<PaymentRig> {
  const database = await world.createDatabase(judgesChildren ? 'payments_children' : 'payments');
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.toReversed()) await stop();
    await database.drop();
  };
  try {
    await database.migrate();
    await populate(database.owner, players);
    const registered: BenchApp[] = [];
    for (let number = 0; number < apps; number += 1)
      registered.push(await connectApp(database.owner, number));
    const node = await database.startNode(options);
    stops.push(node.stop);
    // After the start, which writes the node's own settings.
    if (judgesChildren) await judgeChildren(database.owner);
    const paying = await Promise.all(
      registered.map(async (app) => ({ ...app, machine: await machineToken(node.origin, app) })),
    );
    for (const app of paying) await askOnce(node.origin, app);
    let paid = 0;
    const nextPlayer = () => 2 + (paid++ % (players - 1));
    return {
      database,
      node,
      apps: paying,
      wallet: await openWallet(database.owner, node.origin, paying[0]!.clientId),
      nextPlayer,
      supply: (kind, apps) => supplyOf(database.owner, kind, apps, nextPlayer),
      close,
    };
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
async function askOnce(origin: string, app: PayingApp): Promise<void> {
  const answer = await fetch(`${origin}/v1/apps/${app.clientId}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${app.machine}` },
    body: JSON.stringify({ reference: 'first', amount, description: 'A golden sword' }),
  });
  if (answer.status !== 201) throw new Error(`no payment: ${await answer.text()}`);
}

let made = 0;

/**
 * Inserts payments in bulk, as the operation writes them. Held ones are confirmed by the service's SQL
 * function.
 */
function supplyOf(
  owner: pg.Client,
  kind: Kind,
  apps: readonly PayingApp[],
  nextPlayer: () => number,
): Supply {
  const ready: { id: string; player: number; app: PayingApp }[] = [];
  return {
    next() {
      const payment = ready.pop();
      if (!payment) throw new Error('No payments are left; ensure() created too few');
      return payment;
    },
    async ensure(count) {
      const missing = count - ready.length;
      if (missing <= 0) return;
      const payments = Array.from({ length: missing }, (_, index) => ({
        id: newPostingId(systemClock, randomIds),
        player: nextPlayer(),
        app: apps[index % apps.length]!,
      }));
      const [ids, payers] = [payments.map(({ id }) => id), payments.map(({ player }) => player)];
      await owner.query(
        `insert into payments (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id,
           asked_identity_id, capture, capture_within_seconds, expires_at)
         select n.id, f.client_id, 'order-' || ($4::int + n.position), '\\x00', $5, f.description, f.app_account_id, f.hold_account_id, f.payee_account_id,
           md5('i' || n.player)::uuid, $6, 604800, now() + interval '1 day'
         from unnest($1::text[], $2::uuid[], $3::int[]) with ordinality n (client_id, id, player, position)
           join payments f on f.client_id = n.client_id and f.reference = 'first'`,
        [
          payments.map(({ app }) => app.clientId),
          ids,
          payers,
          made,
          amount,
          kind === 'automatic' ? 'automatic' : 'manual',
        ],
      );
      made += missing;
      // A batch names each payer once.
      for (let from = 0; kind === 'held' && from < missing; from += players - 1)
        await confirm(owner, ids.slice(from, from + players - 1), payers.slice(from, from + players - 1));
      for (const payment of payments.toReversed()) ready.push(payment);
    },
  };
}

async function confirm(owner: pg.Client, ids: string[], payers: number[]): Promise<void> {
  const limit = 1_000_000_000_000_000n;
  const limits = { feeRule: firstFeeRule, balanceMax: limit, stepUpAmount: limit, dailyLimit: limit };
  const posted = await postConfirmations(
    owner,
    ids.map((paymentId, index) => ({
      paymentId,
      postingId: newPostingId(systemClock, randomIds),
      payer: { identityId: identityOf(payers[index]!), accountId: BigInt(payers[index]!) },
      expectedTotal: BigInt(total),
      proof: 'none' as const,
    })),
    { ...limits, timeZone: 'Asia/Jakarta' },
  );
  const refused = posted.find(({ outcome }) => outcome !== 'held' && outcome !== 'paid');
  if (refused) throw new Error(`A payment was not confirmed: ${refused.outcome}`);
}
