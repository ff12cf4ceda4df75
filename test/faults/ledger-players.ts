import { HttpClient } from '../../packages/server/test/http-client.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';

export interface FaultPlayer {
  readonly pid: string;
  readonly cookie: string;
}

export interface FaultSend {
  readonly from: FaultPlayer;
  readonly to: FaultPlayer;
  readonly amount: number;
  /** Used as idempotency key and note, so that each send can be found in the ledger. */
  readonly name: string;
  node(): string;
}

/** Players who signed in and topped up over HTTP. */
export async function createPlayers(url: string, count: number, amount: number): Promise<FaultPlayer[]> {
  const players: FaultPlayer[] = [];
  for (let index = 0; index < count; index += 1) {
    const client = new HttpClient(url);
    const handle = `ring_${index}_player`;
    await signInAs(client, `${handle}@example.com`);
    await client.call('claimHandle', { handle });
    const { id } = await client.call('createTopUp', { amount });
    await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    const { balance } = await client.call('getBalance');
    if (balance !== amount) throw new Error(`${handle} has ${balance} and not ${amount}`);
    players.push({ pid: `${handle}@pid`, cookie: `pid_access=${client.cookie('pid_access')}` });
  }
  return players;
}

type Answered = { readonly id: string | null };

const answerMillisMax = 30_000;
const attemptsMax = 400;

/** Repeats the send with its idempotency key until there is a response, as a careful client does. */
export async function sendUntilAnswered(send: FaultSend): Promise<Answered> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const answer = await attemptSend(send, { 'idempotency-key': send.name.replaceAll(' ', '-') });
    if (answer.id !== null) return answer;
    await new Promise((resolve) => {
      setTimeout(resolve, 100 + Math.random() * 200);
    });
  }
  throw new Error(`${send.name} was never answered`);
}

/** Sends once, without an idempotency key and without a retry. */
export function sendOnce(send: FaultSend): Promise<Answered> {
  return attemptSend(send, {});
}

async function attemptSend(send: FaultSend, headers: Record<string, string>): Promise<Answered> {
  try {
    const response = await fetch(`${send.node()}/v1/fiat/sends`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: send.from.cookie, ...headers },
      body: JSON.stringify({ to: send.to.pid, amount: send.amount, note: send.name }),
      signal: AbortSignal.timeout(answerMillisMax),
    });
    const body = (await response.json()) as { id?: string; message?: string };
    if (response.status === 201) return { id: body.id! };
    if (response.status < 500)
      throw new Error(`${send.name}: ${response.status} ${String(body.message)}`, { cause: 'refused' });
    return { id: null };
  } catch (error) {
    if (error instanceof Error && error.cause === 'refused') throw error;
    return { id: null };
  }
}
