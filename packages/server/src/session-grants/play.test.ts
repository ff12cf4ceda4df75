import { sign as signEd25519 } from 'node:crypto';
import { decodeBoard, findBoardAddress, openBoardInstruction, readProgram } from '@pid/program';
import {
  accountIdFromPid,
  deriveWallet,
  encodeBase58,
  findSessionSignerAddress,
  playMessage,
  toAddress,
  toBase64Url,
  type Address,
} from '@pid/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newAccount, signIntent, sol, type WalletOwner } from '../../test/account-helper.ts';
import {
  grantsPath,
  newSessionKey,
  openGameSession,
  signedRevocation,
  type SessionKey,
} from '../../test/game-session-helper.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../test/passkey-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { landTransaction, deployProgram } from '../chain/index.ts';
import { createChainClient } from '../platform/chain/client/index.ts';
import { signerFromSeed } from '../platform/chain/index.ts';
import { embeddedTransport, openEmbeddedChain } from '@pid/dev-chain';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { suspendIdentity, reactivateIdentity } from '../identity/index.ts';

const executePath = '/v1/session-keys/execute';
const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));

const service = await startTestService({ PID_RELAY_SESSION_IDENTITY_CAP_LAMPORTS: '100000000' });
const access = await openEmbeddedChain({
  db: service.db,
  connectionString: service.connectionString,
  clock: service.clock,
  ids: randomIds,
  log: createLogger('silent'),
});
const client = createChainClient(embeddedTransport(access));
afterAll(() => access.close());

let owner: WalletOwner;
let game: Address;
let chain: { programId: string; genesisHash: string; chainTime: number };

let prepared: Promise<void> | null = null;

// Runs once, in the first test: the helpers poll, which works only while a test runs.
beforeEach(() => (prepared ??= prepare()));

async function prepare(): Promise<void> {
  owner = await newAccount(service, 2n * sol);
  game = toAddress((await owner.client.get('/v1/dev/game')).body.program);
  chain = (await owner.client.get('/v1/chain')).body;
}

const openSession = (changes: Record<string, unknown> = {}, program = game) =>
  openGameSession(owner, program, changes);

const stateOf = async (sessionAddress: string) =>
  (await owner.client.get(grantsPath)).body.items.find(
    (item: { sessionAddress: string }) => item.sessionAddress === sessionAddress,
  );

type Session = Awaited<ReturnType<typeof openSession>>;

async function moveBody(
  session: Session,
  data: Uint8Array,
  options: {
    accounts?: { address: Address; writable: boolean }[];
    program?: Address;
    signer?: SessionKey;
  } = {},
) {
  const program = options.program ?? game;
  const { body: terms } = await service.client().get(executePath);
  const wallet = deriveWallet(toAddress(chain.programId), accountIdFromPid(owner.pid));
  const player = findSessionSignerAddress(wallet.program, wallet.vault, program).address;
  const accounts = options.accounts ?? [
    { address: player, writable: false },
    { address: findBoardAddress(program, player).address, writable: true },
  ];
  const message = playMessage(
    wallet,
    {
      sponsor: terms.sponsor,
      blockhash: terms.blockhash,
      unitLimit: terms.unitLimit,
      unitPriceMicroLamports: BigInt(terms.unitPriceMicroLamports),
    },
    {
      session: session.sessionAddress,
      sessionPubkey: session.address,
      allowedProgram: program,
      data,
      accounts: accounts.filter(({ address }) => address !== terms.sponsor),
    },
  );
  const signature = encodeBase58(new Uint8Array(signEd25519(null, message, (options.signer ?? session).key)));
  return {
    sessionAddress: session.sessionAddress as string,
    data: toBase64Url(data),
    accounts,
    blockhash: terms.blockhash as string,
    signature,
  };
}

const play = async (session: Session, cell: number, program?: Address) =>
  service
    .client()
    .post(executePath, await moveBody(session, Uint8Array.of(1, cell), program ? { program } : {}));

async function openBoard(program: Address): Promise<Address> {
  const payer = signerFromSeed(randomIds.bytes(32));
  await owner.client.post('/v1/dev/airdrop', { address: payer.address, lamports: '1000000000' });
  await expect.poll(async () => (await client.account(payer.address)).account?.lamports).toBe(1_000_000_000n);
  const player = findSessionSignerAddress(toAddress(chain.programId), owner.vault, program).address;
  await landTransaction({ client, sleep }, payer, [openBoardInstruction(program, payer.address, player)]);
  return findBoardAddress(program, player).address;
}

