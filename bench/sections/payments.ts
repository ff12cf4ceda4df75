import { randomUUID } from 'node:crypto';
import { interleave, measure, requestBytes, warmUp, type Compared, type Target } from '../support/load.ts';
import { pidOfPlayer } from '../support/players.ts';
import { openPaymentRig, total, type PaymentRig } from '../support/payment-rig.ts';
import { at, type Figure, type SectionResult, type Table } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import { splitCosts } from '../support/split-costs.ts';
import { json } from '../support/targets.ts';
import type { World } from '../support/world.ts';

export const title = 'Payments against sends, and events';

type Supply = ReturnType<PaymentRig['supply']>;
type SuppliedPayment = ReturnType<Supply['next']>;

const connections = 32;
/** More than any machine posts in a second. */
const perSecondMax = 12_000;
export const names = {
  send: 'send',
  keyed: 'send with Idempotency-Key',
  confirmMany: 'confirm on 100 apps, paid immediately',
  holdMany: 'confirm on 100 apps, held',
  captureMany: 'capture on 100 apps',
  confirmOne: 'confirm on one app, paid immediately',
  holdOne: 'confirm on one app, held',
  captureOne: 'capture on one app',
} as const;
const many = [names.confirmMany, names.holdMany, names.captureMany];
const one = [names.confirmOne, names.holdOne, names.captureOne];

/** Measured again where ages and tiers are judged and every tenth payer is a child. */
const judged: readonly string[] = [names.send, names.confirmMany];
const judgedName = (name: string) => `${name}, ages and tiers judged`;

interface Event {
  readonly number: number;
  readonly at: string;
}

export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const rig = await openPaymentRig(world);
  let judging: PaymentRig | null = null;
  try {
    judging = await openPaymentRig(world, { judgesChildren: true });
    const others = new Map(makeTargets(judging).map((target) => [target.name, target]));
    // Right after its yardstick, because the speed of the machine changes.
    const targets = makeTargets(rig).flatMap((target) =>
      judged.includes(target.name)
        ? [target, { ...others.get(target.name)!, name: judgedName(target.name), yardstick: target.name }]
        : [target],
    );
    for (const target of targets) {
      say(`warming up: ${target.name}`);
      await warmUp(target, connections);
    }
    say('measuring');
    const compared = await interleave(targets, { connections, ...settings.payments });
    say('events after their cause');
    const delays = await followEvents(
      rig,
      targets.find(({ name }) => name === names.holdOne)!,
    );
    say(`replaying ${settings.replayedEvents.toLocaleString('en')} events`);
    const replayed = await replay(rig, settings.replayedEvents);
    say('where the time goes');
    const where = await splitCosts(makeTargets, compared, { names: [names.send, ...many], connections });
    return report(compared, { delays, replayed, where });
  } finally {
    await judging?.close();
    await rig.close();
  }
}

