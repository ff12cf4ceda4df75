import { randomUUID } from 'node:crypto';
import { between, chance, pick } from './careful-client.ts';
import { charge } from './money-passes.ts';
import {
  topUpMissing,
  twiceShare,
  type Purchase,
  type RoundDeps,
  type ToldPayment,
  type ToldSend,
  type ToldSettlement,
} from './money-told.ts';
import type { MoneyApp, MoneyPlayer } from './money-world.ts';

/** Of the purchases of players with a passkey. */
const passShare = 0.6;

/** One player buys several things at once, mostly at different apps. */
export async function buy(deps: RoundDeps, numbers: readonly number[]): Promise<void> {
  const payer = pick(deps.players);
  await Promise.all(
    numbers.map(async (number) => {
      const isCharge = 'passkey' in payer && chance(passShare);
      const charged = isCharge ? await charge(deps, `purchase ${number}`, payer) : null;
      const purchase = charged ?? (await order(deps, number, payer));
      if (!charged) await confirm(deps, purchase);
      if (purchase.told.status === 'held') await endHold(deps, purchase);
      if (purchase.told.status === 'paid' && purchase.to === null && chance(0.25))
        await refund(deps, purchase);
      deps.round.purchases.push(purchase);
    }),
  );
}

async function order(
  { client, apps, players }: RoundDeps,
  number: number,
  payer: MoneyPlayer,
): Promise<Purchase> {
  const app = pick(apps);
  const reference = `purchase ${number}`;
  const capture = number % 2 === 0 ? 'manual' : 'automatic';
  const receiver = chance(0.15) ? pick(players) : payer;
  const to = receiver === payer ? null : receiver;
  const told = await client.call(
    'createPayment',
    {
      client_id: app.clientId,
      reference,
      amount: between(1000, 150_000),
      description: 'Pedang emas',
      capture,
      ...(to ? { to: to.pid } : {}),
      ...(chance(0.5) ? { pid: payer.pid } : {}),
    },
    { by: app },
  );
  return { reference, app, payer, to, capture, pass: null, told, confirmed: 0, refunds: [] };
}

/** The player pays, after a top-up of what is missing. Some decline, and some payments are cancelled meanwhile. */
async function confirm(deps: RoundDeps, purchase: Purchase): Promise<void> {
  const { client } = deps;
  const { app, payer } = purchase;
  const { id } = purchase.told;
  if (chance(0.02)) {
    purchase.told = await client.call('declinePayment', { id }, { by: payer });
    return;
  }
  const { total } = await client.call('getOwnPayment', { id }, { by: payer });
  await topUpMissing(deps, payer, total, id);
  const cancelled =
    chance(0.05) &&
    client.ask(
      'cancelPayment',
      { client_id: app.clientId, id },
      {
        by: app,
        accepts: ['payment_ended'],
      },
    );
  for (;;) {
    const press = () =>
      client.ask(
        'confirmPayment',
        { id, expectedTotal: total },
        {
          by: payer,
          accepts: ['insufficient_balance', ...(cancelled ? ['payment_ended'] : [])],
        },
      );
    const answers = await Promise.all(chance(twiceShare) ? [press(), press()] : [press()]);
    const paid = answers.find(({ body }) => body !== null)?.body;
    if (paid) {
      expectTold(purchase, paid, { status: purchase.capture === 'manual' ? 'held' : 'paid', total });
      purchase.confirmed = total;
      break;
    }
    if (answers.some(({ refusal }) => refusal?.code === 'payment_ended')) break;
    await topUpMissing(deps, payer, total, id);
  }
  const cancel = cancelled && (await cancelled);
  if (cancel && cancel.body) purchase.told = cancel.body;
  if (cancel && (cancel.body === null) !== purchase.confirmed > 0)
    throw new Error(
      `${purchase.reference} was ${cancel.body ? 'cancelled and paid' : 'neither cancelled nor paid'}`,
    );
}

async function endHold({ client }: RoundDeps, purchase: Purchase): Promise<void> {
  const { app, told } = purchase;
  const payment = { client_id: app.clientId, id: told.id };
  const by = { by: app, accepts: ['payment_ended'] };
  const amount = chance(0.4) && told.amount > 1 ? between(1, told.amount - 1) : told.amount;
  const wanted = { ...payment, ...(amount < told.amount || chance(0.5) ? { amount } : {}) };
  const plan = chance(twiceShare) ? 'both' : chance(0.2) ? 'void' : 'capture';
  const [captured, voided] = await Promise.all([
    plan === 'void' ? null : client.ask('capturePayment', wanted, by),
    plan === 'capture' ? null : client.ask('voidPayment', payment, by),
  ]);
  if (captured?.body && voided?.body) throw new Error(`${purchase.reference} was captured and voided`);
  if (captured?.body) expectTold(purchase, captured.body, { status: 'paid', captured: amount });
  else if (voided?.body) expectTold(purchase, voided.body, { status: 'void', captured: 0 });
  else throw new Error(`${purchase.reference} was neither captured nor voided`);
}

