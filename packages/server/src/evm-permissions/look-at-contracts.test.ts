import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { evmAddressFromBytes } from '@pid/protocol/evm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeAbiParameters, toFunctionSelector } from 'viem';
import { systemClock } from '../platform/clock.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { newHoldingApp, newPermissionPlayer, type PermissionPlayer } from './testing/permission-player.ts';
import { openEvmChains } from './look-at-contracts.ts';
import { sampleRequest, verifier } from './testing/sample-request.ts';

interface Question {
  readonly method: string;
  readonly params: [{ to: string; data: string } | string, string];
}
type Reply =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | 'nothing'
  | 'endless'
  | 'elsewhere';

const code = '0x6080604052';
const none = '0x';
const no = `0x${'0'.repeat(64)}`;
const healthy: Record<string, Reply> = {
  eth_chainId: { result: '0x2105' },
  account: { result: code },
  verifier: { result: code },
  eth_call: { result: no },
};
let replies: Record<string, Reply>;
let asked: Question[];

/** A fake node of Base over HTTP, with only the methods that the service calls. */
const node = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const question = JSON.parse(text) as Question & { id: number };
    asked.push(question);
    const { method, params, id } = question;
    const answers = request.url === '/elsewhere' ? healthy : replies;
    const reply =
      answers[method === 'eth_getCode' ? (params[0] === verifier ? 'verifier' : 'account') : method] ??
      'nothing';
    response.setHeader('content-type', 'application/json');
    if (reply === 'nothing') response.destroy();
    else if (reply === 'elsewhere') response.writeHead(307, { location: '/elsewhere' }).end();
    else if (reply === 'endless')
      response.end(`{"jsonrpc":"2.0","id":1,"result":"0x${'60'.repeat(400_000)}"}`);
    else response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  });
});

let service: TestService;
let player: PermissionPlayer;

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;
  service = await startTestService({ PID_EVM_RPC_URLS: `8453=http://127.0.0.1:${port}/key` });
  player = await newPermissionPlayer(service);
});
afterAll(() => node.close());
beforeEach(() => {
  replies = { ...healthy };
  asked = [];
});

/** A random address, because a contract that was seen recently is not checked again. */
const newAddress = () => evmAddressFromBytes(randomBytes(20));

const create = (changes: Record<string, unknown> = {}) =>
  player.client.post(
    '/v1/permissions',
    sampleRequest(service.clock.nowSeconds(), { account: newAddress(), ...changes }),
  );
const warningOf = async (id: string) =>
  (await player.client.get(`/v1/permissions/${id}`)).body.summary.terms.at(-1).kind;

const queryOf = (app: { clientId: string; redirectUri: string }, request: unknown) =>
  new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    request: JSON.stringify(request),
  }).toString();

describe('contracts of a permission', () => {
  test('are marked as seen if the chain has them, and the verifier is called with a function that only a verifier has', async () => {
    const account = newAddress();
    const { status, body } = await create({ account });
    expect([status, await warningOf(body.id)]).toEqual([201, 'contracts_seen']);
    const call = asked.find(({ method }) => method === 'eth_call')!.params[0];
    expect(call).toEqual({
      to: verifier,
      data: `${toFunctionSelector('isApproved(address,bytes32)')}${encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [account, no as `0x${string}`]).slice(2)}`,
    });
    // The result is cached for a while.
    const before = asked.length;
    expect((await create({ account })).status).toBe(201);
    expect(asked).toHaveLength(before);
  });

  test.each<[string, Record<string, Reply>, string]>([
    ['an account without code', { account: { result: none } }, 'there is no contract at 0x'],
    [
      'a verifier without code',
      { verifier: { result: none }, eth_call: { result: none } },
      `${verifier} does not answer as one`,
    ],
    [
      'a verifier that reverts',
      { eth_call: { error: { code: 3, message: 'execution reverted' } } },
      `${verifier} does not answer as one`,
    ],
    [
      'a verifier that reverts with a generic error code',
      { eth_call: { error: { code: -32_000, message: 'execution reverted' } } },
      `${verifier} does not answer as one`,
    ],
    [
      'a contract that answers anything',
      { eth_call: { result: `0x${'f'.repeat(64)}` } },
      `${verifier} does not answer as one`,
    ],
  ])('%s is refused with a reason, by the API and for the hosted page', async (_, changes, words) => {
    Object.assign(replies, changes);
    const refused = await create();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)]);
    expect(refused.text).toContain('on Base');
    const app = await newHoldingApp(service);
    const query = queryOf(app, sampleRequest(service.clock.nowSeconds(), { account: newAddress() }));
    const page = await service.client().get(`/v1/permissions/request?${query}`);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(words)]);
  });

  test.each<[string, Record<string, Reply>]>([
    ['does not answer', { eth_chainId: 'nothing', eth_call: 'nothing' }],
    ['is of another chain', { eth_chainId: { result: '0x1' }, account: { result: none } }],
    ['is out of breath', { eth_call: { error: { code: -32_005, message: 'limit exceeded' } } }],
    ['answers without end', { account: 'endless' }],
    ['sends us elsewhere', { eth_chainId: 'elsewhere' }],
    ['answers what is no hex', { account: { result: 7 } }],
  ])('are marked as unchecked if the node %s', async (_, changes) => {
    Object.assign(replies, changes);
    const { status, body } = await create();
    expect([status, await warningOf(body.id)]).toEqual([201, 'contracts_unchecked']);
  });

  test('are marked as unchecked on a chain without a configured node, and no node is called', async () => {
    const { status, body } = await create({ chainId: 10 });
    expect([status, await warningOf(body.id)]).toEqual([201, 'contracts_unchecked']);
    expect(asked).toEqual([]);
  });

  test('are checked for at most sixteen concurrent requests; the others are marked as unchecked', async () => {
    const { port } = node.address() as AddressInfo;
    const chains = openEvmChains(new Map([[8453, new URL(`http://127.0.0.1:${port}`)]]), systemClock);
    const looks = await Promise.all(
      Array.from({ length: 20 }, () => chains.look({ chainId: 8453, account: newAddress() }, verifier)),
    );
    expect(looks.filter((look) => look === 'seen')).toHaveLength(16);
    expect(looks.filter((look) => look === 'unchecked')).toHaveLength(4);
    expect(asked).toHaveLength(16 * 4);
  });
});
