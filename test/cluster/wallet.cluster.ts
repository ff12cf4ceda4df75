import { sign as signEd25519 } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  decodeBoard,
  findBoardAddress,
  openBoardInstruction,
  readManifest,
  readProgram,
} from '../../packages/program/src/index.ts';
import {
  accountIdFromPid,
  deriveWallet,
  encodeBase58,
  findSessionSignerAddress,
  findTokenAccountAddress,
  playMessage,
  toAddress,
  toBase64Url,
} from '../../packages/protocol/src/index.ts';
import {
  acceptedVersion,
  deployProgram,
  landTransaction,
  OperatorTransactionError,
} from '../../packages/server/src/chain/index.ts';
import { signInstructions } from '../../packages/server/src/platform/chain/index.ts';
import { newSigner } from '../../packages/server/test/chain-helper.ts';
import { rotationBody, withdraw, withdrawalBody } from '../../packages/server/test/account-helper.ts';
import { openGameSession } from '../../packages/server/test/game-session-helper.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../packages/server/test/passkey-helper.ts';
import {
  createNoopSigner,
  createSolanaRpcSubscriptions,
  getTransferSolInstruction,
  type Blockhash,
  type Signature,
} from '../../packages/server/test/solana-kit.ts';
import { openClusterWorld, patience, sleep, sol, type ClusterWorld } from './support/cluster-world.ts';
import { exitInstructions } from './support/leave.ts';
import { createMint } from './support/mint.ts';
import { canRestart, hasSocket } from './support/served-chain.ts';

let world: ClusterWorld;
let deployed: string;

beforeAll(async () => {
  world = await openClusterWorld();
  deployed = await world.deploy();
  const ready = async () => (await world.service.client().get('/readyz')).status;
  await vi.waitFor(async () => expect(await ready()).toBe(200), patience);
});

const balanceOf = async (address: string) =>
  (await world.client.account(toAddress(address))).account?.lamports ?? 0n;

async function tokensOf(address: string): Promise<bigint | null> {
  const { account } = await world.client.account(toAddress(address));
  return account && new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(64, true);
}

async function fundedSigner() {
  const signer = newSigner();
  await world.fund(signer.address, sol);
  return signer;
}

describe('the program', () => {
  test('is deployed through the loader in the newest form that the cluster takes, and a second run changes nothing', async () => {
    const version = await acceptedVersion(world.client);
    expect(deployed).toContain('Initialised the config');
    expect((await world.service.client().get('/v1/chain')).body).toMatchObject({
      programId: world.programId,
      programHash: readManifest().programs.wallet[version].sha256,
      origin: world.service.baseUrl,
      testToken: null,
    });
    expect(await world.deploy()).toContain('is up to date');
  });

  test('of a studio is deployed by the same code, once', async () => {
    const authority = newSigner();
    await world.fund(authority.address, 5n * sol);
    const game = readProgram('game', await acceptedVersion(world.client));
    const deps = { client: world.client, sleep, report: () => {} };
    const first = await deployProgram(deps, authority, game);
    expect(first.action).toBe('deployed');
    expect(await deployProgram(deps, authority, game)).toMatchObject({ action: 'unchanged' });
  });
});

