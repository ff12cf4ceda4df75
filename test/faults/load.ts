import type { FaultPlayer } from './ledger-players.ts';

export interface ToldSend {
  readonly number: number;
  readonly note: string;
  readonly amount: number;
  readonly from: FaultPlayer;
  /** From the response. */
  readonly id: string;
  readonly balance: number;
}

export interface Load {
  /** Number of started sends. */
  readonly begun: number;
  readonly acknowledged: readonly ToldSend[];
  /** Notes of sends without an idempotency key and without a response: posted once or not at all. */
  readonly unknown: readonly string[];
  /** The last name of each player that was acknowledged. */
  readonly names: ReadonlyMap<FaultPlayer, number>;
  readonly refusals: ReadonlyMap<number, number>;
  /** Responses that the contract does not allow. */
  readonly violations: readonly string[];
  /** The longest time to an acknowledgement of a request. */
  readonly longestMillis: number;
  stop(): Promise<void>;
}

const answerMillisMax = 45_000;
const pauseMillis = 100;
const patienceMillis = 120_000;
const unavailable = JSON.stringify({ statusCode: 503, message: 'Service Unavailable, try again' });

/**
 * Careful clients: each repeats with its idempotency key until there is a response. Every fourth send has no
 * key and is sent once.
 */
export function startLoad(players: readonly FaultPlayer[], nodes: readonly string[], senders: number): Load {
  const acknowledged: ToldSend[] = [];
  const unknown: string[] = [];
  const names = new Map<FaultPlayer, number>();
  const refusals = new Map<number, number>();
  const violations: string[] = [];
  let longestMillis = 0;
  let begun = 0;
  let stopped = false;

  async function ask(method: string, path: string, player: FaultPlayer, body: unknown, key?: string) {
    const node = nodes[Math.floor(Math.random() * nodes.length)]!;
    const started = performance.now();
    try {
      const answer = await fetch(`${node}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          cookie: player.cookie,
          ...(key ? { 'idempotency-key': key } : {}),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMillisMax),
      });
      const text = await answer.text();
      if (answer.status < 300) {
        longestMillis = Math.max(longestMillis, performance.now() - started);
        return JSON.parse(text) as { id: string; balance: number };
      }
      refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1);
      if (text !== unavailable) violations.push(`${method} ${path}: ${answer.status} ${text}`);
      return null;
    } catch {
      // No response: the node is down or the timeout has passed.
      return null;
    }
  }

  async function send(number: number): Promise<void> {
    const from = players[number % players.length]!;
    const to = players[(number * 7 + 1) % players.length]!;
    if (from === to) return;
    const note = `send ${number}`;
    const amount = 1000 + (number % 97) * 1000;
    const body = { to: to.pid, amount, note };
    const keep = (told: { id: string; balance: number }) =>
      acknowledged.push({ number, note, amount, from, id: told.id, balance: told.balance });
    if (number % 4 === 3) {
      const told = await ask('POST', '/v1/fiat/sends', from, body);
      if (told) keep(told);
      else unknown.push(note);
      return;
    }
    const patience = performance.now() + patienceMillis;
    for (;;) {
      if (performance.now() > patience) throw new Error(`${note} was never answered`);
      const told = await ask('POST', '/v1/fiat/sends', from, body, `key-${number}`);
      if (told) return void keep(told);
      await pause();
    }
  }

  async function rename(player: FaultPlayer): Promise<void> {
    for (let name = 1; !stopped; name += 1) {
      if (await ask('PATCH', '/v1/profile', player, { displayName: `name ${name}` })) names.set(player, name);
      await pause();
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      begun += 1;
      await send(begun);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  const work = [...Array.from({ length: senders }, run), ...players.slice(0, 3).map(rename)];
  const done = Promise.all(work);
  // `stop` reports the error; without this, the rejection would be unhandled until then.
  done.catch(() => {});
  return {
    get begun() {
      return begun;
    },
    get longestMillis() {
      return longestMillis;
    },
    acknowledged,
    unknown,
    names,
    refusals,
    violations,
    async stop() {
      stopped = true;
      await done;
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMillis * (0.5 + Math.random())));
}
