import type { Reply } from '@pid/contract';
import { HttpClient } from '../../packages/server/test/http-client.ts';
import { newApp, type TestApp } from '../../packages/server/test/app-helper.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';

type Payment = Reply<'getPayment'>;

interface Player {
  readonly pid: string;
  readonly client: HttpClient;
}

export interface ToldSend {
  readonly id: string;
  readonly amount: number;
  readonly balance: number;
}

/** Players and an app that use the service through a load balancer. */
export interface UpgradeLoad {
  /** Every request that did not succeed at the first attempt. */
  readonly failures: readonly string[];
  /** Acknowledged sends by their note. */
  readonly sends: ReadonlyMap<string, ToldSend>;
  /** The last response about each payment. */
  readonly payments: ReadonlyMap<string, Payment>;
  counts(): { answered: number; signedIn: number };
  /** Resolves after as many further sends, payments and sign-ins. */
  more(count: number): Promise<void>;
  /** Ends the load, captures and voids the payments that are still held, and renews every session. */
  finish(): Promise<void>;
}

const players = 8;
const buyers = 2;
const startingRupiah = 5_000_000_000;

export async function startUpgradeLoad(baseUrl: string): Promise<UpgradeLoad> {
  const failures: string[] = [];
  const sends = new Map<string, ToldSend>();
  const payments = new Map<string, Payment>();
  const held: string[] = [];
  const counts = { answered: 0, signedIn: 0 };
  let [isOver, orders] = [false, 0];

  const people: Player[] = [];
  for (let index = 0; index < players; index += 1) people.push(await newPlayer(baseUrl, `upgrade_${index}`));
  const seller = people[0]!;
  const app = await newApp(seller.client);
  const asApp = await clientOf(baseUrl, app);
  for (let index = 0; index < 6; index += 1) held.push((await buy(index, 'manual')).id);

  /** Each request is sent once. */
  async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const told = await work();
      counts.answered += 1;
      return told;
    } catch (error) {
      failures.push(`${what}: ${String(error)} ${String((error as { cause?: Error }).cause)}`);
      return null;
    }
  }

  async function send(number: number): Promise<void> {
    const from = people[number % players]!;
    const to = people[(number + 1 + (number % (players - 1))) % players]!;
    const note = `send ${number}`;
    const amount = 1000 + (number % 97);
    // Every fourth one has no key.
    const key: Record<string, string> = number % 4 === 3 ? {} : { 'idempotency-key': `key-${number}` };
    const post = () => from.client.with(key).call('sendMoney', { to: to.pid, amount, note });
    const told = await attempt(note, post);
    if (told) sends.set(note, { id: told.id, amount, balance: told.balance });
    if (!told || number % 8 !== 0) return;
    // A replay, mostly on another node.
    const again = await attempt(`${note} again`, post);
    if (again && again.id !== told.id) failures.push(`${note} again: ${again.id} instead of ${told.id}`);
  }

  async function buy(number: number, capture: 'automatic' | 'manual'): Promise<Payment> {
    const payer = people[1 + (number % (players - 1))]!;
    const order = await asApp.call('createPayment', {
      client_id: app.clientId,
      reference: `order ${(orders += 1)}`,
      amount: 10_000 + number,
      description: 'Pedang emas',
      capture,
    });
    const { total } = await payer.client.call('getOwnPayment', { id: order.id });
    await payer.client.call('confirmPayment', { id: order.id, expectedTotal: total });
    const paid = await asApp.call('getPayment', { client_id: app.clientId, id: order.id });
    payments.set(order.id, paid);
    return paid;
  }

  async function end(id: string, how: 'capturePayment' | 'voidPayment'): Promise<void> {
    const told = await attempt(how, () => asApp.call(how, { client_id: app.clientId, id }));
    if (told) payments.set(id, told);
  }

  async function signIn(number: number): Promise<void> {
    const told = await attempt(`sign-in ${number}`, async () => {
      const client = new HttpClient(baseUrl);
      await signInAs(client, `upgrade_${number % players}@example.com`);
      return client.call('getIdentity');
    });
    if (told) counts.signedIn += 1;
  }

  async function repeat(work: (number: number) => Promise<unknown>, first: number, step: number) {
    for (let number = first; !isOver; number += step) await work(number);
  }
  const running = Promise.all([
    ...people.map((_person, index) => repeat(send, index, players)),
    ...Array.from({ length: buyers }, (_nobody, index) =>
      repeat(
        async (number) => {
          const paid = await attempt('purchase', () =>
            buy(number, number % 2 === 0 ? 'manual' : 'automatic'),
          );
          if (paid?.status !== 'held') return;
          // One in four stays held until the end.
          if (number % 8 === 0) held.push(paid.id);
          else await end(paid.id, number % 4 === 0 ? 'capturePayment' : 'voidPayment');
        },
        100 + index,
        buyers + 1,
      ),
    ),
    repeat(signIn, 0, 1),
    ...people.slice(0, 3).map(({ client }) =>
      repeat(
        async () => {
          await attempt('identity', () => client.call('getIdentity'));
          await attempt('statement', () => client.call('getStatement', {}));
        },
        0,
        1,
      ),
    ),
  ]);
  running.catch(() => {});

  return {
    failures,
    sends,
    payments,
    counts: () => counts,
    async more(count) {
      const [sent, paid, signedIn] = [sends.size, payments.size, counts.signedIn];
      const few = Math.ceil(count / 20);
      while (
        failures.length === 0 &&
        (sends.size < sent + count || payments.size < paid + few || counts.signedIn < signedIn + few)
      )
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async finish() {
      isOver = true;
      await running;
      for (const [index, id] of held.entries())
        await end(id, index % 2 === 0 ? 'capturePayment' : 'voidPayment');
      for (const { client, pid } of people) {
        await attempt(`${pid} renews the session`, () => client.call('refresh'));
        await attempt(`${pid} reads the balance`, () => client.call('getBalance'));
      }
    },
  };
}

async function newPlayer(baseUrl: string, handle: string): Promise<Player> {
  const client = new HttpClient(baseUrl);
  await signInAs(client, `${handle}@example.com`);
  await client.call('claimHandle', { handle });
  const { id } = await client.call('createTopUp', { amount: startingRupiah });
  await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  return { pid: `${handle}@pid`, client };
}

async function clientOf(baseUrl: string, { clientId, clientSecret }: TestApp) {
  const client = new HttpClient(baseUrl);
  const { access_token: token } = await client.call('issueMachineToken', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'read payments',
  });
  return client.with({ authorization: `Bearer ${token}` });
}
