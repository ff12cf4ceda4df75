import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  accountIdFromPid,
  activateInstruction,
  brandPasskeyPoint,
  certificateMessage,
  computeBudget,
  deriveWallet,
  readCertificateFile,
  secp256r1Instruction,
  setRelayerInstruction,
  transferInstruction,
  type Address,
  type Certificate,
  type PasskeyPoint,
  type ProgramInstruction,
  compileMessage,
} from '@pid/protocol';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { activate, fund, newOwner, sol, type WalletOwner } from '../../test/account-helper.ts';
import { newSigner } from '../../test/chain-helper.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { remoteSigner } from '../platform/chain/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { serveRegistrar } from './index.ts';

const token = 'a-token-that-is-long-enough-for-the-registrar';
const signer = newSigner();
let port: number;
let service: TestService;
let programId: Address;

beforeAll(async () => {
  port = await freePort();
  service = await startTestService({
    PID_REGISTRAR_URL: `http://127.0.0.1:${port}`,
    PID_REGISTRAR_ADDRESS: signer.address,
    PID_REGISTRAR_TOKEN: token,
  });
  programId = (await service.client().get('/v1/chain')).body.programId;
});

async function startRegistrar(perMinuteMax = 100): Promise<void> {
  const server = await serveRegistrar({
    db: service.db,
    signer,
    programId,
    token,
    perMinuteMax,
    clock: systemClock,
    log: createLogger('silent'),
    host: '127.0.0.1',
    port,
  });
  onTestFinished(() => server.close());
}

test('a registrar that is down or refuses the token degrades a node, which stays ready', async () => {
  const readiness = async () => {
    const { status, body } = await service.client().get('/readyz');
    return [status, body];
  };
  const degraded = [200, { status: 'ready', degraded: ['registrar'] }];
  await expect.poll(readiness, { interval: 200 }).toEqual(degraded);
  expect((await service.client().get('/metrics')).text).toContain('\npid_part_up{part="registrar"} 0\n');
  let asked = 0;
  const foreign = createServer((_request, response) => {
    asked += 1;
    response.writeHead(401).end();
  }).listen(port, '127.0.0.1');
  await once(foreign, 'listening');
  await expect.poll(async () => [await readiness(), asked > 1], { interval: 200 }).toEqual([degraded, true]);
  foreign.closeAllConnections();
  await new Promise((resolve) => foreign.close(resolve));
  await startRegistrar();
  await expect.poll(readiness, { interval: 200 }).toEqual([200, { status: 'ready' }]);
});

const relayer = newSigner().address;

function keyOf(owner: WalletOwner): PasskeyPoint {
  return brandPasskeyPoint(owner.passkey.publicKey);
}

function activation(pid: string, authority: PasskeyPoint, payer: Address = relayer): ProgramInstruction {
  return activateInstruction(deriveWallet(programId, accountIdFromPid(pid)), {
    relayer: payer,
    registrar: signer.address,
    treasury: relayer,
    authority,
    expiry: 1n,
    tail: new TextEncoder().encode('}'),
    feePolicyVersion: 1,
    networkFeeLamports: 5000n,
  });
}

function messageOf(instructions: readonly ProgramInstruction[], payer: Address = relayer): Uint8Array {
  return compileMessage(payer, programId, instructions).messageBytes;
}

async function ask(body: Uint8Array, bearer = token): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, connection: 'close' },
    body: Buffer.from(body),
  });
  return { status: answer.status, text: await answer.text() };
}

test('activations get 503 without the registrar, and the same request succeeds once it is back', async () => {
  const owner = await newOwner(service);
  await fund(owner, sol);
  expect(await activate(owner)).toMatchObject({
    status: 503,
    body: { message: 'Chain unavailable, try again' },
  });
  await startRegistrar();
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'activated' } });
});

test('refuses a signature of another key', async () => {
  const impostor = createServer((_request, response) => response.end(Buffer.alloc(64))).listen(
    0,
    '127.0.0.1',
  );
  await once(impostor, 'listening');
  onTestFinished(() => void impostor.close());
  const url = new URL(`http://127.0.0.1:${(impostor.address() as AddressInfo).port}`);
  const remote = remoteSigner({ url, address: signer.address, token });
  await expect(remote.sign(Uint8Array.of(1))).rejects.toThrow(`does not sign for ${signer.address}`);
});

test('signs only for a passkey that counts of that player', async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)];
  await startRegistrar();
  const right = messageOf([activation(owner.pid, keyOf(owner))]);
  expect((await ask(right)).status).toBe(200);
  const stranger = 'the passkey is not one that counts of the player whose account this is';
  expect(await ask(messageOf([activation(owner.pid, keyOf(other))]))).toEqual({
    status: 403,
    text: stranger,
  });
  await service.db.query(`update identities set status = 'suspended' where handle = $1`, [
    owner.pid.split('@')[0],
  ]);
  // A suspended player keeps access to the wallet on the chain; a deleted one does not exist any more.
  expect((await ask(right)).status).toBe(200);
  await service.db.query(
    `update passkeys set counts_from = now() + interval '1 hour' where credential_id = $1`,
    [Buffer.from(owner.passkey.credentialId, 'base64url')],
  );
  expect(await ask(right)).toEqual({ status: 403, text: stranger });
  await service.db.query(
    `update passkeys set counts_from = now() - interval '1 hour' where credential_id = $1`,
    [Buffer.from(owner.passkey.credentialId, 'base64url')],
  );
  expect((await ask(right)).status).toBe(200);
  await service.db.query(`update identities set status = 'deleted' where handle = $1`, [
    owner.pid.split('@')[0],
  ]);
  expect(await ask(right)).toEqual({ status: 403, text: stranger });
});

