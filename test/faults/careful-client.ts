import type { Input, Reply } from '@pid/contract';
import { buildRequest, readAnswer, Refusal, type BuiltRequest, type CallName } from '@pid/contract/client';
import { encodeAssertion } from '../../packages/server/test/step-up-helper.ts';
import type { MoneyApp, MoneyPlayer, PasskeyPlayer } from './money-world.ts';

type Caller = MoneyApp | MoneyPlayer | PasskeyPlayer;

interface Options {
  readonly by: Caller;
  readonly key?: string;
  /** Refusals that the caller expects. All others end the test. */
  readonly accepts?: readonly string[];
}

/** A response, or an expected refusal. */
export type Told<Body> = { readonly body: Body; readonly refusal: null } | { body: null; refusal: Refusal };

export interface CarefulClient {
  /** Requests without a response: the node was killed, the connection was lost, or the service said 503. */
  readonly counts: { answered: number; unanswered: number; unavailable: number; replayed: number };
  /** Repeats the request until there is a response. One in ten is sent again afterwards and must do nothing. */
  ask<Name extends CallName>(name: Name, input: Input<Name>, options: Options): Promise<Told<Reply<Name>>>;
  /** Sends the request once. Null: no response. */
  askOnce<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    options: Options,
  ): Promise<Told<Reply<Name>> | null>;
  /** Like `ask`, without any expected refusal. */
  call<Name extends CallName>(
    name: Name,
    input: Input<Name>,
    options: Omit<Options, 'accepts'>,
  ): Promise<Reply<Name>>;
  /** Presses the button of the checkout page until the page responds. */
  payAtCheckout(topUpId: string): Promise<void>;
}

const answerMillisMax = 45_000;
const patienceMillis = 300_000;
/** The client loses its connection so often, at a random moment of the request. */
const lostShare = 0.03;
const lostMillisMax = 40;
const replayShare = 0.1;
const silentShare = 0.1;

export const chance = (share: number) => Math.random() < share;
export const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;
export const between = (min: number, max: number) => min + Math.floor(Math.random() * (max - min + 1));
const pause = () => new Promise((resolve) => setTimeout(resolve, between(50, 250)));

export function openCarefulClient(nodes: readonly string[]): CarefulClient {
  const counts = { answered: 0, unanswered: 0, unavailable: 0, replayed: 0 };
  /** Nodes that did not respond to their last request. */
  const silent = new Set<string>();
  const tokens = new Map<string, string>();

  /** A node that responds, mostly: like a load balancer, which notices late that a node is down or back. */
  const anyNode = () => {
    const responding = nodes.filter((node) => !silent.has(node));
    return pick(responding.length === 0 || chance(silentShare) ? nodes : responding);
  };

  /** Null: no response. */
  async function send(node: string, request: BuiltRequest, headers: Record<string, string>) {
    const isLost = chance(lostShare);
    const isForm = request.body instanceof URLSearchParams;
    try {
      const response = await fetch(`${node}${request.path}`, {
        method: request.method,
        redirect: 'manual',
        headers: {
          ...(request.body === undefined
            ? {}
            : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
          ...headers,
        },
        ...(request.body === undefined
          ? {}
          : { body: isForm ? String(request.body) : JSON.stringify(request.body) }),
        signal: AbortSignal.timeout(isLost ? between(0, lostMillisMax) : answerMillisMax),
      });
      const text = await response.text();
      silent.delete(node);
      if (response.status === 503) {
        counts.unavailable += 1;
        return null;
      }
      counts.answered += 1;
      return new Response(text === '' ? null : text, response);
    } catch {
      if (!isLost) silent.add(node);
      counts.unanswered += 1;
      return null;
    }
  }

  async function credentials(node: string, by: Caller): Promise<Record<string, string> | null> {
    if ('cookie' in by) return { cookie: by.cookie };
    const token = tokens.get(by.clientId);
    if (token) return { authorization: `Bearer ${token}` };
    const request = buildRequest('issueMachineToken', {
      grant_type: 'client_credentials',
      client_id: by.clientId,
      client_secret: by.clientSecret,
      scope: 'read payments',
    });
    const response = await send(node, request, {});
    if (!response) return null;
    const { access_token: issued } = await readAnswer<'issueMachineToken'>(response);
    tokens.set(by.clientId, issued);
    return { authorization: `Bearer ${issued}` };
  }

  /** What PID's pages do when a request needs the passkey. */
  async function stepUp(node: string, name: CallName, request: BuiltRequest, by: PasskeyPlayer) {
    const { params, body } = request;
    const options = { operation: name, params, query: {}, ...(body === undefined ? {} : { body }) };
    const response = await send(node, buildRequest('stepUpOptions', options as Input<'stepUpOptions'>), {
      cookie: by.cookie,
    });
    if (!response) return null;
    const challenge = await readAnswer<'stepUpOptions'>(response);
    return encodeAssertion(by.passkey.assert(challenge));
  }

  const askOnce: CarefulClient['askOnce'] = async (name, input, { by, key, accepts = [] }) => {
    const node = anyNode();
    const request = buildRequest(name, input);
    const own = await credentials(node, by);
    if (!own) return null;
    const headers = { ...own, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    let response = await send(node, request, headers);
    if (response?.headers.get('pid-error') === 'step_up_required; need=assertion' && 'passkey' in by) {
      const assertion = await stepUp(node, name, request, by);
      response =
        assertion === null ? null : await send(node, request, { ...headers, 'pid-assertion': assertion });
    }
    if (!response) return null;
    if (response.status === 401 && 'clientId' in by && tokens.delete(by.clientId)) return null;
    try {
      return { body: await readAnswer<typeof name>(response), refusal: null };
    } catch (error) {
      if (error instanceof Refusal && accepts.includes(error.code)) return { body: null, refusal: error };
      const said = error instanceof Refusal ? `${error.status} ${error.code} ${error.message}` : error;
      throw new Error(`${name} ${JSON.stringify(input)}: ${String(said)}`, { cause: error });
    }
  };

  async function untilAnswered<Body>(what: string, attempt: () => Promise<Body | null>): Promise<Body> {
    const end = performance.now() + patienceMillis;
    for (;;) {
      const answer = await attempt();
      if (answer !== null) return answer;
      if (performance.now() > end) throw new Error(`${what} was never answered`);
      await pause();
    }
  }

  const ask: CarefulClient['ask'] = async (name, input, options) => {
    const attempt = () => askOnce(name, input, options);
    const told = await untilAnswered(name, attempt);
    const isWrite = !/^(get|list)/.test(name);
    if (told.refusal || !isWrite || !chance(replayShare)) return told;
    counts.replayed += 1;
    const again = await untilAnswered(name, attempt);
    if (again.refusal && name === 'cancelSettlement') return told;
    if (idOf(again.body) !== idOf(told.body))
      throw new Error(`${name} again: ${JSON.stringify(again)} after ${JSON.stringify(told)}`);
    return again;
  };

  return {
    counts,
    ask,
    askOnce,
    async call(name, input, options) {
      const { body, refusal } = await ask(name, input, options);
      if (refusal) throw refusal;
      return body;
    },
    async payAtCheckout(topUpId) {
      const form = { method: 'POST', params: {}, body: new URLSearchParams({ outcome: 'paid' }) };
      const press = () => send(anyNode(), { ...form, path: `/checkout/${topUpId}/pay` }, {});
      const { status } = await untilAnswered('the checkout', press);
      if (status !== 303) throw new Error(`the checkout of ${topUpId} responded with ${status}`);
    },
  };
}

function idOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}