/** In one part or two. If the escrow is too small, the owner deposits. */
async function refund(deps: RoundDeps, purchase: Purchase): Promise<void> {
  const { app } = purchase;
  const { id, captured } = purchase.told;
  const first = chance(0.5) ? captured : between(1, captured);
  const parts = first < captured && chance(0.6) ? [first, captured - first] : [first];
  for (const amount of parts) {
    const key = randomUUID();
    for (;;) {
      const { body } = await deps.client.ask(
        'refundPayment',
        { client_id: app.clientId, id, amount },
        { by: app, key, accepts: ['insufficient_balance'] },
      );
      if (body) {
        purchase.refunds.push(amount);
        const refunded = purchase.refunds.reduce((sum, part) => sum + part, 0);
        expectTold(purchase, body, { refunded, status: refunded === captured ? 'refunded' : 'paid' });
        break;
      }
      await deposit(deps, app, amount);
    }
  }
}

/** Keeps the response, and compares the part of it that the request promised. */
function expectTold(purchase: Purchase, told: ToldPayment, promised: Partial<ToldPayment>): void {
  const { reference, told: before } = purchase;
  const wrong = Object.entries({ id: before.id, amount: before.amount, ...promised }).filter(
    ([name, value]) => told[name as keyof ToldPayment] !== value,
  );
  if (wrong.length > 0)
    throw new Error(`${reference} should have ${JSON.stringify(wrong)}: ${JSON.stringify(told)}`);
  purchase.told = told;
}

/** Sends between players. Every fourth has no key and is sent once. */
export async function send(deps: RoundDeps, number: number): Promise<void> {
  const { client, round, players } = deps;
  const from = pick(players);
  const to = pick(players);
  if (from === to) return;
  const note = `send ${number}`;
  const amount = between(100, 5000);
  const input = { to: to.pid, amount, note };
  const keep = (told: ToldSend['told']) => round.sends.push({ note, from, to, amount, told });
  if (number % 4 === 3) {
    const told = await client.askOnce('sendMoney', input, { by: from, accepts: ['insufficient_balance'] });
    if (!told?.refusal) keep(told?.body ?? null);
    return;
  }
  const key = randomUUID();
  for (;;) {
    const { body } = await client.ask('sendMoney', input, {
      by: from,
      key,
      accepts: ['insufficient_balance'],
    });
    if (body) return void keep(body);
    await topUpMissing(deps, from, amount + 1000);
  }
}

async function deposit({ client, round }: RoundDeps, app: MoneyApp, amount: number): Promise<void> {
  const { id } = await client.call(
    'depositToApp',
    { client_id: app.clientId, amount },
    { by: app.owner, key: randomUUID() },
  );
  round.moves.push({ type: 'deposit', app, id, amount });
}

/** One step of an owner: deposits, pays out, requests a settlement and perhaps cancels it. */
export async function manage(deps: RoundDeps, app: MoneyApp): Promise<void> {
  const { client, round } = deps;
  const by = app.owner;
  const amount = between(1000, 10_000);
  const kind = Math.random();
  if (kind < 0.3) return deposit(deps, app, amount);
  const key = randomUUID();
  const input = { client_id: app.clientId, amount };
  if (kind < 0.6) {
    for (;;) {
      const { body } = await client.ask('payOutApp', input, { by, key, accepts: ['insufficient_balance'] });
      if (body) return void round.moves.push({ type: 'payout', app, id: body.id, amount });
      await deposit(deps, app, amount);
    }
  }
  const { id, fee } = await client.call('requestSettlement', input, { by, key });
  const settlement: ToldSettlement = { app, id, amount, fee, isCancelled: false };
  round.settlements.push(settlement);
  if (!chance(0.3)) return;
  // A repeated cancellation is refused with the status, which tells what became of the first one.
  const { refusal } = await client.ask(
    'cancelSettlement',
    { client_id: app.clientId, id },
    { by, accepts: ['settlement_ended'] },
  );
  settlement.isCancelled = refusal === null || refusal.context['status'] === 'cancelled';
}