describe('a wallet', () => {
  test('is activated, withdraws SOL and tokens, and each lands once', async () => {
    const owner = await world.newAccount();
    const to = newSigner().address;
    const body = await withdrawalBody(owner, { to, amount: 500_000_000n });
    const [first, again] = await Promise.all([
      owner.client.post('/v1/account/withdraw', body),
      owner.client.post('/v1/account/withdraw', body),
    ]);
    expect(first, first.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(again.body.signature).toBe(first.body.signature);
    expect(await balanceOf(to)).toBe(500_000_000n);

    const issuer = await fundedSigner();
    const mint = await createMint(world.client, issuer, owner.vault, 7_000_000n);
    const tokens = await withdraw(owner, { asset: mint, to, amount: 2_000_000n });
    expect(tokens, tokens.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(await tokensOf(findTokenAccountAddress(to, mint).address)).toBe(2_000_000n);
    expect(await tokensOf(findTokenAccountAddress(owner.vault, mint).address)).toBe(5_000_000n);
    await expect
      .poll(
        async () =>
          (await owner.client.get('/v1/account/operations')).body.items.map(
            ({ state }: { state: string }) => state,
          ),
        patience,
      )
      .toEqual(['finalized', 'finalized', 'finalized']);
  });

  test('moves to another passkey: that one withdraws, the first no longer does', async () => {
    const owner = await world.newAccount();
    const next = await giveFurtherPasskey(owner.client, owner.passkey);
    await signInWithSoftPasskey(world.service, next);
    const rotated = await owner.client.post('/v1/account/rotate', await rotationBody(owner, next));
    expect(rotated, rotated.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    const to = newSigner().address;
    expect((await withdraw(owner, { to, amount: 5_000_000n })).status).toBe(400);
    const moved = await withdraw({ ...owner, passkey: next }, { to, amount: 5_000_000n });
    expect(moved, moved.text).toMatchObject({ status: 200 });
  });

  test('is left with its passkey alone, paid by anybody, once', async () => {
    const owner = await world.newAccount();
    const payer = await fundedSigner();
    const { body: account } = await owner.client.get('/v1/account');
    const { body: chain } = await owner.client.get('/v1/chain');
    const destination = newSigner().address;
    const amount = await balanceOf(owner.vault);
    const exit = exitInstructions(owner, chain, {
      destination,
      amount,
      nonce: BigInt(account.nonce),
      expiry: BigInt(chain.chainTime) + 300n,
    });
    await landTransaction({ client: world.client, sleep }, payer, exit);
    expect([await balanceOf(destination), await balanceOf(owner.vault)]).toEqual([amount, 0n]);
    await expect(landTransaction({ client: world.client, sleep }, payer, exit)).rejects.toThrow(
      OperatorTransactionError,
    );
  });
});

describe('a game session', () => {
  test('opens by passkey and plays without one, on a game that was deployed by its studio', async () => {
    const { client, service } = world;
    const studio = newSigner();
    await world.fund(studio.address, 5n * sol);
    const elf = readProgram('game', await acceptedVersion(client));
    const { programId: game } = await deployProgram({ client, sleep, report: () => {} }, studio, elf);
    const owner = await world.newAccount();
    const { programId } = (await owner.client.get('/v1/chain')).body;
    // The session's record of the program must be of a slot that is over.
    await sleep(1000);
    const session = await openGameSession(owner, game);
    const wallet = deriveWallet(toAddress(programId), accountIdFromPid(owner.pid));
    const player = findSessionSignerAddress(wallet.program, wallet.vault, game).address;
    const board = findBoardAddress(game, player).address;
    const payer = await fundedSigner();
    await landTransaction({ client, sleep }, payer, [openBoardInstruction(game, payer.address, player)]);
    const { body: terms } = await service.client().get('/v1/session-keys/execute');
    const accounts = [
      { address: player, writable: false },
      { address: board, writable: true },
    ];
    const data = Uint8Array.of(1, 0);
    const message = playMessage(
      wallet,
      { ...terms, unitPriceMicroLamports: BigInt(terms.unitPriceMicroLamports) },
      {
        session: session.sessionAddress,
        sessionPubkey: session.address,
        allowedProgram: game,
        data,
        accounts,
      },
    );
    const played = await service.client().post('/v1/session-keys/execute', {
      sessionAddress: session.sessionAddress,
      data: toBase64Url(data),
      accounts,
      blockhash: terms.blockhash,
      signature: encodeBase58(new Uint8Array(signEd25519(null, message, session.key))),
    });
    expect(played, played.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(decodeBoard((await client.account(board)).account!.data)?.cells[0]).toBe('player');
  });
});

describe('the cluster itself', () => {
  test('charges a priority fee for the units that were asked for, and nothing more', async () => {
    const payer = await fundedSigner();
    const to = newSigner().address;
    const before = await balanceOf(payer.address);
    const units = 200_000n;
    await landTransaction({ client: world.client, sleep, unitPriceMicroLamports: 10_000n }, payer, [
      getTransferSolInstruction({
        source: createNoopSigner(payer.address),
        destination: to,
        amount: 10_000_000n,
      }),
    ]);
    const paid = before - (await balanceOf(payer.address)) - 10_000_000n;
    expect(paid).toBeGreaterThan(5000n);
    // At most what an instruction and the budget's own may use by default.
    expect(paid).toBeLessThanOrEqual(5000n + (2n * units * 10_000n) / 1_000_000n);
  });

  test('forgets a blockhash, and a transaction that was signed with it never lands', async () => {
    const payer = await fundedSigner();
    const { blockhash } = await world.client.latestBlockhash();
    const destination = newSigner().address;
    const wire = await signInstructions({
      feePayer: payer,
      blockhash,
      instructions: [
        getTransferSolInstruction({
          source: createNoopSigner(payer.address),
          destination,
          amount: 10_000_000n,
        }),
      ],
    });
    const isValid = async () =>
      (await world.client.rpc.isBlockhashValid(blockhash as Blockhash, { commitment: 'processed' }).send())
        .value;
    expect(await isValid()).toBe(true);
    await expect.poll(isValid, { timeout: 180_000, interval: 1000 }).toBe(false);
    expect((await world.client.simulate(wire)).error).toBe('BlockhashNotFound');
    await world.client.send(wire).catch(() => {});
    const height = await world.client.blockHeight();
    await expect.poll(() => world.client.blockHeight(), patience).toBeGreaterThan(height + 2n);
    expect(await balanceOf(destination)).toBe(0n);
  });

  test.skipIf(!hasSocket)('tells by WebSocket when a withdrawal is confirmed', async () => {
    const { socketUrl } = world.cluster;
    const owner = await world.newAccount();
    const ending = new AbortController();
    const notices = await createSolanaRpcSubscriptions(socketUrl)
      .accountNotifications(owner.vault, { commitment: 'confirmed' })
      .subscribe({ abortSignal: ending.signal });
    const heard = (async () => {
      for await (const { value } of notices) return value.lamports;
      throw new Error('the subscription ended');
    })();
    const before = await balanceOf(owner.vault);
    const answer = await withdraw(owner, { to: newSigner().address, amount: 10_000_000n });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    expect(await heard).toBeLessThan(before);
    const [status] = await world.client.statuses([answer.body.signature as Signature]);
    expect(status?.error ?? null).toBeNull();
    ending.abort();
  });

  test.skipIf(!canRestart)(
    'restarts in the middle of a withdrawal: what was signed lands once, and the service knows',
    async () => {
      const owner = await world.newAccount();
      const to = newSigner().address;
      const body = await withdrawalBody(owner, { to, amount: 20_000_000n });
      const asking = owner.client.post('/v1/account/withdraw', body);
      await world.cluster.restart();
      await asking;
      await expect
        .poll(async () => (await owner.client.post('/v1/account/withdraw', body)).status, patience)
        .toBe(200);
      expect(await balanceOf(to)).toBe(20_000_000n);
      const state = async () => (await owner.client.get('/v1/account/operations')).body.items[0].state;
      await expect.poll(state, patience).toBe('finalized');
    },
  );
});