describe('a session', () => {
  it('is opened with a passkey, plays without one, is listed, and ends when its owner revokes it', async () => {
    const session = await openSession();
    expect(await stateOf(session.sessionAddress)).toMatchObject({
      state: 'active',
      allowedProgram: game,
      sessionPubkey: session.address,
    });
    // The page of the game reads it without a sign-in.
    const read = () => service.client().get(`${grantsPath}/${session.sessionAddress}`);
    const { game: _game, ...listed } = await stateOf(session.sessionAddress);
    expect((await read()).body).toStrictEqual(listed);
    const board = await openBoard(game);
    const sponsor = (await service.client().get(executePath)).body.sponsor;
    const before = (await client.account(sponsor)).account!.lamports;
    const body = await moveBody(session, Uint8Array.of(1, 0));
    const [first, again] = await Promise.all([
      service.client().post(executePath, body),
      service.client().post(executePath, body),
    ]);
    expect(first, first.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(again.body.signature).toBe(first.body.signature);
    const cells = decodeBoard((await client.account(board)).account!.data)!.cells;
    expect(cells[0]).toBe('player');
    // The sponsor paid once for two signatures, and for nothing else.
    expect((await client.account(sponsor)).account!.lamports).toBe(before - 10_000n);
    const { rows } = await service.db.query('select lamports from play_spending order by holder');
    expect(rows).toEqual([{ lamports: 10_000n }, { lamports: 10_000n }]);
    const revoked = await owner.client.post(
      `${grantsPath}/${session.sessionAddress}/revoke`,
      await signedRevocation(owner, session.sessionAddress),
    );
    expect(revoked, revoked.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(await stateOf(session.sessionAddress)).toMatchObject({
      state: 'revoked',
      reason: 'You have ended the session.',
    });
    expect((await read()).body).toMatchObject({ state: 'revoked' });
    expect(await service.client().get(`${grantsPath}/${session.address}`)).toMatchObject({ status: 404 });
    expect((await play(session, 8)).body).toStrictEqual({
      statusCode: 400,
      message: 'You have ended the session.',
    });
  });

  it('ends when it expires', async () => {
    const session = await openSession({
      expiresAt: (await owner.client.get('/v1/account')).body.chainTime + 60,
    });
    service.clock.advanceSeconds(61);
    await expect
      .poll(async () => (await stateOf(session.sessionAddress)).state, { interval: 50 })
      .toBe('expired');
    expect((await play(session, 1)).body.message).toContain('session has expired');
  });

  it('ends when its game is upgraded, with a readable reason', async () => {
    const authority = signerFromSeed(randomIds.bytes(32));
    await owner.client.post('/v1/dev/airdrop', { address: authority.address, lamports: '5000000000' });
    await expect.poll(async () => (await client.account(authority.address)).account !== null).toBe(true);
    const deps = { client, sleep, report: () => {} };
    const { programId } = await deployProgram(deps, authority, readProgram('forwarder'));
    const deployedAt = await client.slot();
    await expect.poll(() => client.slot()).toBeGreaterThan(deployedAt);
    const session = await openSession({}, programId);
    expect((await stateOf(session.sessionAddress)).state).toBe('active');
    await deployProgram(deps, authority, readProgram('game'));
    expect(await stateOf(session.sessionAddress)).toMatchObject({
      state: 'stale',
      reason: expect.stringContaining('The game was updated'),
    });
    expect((await play(session, 1, programId)).body.message).toContain('The game was updated');
  });
});

describe('a move is not sponsored', () => {
  let session: Session;
  beforeEach(async () => {
    session ??= await openSession();
  });

  it('if another key signed it or the signed data was changed', async () => {
    const forged = await service
      .client()
      .post(executePath, await moveBody(session, Uint8Array.of(1, 1), { signer: newSessionKey() }));
    expect(forged).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('signature is not the session key’s') },
    });
    const body = await moveBody(session, Uint8Array.of(1, 1));
    expect(
      (await service.client().post(executePath, { ...body, data: toBase64Url(Uint8Array.of(1, 2)) })).status,
    ).toBe(400);
  });

  it('if it names the sponsor or the vault', async () => {
    const { sponsor } = (await service.client().get(executePath)).body;
    for (const address of [sponsor, owner.vault]) {
      const body = await moveBody(session, Uint8Array.of(1, 1), { accounts: [{ address, writable: true }] });
      expect((await service.client().post(executePath, body)).body.message).toBe(
        'A move cannot name the vault or a key of the service',
      );
    }
  });

  it('if the game would refuse it, and the sponsor pays nothing', async () => {
    const sponsor = (await service.client().get(executePath)).body.sponsor;
    const before = (await client.account(sponsor)).account!.lamports;
    const answer = await service.client().post(executePath, await moveBody(session, Uint8Array.of(1, 77)));
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'The chain would refuse the move: program error 8003' },
    });
    expect((await client.account(sponsor)).account!.lamports).toBe(before);
  });

  it('for an unknown session or a suspended identity', async () => {
    const body = await moveBody(session, Uint8Array.of(1, 1));
    expect(
      (await service.client().post(executePath, { ...body, sessionAddress: newSessionKey().address })).status,
    ).toBe(404);
    const deps = service;
    await suspendIdentity(deps, { pid: owner.pid, actor: 'cli', origin: null });
    expect((await service.client().post(executePath, body)).body).toStrictEqual({
      statusCode: 403,
      message: 'Identity suspended',
    });
    await reactivateIdentity(deps, { pid: owner.pid, actor: 'cli', origin: null });
  });
});

describe('rotation', () => {
  it('ends every session of the account', async () => {
    const session = await openSession();
    const next = await giveFurtherPasskey(owner.client, owner.passkey);
    await signInWithSoftPasskey(service, next);
    const { body: account } = await owner.client.get('/v1/account');
    const expiry = account.chainTime + 300;
    const { brandPasskeyPoint, rpIdHashFromRpId } = await import('@pid/protocol');
    const intent = {
      action: 'rotate',
      newAuthority: brandPasskeyPoint(next.publicKey),
      newRpIdHash: rpIdHashFromRpId('localhost'),
    } as const;
    const assertion = await signIntent(owner, owner.passkey, intent, {
      nonce: BigInt(account.nonce),
      expiry,
    });
    const rotated = await owner.client.post('/v1/account/rotate', {
      oldCredentialId: owner.passkey.credentialId,
      newCredentialId: next.credentialId,
      nonce: account.nonce,
      expiry,
      assertion,
    });
    expect(rotated, rotated.text).toMatchObject({ status: 200 });
    expect(await stateOf(session.sessionAddress)).toMatchObject({ state: 'rotated' });
    expect((await play(session, 2)).body.message).toContain('moved to another passkey');
  });
});
