import { once } from 'node:events';
import type { Input } from '@pid/contract';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findSessionSignerAddress, toAddress } from '@pid/protocol';
import { findBoardAddress, openBoardInstruction, decodeBoard } from '@pid/program';
import { embeddedTransport, openEmbeddedChain } from '@pid/dev-chain';
import { expect, test } from 'vitest';
import { landTransaction } from '../../packages/server/src/chain/index.ts';
import { createChainClient } from '../../packages/server/src/platform/chain/client/index.ts';
import { signerFromSeed } from '../../packages/server/src/platform/chain/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { newAccount, sol } from '../../packages/server/test/account-helper.ts';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { grantsPath, signedGrant } from '../../packages/server/test/game-session-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import {
  approve,
  newPermissionPlayer,
} from '../../packages/server/src/evm-permissions/testing/permission-player.ts';
import {
  account,
  friend,
  token,
  verifier,
} from '../../packages/server/src/evm-permissions/testing/sample-request.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { fileOf, readGuide } from './read-guide.ts';
import { arrive, type Stranger } from './stranger.ts';

const service = await startTestService();
const { blocks } = readGuide('27-plain-http.md', service.baseUrl);

/** Starts a program of the guide. `said` has everything that it has printed. */
async function start(stranger: Stranger, name: string, environment: Record<string, string>) {
  await writeFile(path.join(stranger.folder, name), fileOf(blocks, name));
  const { child, line } = await stranger.begin(`node ${name}`, environment);
  const run = { said: line, ended: once(child, 'close'), child };
  child.stdout!.on('data', (chunk: Buffer) => (run.said += `\n${chunk.toString().trim()}`));
  return run;
}

const openedBy = (said: string) => new URL(/^Open (\S+)/.exec(said)![1]!);

test.each(['allow', 'deny'] as const)('signs a player in: %s', async (decision) => {
  const { client, pid } = await newPlayer(service);
  const { clientId } = await newApp(client, { origins: [] });
  const environment = { CLIENT_ID: clientId, PORT: String(await freePort()) };
  const program = await start(await arrive(), 'sign-in.mjs', environment);
  const asked = openedBy(program.said);
  expect(asked.origin + asked.pathname).toBe(`${service.baseUrl}/authorize`);
  const fields = Object.fromEntries(asked.searchParams) as { client_id: string; redirect_uri: string };
  const { redirectTo } = await client.call('decideLogin', { ...fields, decision });
  await fetch(redirectTo);
  await program.ended;
  expect(program.said.split('\n').at(-1)).toBe(decision === 'allow' ? `Welcome, ${pid}` : 'access_denied');
});

test('reads the events of an app, and continues after the last one', async () => {
  const { client, pid } = await newPlayer(service);
  const app = await newApp(client);
  const stranger = await arrive();
  const environment = { CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret };
  const login = { client_id: app.clientId, redirect_uri: app.redirectUri, decision: 'allow' } as const;
  await client.call('decideLogin', login);
  const first = await start(stranger, 'events.mjs', environment);
  await expect.poll(() => first.said).toBe(`1 connection.created ${JSON.stringify({ pid })}`);
  await client.call('disconnectApp', { client_id: app.clientId });
  await expect.poll(() => first.said.split('\n').at(-1)).toContain('2 connection.ended');
  await expect.poll(() => readFile(path.join(stranger.folder, 'last-event'), 'utf8')).toBe('2');
  first.child.kill();
  await first.ended;
  await client.call('decideLogin', login);
  const second = await start(stranger, 'events.mjs', environment);
  await expect.poll(() => second.said).toContain('3 connection.created');
  expect(second.said).not.toContain('connection.ended');
});

test('requests an EVM permission and signs a call that the permission allows', async () => {
  const player = await newPermissionPlayer(service);
  const app = await newApp(player.client, { origins: [] });
  const program = await start(await arrive(), 'permission.mjs', {
    CLIENT_ID: app.clientId,
    CLIENT_SECRET: app.clientSecret,
    PORT: String(await freePort()),
    ACCOUNT: account,
    VERIFIER: verifier,
    TOKEN: token,
    RECIPIENT: friend,
  });
  const asked = openedBy(program.said);
  expect(asked.origin + asked.pathname).toBe(`${service.baseUrl}/grant`);
  // Does what PID's page does after the player's confirmation.
  const fields = Object.fromEntries(asked.searchParams) as Omit<Input<'decidePermissionRequest'>, 'decision'>;
  const { id, digest } = await player.client.call('decidePermissionRequest', {
    ...fields,
    decision: 'allow',
  });
  const approved = await approve(player, { id: id!, digest: digest! });
  await fetch(approved.body.redirectTo);
  await program.ended;
  expect(program.said.split('\n').at(-1)).toBe('Allowed');
});

test('opens a game session and makes a move', async () => {
  const access = await openEmbeddedChain({
    db: service.db,
    connectionString: service.connectionString,
    clock: service.clock,
    ids: randomIds,
    log: createLogger('silent'),
  });
  onFileEnd(() => access.close());
  const chain = createChainClient(embeddedTransport(access));
  const owner = await newAccount(service, 2n * sol);
  const game = toAddress((await owner.client.call('getExampleGame')).program);
  const { programId } = await owner.client.call('getChain');
  const player = findSessionSignerAddress(toAddress(programId), owner.vault, game).address;
  const studio = signerFromSeed(randomIds.bytes(32));
  await owner.client.call('requestAirdrop', { address: studio.address, lamports: '1000000000' });
  await expect.poll(async () => (await chain.account(studio.address)).account?.lamports).toBe(1_000_000_000n);
  const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
  await landTransaction({ client: chain, sleep }, studio, [
    openBoardInstruction(game, studio.address, player),
  ]);

  const { clientId } = await newApp(owner.client, { origins: [] });
  const environment = {
    CLIENT_ID: clientId,
    PLAYER: owner.pid,
    PROGRAM: game,
    PORT: String(await freePort()),
  };
  const program = await start(await arrive(), 'play.mjs', environment);
  const asked = openedBy(program.said);
  expect(asked.origin + asked.pathname).toBe(`${service.baseUrl}/session`);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: clientId,
    program: game,
    hours: '12',
  });
  // Does what PID's page does after the player's confirmation.
  const key = { address: toAddress(asked.searchParams.get('session_key')!) };
  const opened = await owner.client.post(grantsPath, await signedGrant(owner, game, key));
  const result = new URL(asked.searchParams.get('redirect_uri')!);
  result.searchParams.set('pid_session', opened.body.sessionAddress);
  result.searchParams.set('expires_at', String(opened.body.expiresAt));
  result.searchParams.set('state', asked.searchParams.get('state')!);
  await fetch(result);
  await program.ended;
  expect(program.said.split('\n').at(-1)).toMatch(/^Confirmed: \w{64,88}$/);
  const board = await chain.account(findBoardAddress(game, player).address);
  expect(decodeBoard(board.account!.data)!.cells[4]).toBe('player');
});
