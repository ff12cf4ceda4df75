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
  CLAIM_WAIT_SECONDS,
  accountIdFromPid,
  brandPasskeyPoint,
  decodeClaim,
  decodeRecovery,
  deriveWallet,
  encodeBase58,
  findClaimAddress,
  findRecoveryAddress,
  findSessionSignerAddress,
  findTokenAccountAddress,
  finishClaimInstruction,
  finishRecoveryInstruction,
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
import {
  newOwner,
  rotationBody,
  withdraw,
  withdrawalBody,
} from '../../packages/server/test/account-helper.ts';
import { newSigner } from '../../packages/server/test/chain-helper.ts';
import { openGameSession } from '../../packages/server/test/game-session-helper.ts';
import { giveFurtherPasskey, signInWithSoftPasskey } from '../../packages/server/test/passkey-helper.ts';
import {
  approveByPasskey,
  approveBySheet,
  ballotOf,
  cancelOnChain,
  guardedBySheet,
  newSheet,
  setPolicy,
  startRecovery,
} from '../../packages/server/test/recovery-helper.ts';
import { signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { openClusterWorld, patience, sleep, sol, type ClusterWorld } from './support/cluster-world.ts';
import { claimInstructions, exitInstructions } from './support/leave.ts';
import { createMint } from './support/mint.ts';

/** Feature `disable_sbpf_v0_v1_v2_deployment` of agave-feature-set. */
const endOfOlderForms = toAddress('B8JJXCy5amZyWG9r7EnUYLwzXSXTxG7GZ1qZ1qggo83g');

let world: ClusterWorld;
let deployed: string;

beforeAll(async () => {
  world = await openClusterWorld();
  deployed = await world.deploy();
  const ready = async () => (await world.service.client().get('/readyz')).status;
  await vi.waitFor(async () => expect(await ready()).toBe(200), patience);
});

async function tokensOf(address: string): Promise<bigint | null> {
  const { account } = await world.client.account(toAddress(address));
  return account && new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(64, true);
}

describe('the program', () => {
  test('is deployed in the newest SBPF version that the cluster accepts, and a second run changes nothing', async () => {
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

  test('of a studio is deployed once by the same code', async () => {
    const authority = newSigner();
    await world.fund(authority.address, 5n * sol);
    const game = readProgram('game', await acceptedVersion(world.client));
    const deps = { client: world.client, sleep, report: () => {} };
    const first = await deployProgram(deps, authority, game);
    expect(first.action).toBe('deployed');
    expect(await deployProgram(deps, authority, game)).toMatchObject({ action: 'unchanged' });
  });

  test('of an older SBPF version is refused by a cluster that disabled it (SIMD-0500), and accepted by any other', async () => {
    const authority = newSigner();
    await world.fund(authority.address, 5n * sol);
    const deps = { client: world.client, sleep, report: () => {} };
    const outcome = await deployProgram(deps, authority, readProgram('game', 'v0')).then(
      ({ action }) => action,
      (error: unknown) => (error instanceof OperatorTransactionError ? 'refused' : Promise.reject(error)),
    );
    const { account: feature } = await world.client.account(endOfOlderForms);
    expect(outcome).toBe(feature?.data[0] === 1 ? 'refused' : 'deployed');
  });
});

describe('a wallet', () => {
  test('is activated and withdraws SOL and tokens, each exactly once', async () => {
    const owner = await world.newAccount();
    const to = newSigner().address;
    const body = await withdrawalBody(owner, { to, amount: 500_000_000n });
    const [first, again] = await Promise.all([
      owner.client.post('/v1/account/withdraw', body),
      owner.client.post('/v1/account/withdraw', body),
    ]);
    expect(first, first.text).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(again.body.signature).toBe(first.body.signature);
    expect(await world.balanceOf(to)).toBe(500_000_000n);

    const issuer = await world.fundedSigner();
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

  test('moves to another passkey: the new one can withdraw, the old one cannot', async () => {
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

  test('exits with its passkey alone, paid by any payer, once', async () => {
    const owner = await world.newAccount();
    const payer = await world.fundedSigner();
    const { body: account } = await owner.client.get('/v1/account');
    const { body: chain } = await owner.client.get('/v1/chain');
    const destination = newSigner().address;
    const amount = await world.balanceOf(owner.vault);
    const exit = exitInstructions(owner, chain, {
      destination,
      amount,
      nonce: BigInt(account.nonce),
      expiry: BigInt(chain.chainTime) + 300n,
    });
    await landTransaction({ client: world.client, sleep }, payer, exit);
    expect([await world.balanceOf(destination), await world.balanceOf(owner.vault)]).toEqual([amount, 0n]);
    await expect(landTransaction({ client: world.client, sleep }, payer, exit)).rejects.toThrow(
      OperatorTransactionError,
    );
  });

  test('that was never activated is claimed with the certificate alone; the claim cannot be finished early', async () => {
    const owner = await newOwner(world.service);
    await world.fund(owner.vault, sol);
    const payer = await world.fundedSigner();
    const { body: chain } = await owner.client.get('/v1/chain');
    const file = (await owner.client.get('/v1/account/certificate')).body.items[0];
    const { wallet, instructions } = claimInstructions(owner, chain, file, payer.address);
    await landTransaction({ client: world.client, sleep }, payer, instructions);
    const { account } = await world.client.account(
      findClaimAddress(wallet.program, wallet.accountId).address,
    );
    const claim = decodeClaim(account!.data)!;
    expect(claim.authority).toEqual(brandPasskeyPoint(owner.passkey.publicKey));
    const { seconds } = await world.client.time();
    expect(claim.readyAt - seconds).toBeGreaterThan(CLAIM_WAIT_SECONDS - 120n);
    const finishing = landTransaction({ client: world.client, sleep }, payer, [
      finishClaimInstruction(wallet),
    ]);
    await expect(finishing).rejects.toThrow(OperatorTransactionError);
    expect(await world.balanceOf(owner.vault)).toBe(sol);
  });
});

describe('a recovery', () => {
  test('is set up, approved by a sheet and a player, cannot be finished early, and is cancelled', async () => {
    const [owner, friend] = [await world.newAccount(), await world.newAccount()];
    const sheet = await newSheet(owner);
    const guardians = [guardedBySheet(sheet), { kind: 'account' as const, pid: friend.pid }];
    const set = await setPolicy(owner, guardians, { threshold: 2, delaySeconds: 86_400 });
    expect(set, set.text).toMatchObject({ status: 200 });
    const device = world.service.client();
    await signInAs(device, `${owner.pid.replace('@pid', '')}@example.com`);
    const started = await startRecovery(device);
    const bySheet = await ballotOf(device, owner, started, { guardian: 0, nonce: '1' });
    const voted = await approveBySheet(device, sheet, started.id, bySheet);
    expect(voted, voted.text).toMatchObject({ status: 200 });
    expect((await owner.client.call('getRecovery')).attempt).toBeNull();
    const byFriend = await ballotOf(friend.client, owner, started, { guardian: 1, nonce: '1' });
    const agreed = await approveByPasskey(friend.client, friend.passkey, started.id, byFriend);
    expect(agreed, agreed.text).toMatchObject({ status: 200 });
    const { attempt, chainTime } = await owner.client.call('getRecovery');
    expect(attempt?.votes).toHaveLength(2);
    expect(Date.parse(attempt!.readyAt) / 1000 - chainTime).toBeGreaterThan(86_400 - 120);

    // Neither the service nor another payer can finish it early.
    expect((await device.post(`/v1/recovery/attempts/${started.id}/finish`, {})).status).toBe(400);
    const wallet = deriveWallet(world.programId, accountIdFromPid(owner.pid));
    const payer = await world.fundedSigner();
    const newAuthority = brandPasskeyPoint(started.passkey.publicKey);
    const finishing = landTransaction({ client: world.client, sleep }, payer, [
      finishRecoveryInstruction(wallet, newAuthority),
    ]);
    await expect(finishing).rejects.toThrow(OperatorTransactionError);

    const cancelled = await cancelOnChain(owner, started.id);
    expect(cancelled, cancelled.text).toMatchObject({ status: 200 });
    const { account } = await world.client.account(
      findRecoveryAddress(wallet.program, wallet.accountId).address,
    );
    const recovery = decodeRecovery(account!.data)!;
    expect(recovery).toMatchObject({ nonce: 2n, votes: [null, null], threshold: 2 });
    expect(recovery.barredUntil.every((until) => until > BigInt(chainTime))).toBe(true);
    expect((await withdraw(owner, { to: newSigner().address, amount: 5_000_000n })).status).toBe(200);
  });
});

describe('a game session', () => {
  test('opens with a passkey and plays without one, on a game that its studio deployed', async () => {
    const { client, service } = world;
    const studio = newSigner();
    await world.fund(studio.address, 5n * sol);
    const elf = readProgram('game', await acceptedVersion(client));
    const { programId: game } = await deployProgram({ client, sleep, report: () => {} }, studio, elf);
    const owner = await world.newAccount();
    const { programId } = (await owner.client.get('/v1/chain')).body;
    // The session's record of the program must be from a completed slot.
    await sleep(1000);
    const session = await openGameSession(owner, game);
    const wallet = deriveWallet(toAddress(programId), accountIdFromPid(owner.pid));
    const player = findSessionSignerAddress(wallet.program, wallet.vault, game).address;
    const board = findBoardAddress(game, player).address;
    const payer = await world.fundedSigner();
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
