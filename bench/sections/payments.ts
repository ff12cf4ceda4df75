import { interleave, measure, requestBytes, warmUp, type Compared, type Target } from '../support/load.ts';
import { openPaymentRig, total, type PaymentRig } from '../support/payment-rig.ts';
import { at, type Figure, type SectionResult } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import { json } from '../support/targets.ts';
import type { World } from '../support/world.ts';

export const title = 'Payments of one app, and its events';

const connections = 32;
/** More than any machine posts in a second. */
const perSecondMax = 3000;
const names = {
  payout: 'payout',
  confirm: 'confirm, paid immediately',
  hold: 'confirm, held',
  capture: 'capture',
} as const;

interface Event {
  readonly number: number;
  readonly at: string;
}

export async function run(world: World, say: (line: string) => void): Promise<SectionResult> {
  const rig = await openPaymentRig(world);
  try {
    const targets = makeTargets(rig);
    for (const target of targets) {
      say(`warming up: ${target.name}`);
      await warmUp(target, connections);
    }
    say('measuring');
    const compared = await interleave(targets, { connections, ...settings.payments });
    say('events after their cause');
    const delays = await followEvents(rig, targets[2]!);
    say(`replaying ${settings.replayedEvents.toLocaleString('en')} events`);
    const replayed = await replay(rig, settings.replayedEvents);
    return report(compared, delays, replayed);
  } finally {
    await rig.close();
  }
}

/** All requests use one app, so each of them uses its escrow, its hold account and its event feed. */
function makeTargets(rig: PaymentRig): readonly Target[] {
  const { node, app, wallet, machine } = rig;
  const ownerCookie = wallet.cookieOf(1);
  const base = { port: node.port, processIds: [node.processId], yardstick: names.payout };
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    requestBytes({
      method: 'POST',
      path,
      port: node.port,
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
  const confirming = (name: string, kind: 'automatic' | 'manual'): Target => {
    const supply = rig.supply(kind);
    return {
      ...base,
      name,
      prepare: (seconds) => supply.ensure(Math.ceil(seconds * perSecondMax) + 2 * connections),
      next() {
        const { id, player } = supply.next();
        return post(
          `/v1/payments/${id}/confirm`,
          { cookie: wallet.cookieOf(player) },
          { expectedTotal: total },
        );
      },
    };
  };
  const held = rig.supply('held');
  return [
    {
      ...base,
      name: names.payout,
      // A payout needs a recent sign-in.
      prepare: async () =>
        void (await rig.database.owner.query(
          'update sessions set authenticated_at = now() where id = md5($1)::uuid',
          ['s1'],
        )),
      next: () => post(`/v1/apps/${app.clientId}/payouts`, { cookie: ownerCookie }, { amount: 1 }),
    },
    confirming(names.confirm, 'automatic'),
    confirming(names.hold, 'manual'),
    {
      ...base,
      name: names.capture,
      prepare: (seconds) => held.ensure(Math.ceil(seconds * perSecondMax) + 2 * connections),
      next: () =>
        post(
          `/v1/apps/${app.clientId}/payments/${held.next().id}/capture`,
          { authorization: `Bearer ${machine}` },
          {},
        ),
    },
  ];
}

async function readPage(
  rig: PaymentRig,
  after: number,
  wait: number,
): Promise<{ items: Event[]; last: number }> {
  const answer = await fetch(
    `${rig.node.origin}/v1/apps/${rig.app.clientId}/events?after=${after}&limit=500&wait=${wait}`,
    { headers: { authorization: `Bearer ${rig.machine}` } },
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
  const following = (async () => {
    while (!isOver) {
      const { items } = await readPage(rig, after, 1);
      const now = Date.now();
      for (const item of items) delays.push(now - Date.parse(item.at));
      after = items.at(-1)?.number ?? after;
    }
  })();
  await measure(load, 4, settings.eventSeconds);
  isOver = true;
  await following;
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
    [rig.app.clientId, count, last],
  );
  await rig.database.owner.query('update app_event_heads set last = last + $2 where client_id = $1', [
    rig.app.clientId,
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

function report(compared: ReadonlyMap<string, Compared>, delays: number[], replayed: number): SectionResult {
  const paid = [names.confirm, names.hold, names.capture];
  const figures: Figure[] = [
    ...paid.map((name) => ({
      name: `${name}, against payouts`,
      wanted: { atLeast: 0.8 },
      reached: compared.get(name)!.ratio,
    })),
    ...paid.map((name) => ({
      name: `${name}, per second`,
      wanted: { atLeast: 200 },
      reached: compared.get(name)!.perSecond,
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
        title: `One app, ${connections} in flight`,
        columns: ['', 'requests/s', 'against payouts', 'processor µs/request', 'p50 ms', 'p99 ms'],
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
    ],
    notes: [
      'Over HTTP. All requests use one app and lock its escrow or hold account. Payouts in the same run are the yardstick. Events are read with a long poll while four players confirm without pause. An event’s time is before its commit, so the figures are upper bounds.',
    ],
  };
}