test('signs only a certificate of this program with the current date for a passkey that counts', async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)];
  await startRegistrar();
  const { items } = (await owner.client.get('/v1/account/certificate')).body;
  const { certificate } = readCertificateFile(items[0])!;
  const asked = (change: Partial<Certificate>) => ask(certificateMessage({ ...certificate, ...change }));
  expect((await asked({})).status).toBe(200);
  const now = BigInt(Math.floor(systemClock.nowMillis() / 1000));
  const refusals: [Partial<Certificate>, string][] = [
    [{ issuedAt: now + 3600n }, 'it is not dated now'],
    [{ issuedAt: now - 3600n }, 'it is not dated now'],
    [{ program: relayer }, 'it is for another program'],
    [{ authority: keyOf(other) }, 'the passkey is not one that counts of the player whose account this is'],
  ];
  for (const [change, text] of refusals) expect(await asked(change)).toEqual({ status: 403, text });
  expect(await ask(Uint8Array.of(...certificateMessage(certificate), 0))).toEqual({
    status: 403,
    text: 'it is not a certificate',
  });
});

test('signs an activation and nothing else', async () => {
  const owner = await newOwner(service);
  await startRegistrar();
  const own = activation(owner.pid, keyOf(owner));
  const precompile = secp256r1Instruction(keyOf(owner), new Uint8Array(64), new Uint8Array(69));
  expect((await ask(messageOf([precompile, own]))).status).toBe(200);
  const refusals: [string, Uint8Array][] = [
    ['it is not a message', Uint8Array.of(1, 2, 3)],
    ['it is not one activation', messageOf([{ ...own, data: own.data.slice(0, 85) }])],
    ['it is followed by other bytes', Uint8Array.of(...messageOf([own]), 0)],
    ['it is not one activation', messageOf([own, activation('someone@pid', keyOf(owner))])],
    [
      'it is not one activation',
      messageOf([setRelayerInstruction(programId, { admin: signer.address, relayer })]),
    ],
    [
      'it calls a program that activations do not call',
      messageOf([own, { ...transferInstruction(relayer, newSigner().address, 1n), programAddress: relayer }]),
    ],
    ['the registrar would be charged', messageOf([own], signer.address)],
    ['the registrar signs nothing in it', messageOf([transferInstruction(relayer, newSigner().address, 1n)])],
  ];
  for (const [text, message] of refusals) expect(await ask(message)).toEqual({ status: 403, text });
});

test('signs, besides an activation, only its payment: to its vault, before it, and at most its cost', async () => {
  const owner = await newOwner(service);
  await startRegistrar();
  const own = activation(owner.pid, keyOf(owner));
  const precompile = secp256r1Instruction(keyOf(owner), new Uint8Array(64), new Uint8Array(69));
  const { vault } = deriveWallet(programId, accountIdFromPid(owner.pid));
  const cost = 1_454_640n + 5000n + 2500n;
  const pay = (lamports: bigint, to: Address = vault, from: Address = relayer) =>
    transferInstruction(from, to, lamports);
  const sponsored = [...computeBudget(100_000, 1n), pay(cost), precompile, own];
  expect(await ask(messageOf(sponsored))).toMatchObject({ status: 200 });
  const amount = 'it pays another amount than the activation costs';
  const order = 'what pays for the activation does not stand before it';
  const other = 'it pays for another than the activation’s vault';
  const named = { ...pay(cost), data: Uint8Array.of(3, ...pay(cost).data.slice(1)) };
  const refusals: [string, readonly ProgramInstruction[]][] = [
    [amount, [pay(cost + 1n), precompile, own]],
    [amount, [pay(4999n), precompile, own]],
    [amount, [{ ...pay(cost), data: pay(cost).data.slice(0, 11) }, precompile, own]],
    [other, [pay(cost, newSigner().address), precompile, own]],
    [other, [pay(cost, vault, newSigner().address), precompile, own]],
    [order, [precompile, pay(cost), own]],
    [order, [precompile, own, pay(cost)]],
    [order, [pay(cost), own]],
    ['it pays for more than the activation', [pay(cost), pay(cost), precompile, own]],
    ['it is not a transfer', [named, precompile, own]],
    ['the registrar would be charged', [pay(cost, vault, signer.address), precompile, own]],
  ];
  for (const [text, instructions] of refusals)
    expect(await ask(messageOf(instructions))).toEqual({ status: 403, text });
});

test('refuses requests without the token, long bodies, and too many requests per minute', async () => {
  await startRegistrar(1);
  expect(await ask(Uint8Array.of(1), 'another')).toEqual({ status: 401, text: 'Unauthorized' });
  expect((await ask(new Uint8Array(1233))).status).toBe(413);
  expect((await ask(Uint8Array.of(1))).status).toBe(403);
  expect((await ask(Uint8Array.of(1))).status).toBe(429);
});