export function makeTargets(rig: PaymentRig): readonly Target[] {
  const { node, wallet } = rig;
  const base = { port: node.port, processIds: [node.processId], yardstick: names.send };
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    requestBytes({
      method: 'POST',
      path,
      port: node.port,
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
  const supplied = (name: string, supply: Supply, request: (payment: SuppliedPayment) => Buffer): Target => ({
    ...base,
    name,
    prepare: (seconds) => supply.ensure(Math.ceil(seconds * perSecondMax) + 2 * connections),
    next: () => request(supply.next()),
  });
  const confirm = ({ id, player }: SuppliedPayment) =>
    post(`/v1/payments/${id}/confirm`, { cookie: wallet.cookieOf(player) }, { expectedTotal: total });
  const capture = ({ id, app }: SuppliedPayment) =>
    post(`/v1/apps/${app.clientId}/payments/${id}/capture`, { authorization: `Bearer ${app.machine}` }, {});
  const send = (headers: Record<string, string> = {}) => {
    const player = rig.nextPlayer();
    const to = pidOfPlayer(player === 2 ? 3 : player - 1);
    return post('/v1/fiat/sends', { cookie: wallet.cookieOf(player), ...headers }, { to, amount: 1000 });
  };
  const [hot] = rig.apps;
  return [
    { ...base, name: names.send, next: () => send() },
    { ...base, name: names.keyed, next: () => send({ 'idempotency-key': randomUUID() }) },
    supplied(names.confirmMany, rig.supply('automatic', rig.apps), confirm),
    supplied(names.holdMany, rig.supply('manual', rig.apps), confirm),
    supplied(names.captureMany, rig.supply('held', rig.apps), capture),
    supplied(names.confirmOne, rig.supply('automatic', [hot!]), confirm),
    supplied(names.holdOne, rig.supply('manual', [hot!]), confirm),
    supplied(names.captureOne, rig.supply('held', [hot!]), capture),
  ];
}

async function readPage(
  rig: PaymentRig,
  after: number,
  wait: number,
): Promise<{ items: Event[]; last: number }> {
  const answer = await fetch(
    `${rig.node.origin}/v1/apps/${rig.apps[0]!.clientId}/events?after=${after}&limit=500&wait=${wait}`,
    { headers: { authorization: `Bearer ${rig.apps[0]!.machine}` } },
  );
  if (!answer.ok) throw new Error(`no events: ${await answer.text()}`);
  return (await answer.json()) as { items: Event[]; last: number };
}

/**
 * Measures the time from an event's `at`, which is before the commit, to its arrival in a long poll, while
 * players confirm payments.
 */
async function followEvents(rig: PaymentRig, load: Target): Promise<number[]> {
  // Waits until the remaining events of the earlier measurements are numbered.
  let after = -1;
  for (
    let last = (await readPage(rig, 0, 0)).last;
    last !== after;
    last = (await readPage(rig, after, 2)).last
  )
    after = last;
  const delays: number[] = [];
  let isOver = false;
  const follow = async () => {
    while (!isOver) {
      const { items } = await readPage(rig, after, 1);
      const now = Date.now();
      for (const item of items) delays.push(now - Date.parse(item.at));
      after = items.at(-1)?.number ?? after;
    }
  };
  const confirm = async () => {
    await measure(load, 4, settings.eventSeconds).finally(() => (isOver = true));
  };
  await Promise.all([follow(), confirm()]);
  return delays.toSorted((left, right) => left - right);
}

/** Writes events over the last 30 days and reads the feed from its beginning to its end. */
async function replay(rig: PaymentRig, count: number): Promise<number> {
  const { last } = await readPage(rig, 0, 0);
  await rig.database.owner.query(
    `insert into app_events (client_id, type, data, at, number)
     select $1, 'payment.captured', jsonb_build_object('paymentId', md5('e' || n)::uuid, 'reference', 'order-' || n, 'status', 'paid', 'amount', 1000,
       'captured', 1000, 'refunded', 0, 'payer', 'p_' || n % 1000 || '@pid'), now() - interval '30 days' * (1 - n::float8 / $2), $3 + n
     from generate_series(1, $2::int) n`,
    [rig.apps[0]!.clientId, count, last],
  );
  await rig.database.owner.query('update app_event_heads set last = last + $2 where client_id = $1', [
    rig.apps[0]!.clientId,
    count,
  ]);
  await rig.database.owner.query('vacuum analyze app_events');
  let after = last;
  const started = performance.now();
  while (after < last + count) {
    const { items } = await readPage(rig, after, 0);
    if (items[0]?.number !== after + 1) throw new Error(`An event is missing after number ${after}`);
    after = items.at(-1)!.number;
  }
  return count / ((performance.now() - started) / 1000);
}

interface Others {
  readonly delays: number[];
  readonly replayed: number;
  readonly where: readonly Table[];
}

function report(compared: ReadonlyMap<string, Compared>, { delays, replayed, where }: Others): SectionResult {
  const atLeast = (name: string, wanted: number): Figure => ({
    name: `${name}, against sends`,
    wanted: { atLeast: wanted },
    reached: compared.get(name)!.ratio,
  });
  const figures: Figure[] = [
    atLeast(names.keyed, 0.8),
    ...many.map((name) => atLeast(name, 0.5)),
    ...one.map((name) => atLeast(name, 0.25)),
    ...judged.map((name) => ({
      name: `${judgedName(name)}, against the same without`,
      wanted: { atLeast: 0.97 },
      reached: compared.get(judgedName(name))!.ratio,
    })),
    ...many.map((name) => ({
      name: `${name}, processor time of the node`,
      wanted: { atMost: 250 },
      reached: compared.get(name)!.processorMicros,
      unit: ' µs',
    })),
    // The asked figure is of a machine on which a send took 96 µs.
    ...many.map((name) => ({
      name: `${name}, processor time of the node against a send`,
      wanted: { atMost: 2.6 },
      reached: compared.get(name)!.processorMicros / compared.get(names.send)!.processorMicros,
    })),
    {
      name: 'delay of events, p99',
      wanted: { atMost: 500 },
      reached: at(delays, 0.99),
      unit: ' ms',
    },
    { name: 'events replayed per second', wanted: { atLeast: 5000 }, reached: replayed },
  ];
  return {
    figures,
    tables: [
      {
        title: `${connections} in flight`,
        columns: [
          '',
          'requests/s',
          'against sends, or without ages and tiers',
          'processor µs/request',
          'p50 ms',
          'p99 ms',
        ],
        rows: [...compared].map(([name, sample]) => [
          name,
          Math.round(sample.perSecond),
          sample.ratio.toFixed(2),
          Math.round(sample.processorMicros),
          sample.p50.toFixed(1),
          sample.p99.toFixed(1),
        ]),
      },
      {
        title: 'Events',
        columns: ['what', 'figure'],
        rows: [
          [`delay, p50 of ${delays.length}`, `${at(delays, 0.5)} ms`],
          ['delay, p99', `${at(delays, 0.99)} ms`],
          ['replayed by one reader, pages of 500', `${Math.round(replayed).toLocaleString('en')}/s`],
        ],
      },
      ...where,
    ],
    notes: [
      'Over HTTP, each request by another of 1,000 players. Sends of the same players in the same run are the yardstick. “Ages and tiers judged” is another node and database of the same build, on which every tenth payer is a child with rules and every player has a tier. Events are read with a long poll while four players confirm without pause. An event’s time is before its commit, so the figures are upper bounds.',
      'Where the time goes is measured on another node with a profiler, and on a PostgreSQL that counts statements. The parts of the node are their shares of its processor time above. The time of a statement is elapsed, waiting for locks included, and contains that of the statements in the functions it calls; requests that are posted together share it.',
    ],
  };
}
