import { between, openCarefulClient } from './careful-client.ts';
import { openFeed } from './money-feed.ts';
import { openOperator } from './money-operator.ts';
import { buy, manage, send } from './money-round.ts';
import { newRound } from './money-told.ts';
import { verifyRound } from './money-verify.ts';
import { openMoneyWorld, type MoneyWorld } from './money-world.ts';

const apps = 6;
const buyers = 24;
const senders = 2;
const purchasesPerFailover = 500;
const cartMax = 4;
/** Longer starts waited for a primary. */
const startSecondsMax = 30;
const linesOfProgress = 10;
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Players buy from several apps with top-ups, and send each other money. Apps capture, void, refund and charge by
 * allowances, which players and apps end; their owners deposit, pay out and settle; operators export and import settlements. Meanwhile nodes are killed with
 * SIGKILL, the primary is killed and its standby promoted, and clients lose their connections.
 */
export async function runMoneyRound(purchases: number): Promise<void> {
  const players = Math.min(Math.max(30, Math.round(purchases / 20)), 300);
  const world = await openMoneyWorld({ apps, players });
  try {
    const client = openCarefulClient(world.nodes);
    const round = newRound();
    const operator = openOperator(world);
    const feeds = new Map(world.apps.map((app) => [app, openFeed(client, app)]));
    const deps = { client, round, apps: world.apps, players: world.players };
    const chaos = startChaos(world, { purchases, progress: () => round.purchases.length });
    let [begun, sends, isOver] = [0, 0, false];
    const untilOver = async (step: () => Promise<void>, seconds: () => number) => {
      while (!isOver) {
        await step();
        await sleep(seconds());
      }
    };
    const say = () =>
      process.stdout.write(
        `${round.purchases.length} purchases, ${round.passes.length} allowances, ${round.topUps.length} top-ups, ${round.sends.length} sends, ${round.moves.length} deposits and payouts, ${round.settlements.length} settlements; killed: ${chaos.nodes} nodes, ${chaos.primaries} primaries, ${operator.commandsKilled} commands; ${client.counts.answered} requests answered, ${client.counts.unanswered} not, ${client.counts.unavailable} refused with 503, ${client.counts.replayed} repeated after their response\n`,
      );
    const buyOn = async () => {
      while (begun < purchases) {
        const cart = Math.min(Math.random() < 0.3 ? between(2, cartMax) : 1, purchases - begun);
        const numbers = Array.from({ length: cart }, () => (begun += 1));
        await buy(deps, numbers);
      }
    };
    let said = 0;
    const beside = [
      ...Array.from({ length: senders }, () =>
        untilOver(
          () => send(deps, (sends += 1)),
          () => Math.random(),
        ),
      ),
      ...world.apps.map((app) =>
        untilOver(
          () => manage(deps, app),
          () => 1 + Math.random() * 2,
        ),
      ),
      ...[...feeds.values()].map((feed) =>
        untilOver(
          () => feed.readRest(),
          () => 2,
        ),
      ),
      untilOver(
        () => operator.work(),
        () => 8,
      ),
      untilOver(
        async () => {
          const part = Math.floor((round.purchases.length / purchases) * linesOfProgress);
          if (part > said) say();
          said = part;
        },
        () => 1,
      ),
    ];
    const bought = Promise.all(Array.from({ length: buyers }, buyOn)).finally(() => {
      isOver = true;
      chaos.stop();
    });
    await Promise.all([bought, chaos.ended, ...beside]);
    await operator.finish();
    say();
    await verifyRound({ world, client, round, operator, feeds });
    process.stdout.write('nothing lost, nothing twice, every balance and every event as told\n');
  } finally {
    await world.close();
  }
}

/** Kills nodes every few seconds, and primaries at even distances. A killed primary returns as a standby. */
function startChaos(
  world: MoneyWorld,
  { purchases, progress }: { readonly purchases: number; readonly progress: () => number },
) {
  const counts = { nodes: 0, primaries: 0 };
  let isOver = false;
  /** A node lives up to three times as long as its start took, so that a slow machine makes progress too. */
  async function killNode(index: number): Promise<void> {
    for (let startSeconds = 3; !isOver;) {
      await sleep(1 + Math.random() * 3 * startSeconds);
      counts.nodes += 1;
      const begun = performance.now();
      await world.killNode(index);
      startSeconds = Math.min((performance.now() - begun) / 1000, startSecondsMax);
    }
  }
  async function killPrimaries(): Promise<void> {
    const failovers = Math.max(1, Math.round(purchases / purchasesPerFailover));
    const distance = purchases / (failovers + 1);
    const reached = async (share: number) => {
      while (!isOver && progress() < distance * share) await sleep(0.2);
    };
    for (let failover = 1; failover <= failovers; failover += 1) {
      await reached(failover - 0.5);
      if (failover > 1) await world.rejoin();
      await reached(failover);
      await world.failOver();
      counts.primaries += 1;
    }
  }
  const ended = Promise.all([killNode(0), killNode(1), killPrimaries()]);
  return {
    get nodes() {
      return counts.nodes;
    },
    get primaries() {
      return counts.primaries;
    },
    ended,
    stop: () => void (isOver = true),
  };
}
