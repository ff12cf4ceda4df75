import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operations, strictSchema } from '@pid/contract';
import { grantBodies } from './grant-bodies.ts';
import { cycle, requestBytes, type Target } from './load.ts';
import { connectApp, openWallet, pidOfPlayer, populate, supplyCodes } from './players.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { startServer, type Running } from './processes.ts';
import type { World, WorldDatabase } from './world.ts';

export const json = { 'content-type': 'application/json' };
const players = 10_000;
/**
 * Players of the targets with many players. They fit into the caches of a node, as the players of one hour
 * would.
 */
const crowd = 1000;
const senders = 50;
/** More than any machine exchanges in a second. */
const codesPerSecond = 12_000;
const bodiesSeconds = 240;

/** The service and its yardstick on one machine, with players, an app and login codes. */
export interface Rig {
  readonly database: WorldDatabase;
  readonly node: Running & { readonly origin: string };
  /** Access cookie of one player. */
  readonly cookie: string;
  readonly targets: Record<TargetName, Target>;
  /** The same targets on another node of the same database. */
  onNode(node: Running): Promise<Record<TargetName, Target>>;
  close(): Promise<void>;
}

export type TargetName = (typeof targetNames)[keyof typeof targetNames];

export const targetNames = {
  bareGet: 'bare fastify GET',
  plainGet: 'plain fastify GET: same cookie, request id and headers',
  me: 'identity/me by cookie',
  meCrowd: 'identity/me, 1,000 players',
  bearer: 'identity/me by bearer',
  plainPost: 'plain fastify POST: same schema, cookie, request id and headers',
  grants: 'grants/validate',
  bareEcho: 'bare fastify POST',
  exchange: 'auth/exchange',
  sends: 'fiat/sends',
  sendsCrowd: 'fiat/sends, 1,000 players, Idempotency-Key',
} as const;

export async function openRig(world: World): Promise<Rig> {
  const database = await world.createDatabase('hot_paths');
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.toReversed()) await stop();
    await database.drop();
  };
  try {
    await database.migrate();
    await populate(database.owner, players);
    const app = await connectApp(database.owner);
    const codes = supplyCodes(database.owner, app, players);
    const node = await database.startNode();
    stops.push(node.stop);
    const secret = randomBytes(32);
    const bare = await startBare(world.folder, secret);
    stops.push(bare.stop);
    const wallet = await openWallet(database.owner, node.origin, app.clientId);
    const shared = { wallet, app, codes, bare, bareCookie: `pid_access=${bareToken(secret)}` };
    const onNode = async (other: Running) => makeTargets(other, shared);
    return { database, node, cookie: wallet.cookieOf(1), targets: makeTargets(node, shared), onNode, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startBare(folder: string, secret: Buffer): Promise<Running> {
  const port = await freePort();
  const schemaFile = path.join(folder, 'register-session.json');
  await writeFile(schemaFile, JSON.stringify(strictSchema(operations.validateSessionGrant.body)));
  return startServer(['bench/bare-server.mjs', String(port), secret.toString('hex'), schemaFile], {
    port,
    probe: '/',
  });
}

/** A token for the plain fastify routes, in the same form as ours. */
function bareToken(secret: Buffer): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: 'bench' })}.${encode({ sub: 'bench', exp: Math.floor(Date.now() / 1000) + 86_400 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

interface Shared {
  readonly wallet: Awaited<ReturnType<typeof openWallet>>;
  readonly app: Awaited<ReturnType<typeof connectApp>>;
  readonly codes: ReturnType<typeof supplyCodes>;
  readonly bare: Running;
  readonly bareCookie: string;
}

function makeTargets(node: Running, shared: Shared): Record<TargetName, Target> {
  const { wallet, app, codes, bare } = shared;
  const ours = { port: node.port, processIds: [node.processId] };
  const theirs = { port: bare.port, processIds: [bare.processId] };
  const cookie = wallet.cookieOf(1);
  const crowdCookies = Array.from({ length: crowd }, (_, index) => wallet.cookieOf(1 + index * 10));
  const crowdReads = crowdCookies.map((cookie) => get(node.port, '/v1/identity/me', { cookie }));
  const send = (index: number, headers: Record<string, string> = {}) =>
    post(
      node.port,
      '/v1/fiat/sends',
      { cookie: crowdCookies[index]!, ...headers },
      JSON.stringify({ to: pidOfPlayer(1 + ((index + 1) % crowd) * 10), amount: 1000 }),
    );
  const sends = crowdCookies.slice(0, senders).map((_, index) => send(index));
  const sender = cycle(crowdCookies.map((_, index) => index));
  const echo = crowdCookies.map((cookie, index) =>
    post(bare.port, '/', { cookie }, JSON.stringify({ to: pidOfPlayer(1 + index * 10), amount: 1000 })),
  );
  const fixed = (bytes: Buffer) => () => bytes;
  const list: Target[] = [
    {
      name: targetNames.bareGet,
      yardstick: targetNames.bareGet,
      ...theirs,
      next: fixed(get(bare.port, '/')),
    },
    {
      name: targetNames.plainGet,
      yardstick: targetNames.plainGet,
      ...theirs,
      next: fixed(get(bare.port, '/me', { cookie: shared.bareCookie })),
    },
    {
      name: targetNames.me,
      yardstick: targetNames.plainGet,
      ...ours,
      next: fixed(get(node.port, '/v1/identity/me', { cookie })),
    },
    { name: targetNames.meCrowd, yardstick: targetNames.plainGet, ...ours, next: cycle(crowdReads) },
    {
      name: targetNames.bearer,
      yardstick: targetNames.plainGet,
      ...ours,
      next: fixed(get(node.port, '/v1/identity/me', { authorization: `Bearer ${wallet.bearerOf(1)}` })),
    },
    {
      name: targetNames.plainPost,
      yardstick: targetNames.plainPost,
      ...theirs,
      ...grantRequests(bare.port, '/grants/validate', shared.bareCookie),
    },
    {
      name: targetNames.grants,
      yardstick: targetNames.plainPost,
      ...ours,
      ...grantRequests(node.port, '/v1/session-keys/grants/validate', cookie),
    },
    { name: targetNames.bareEcho, yardstick: targetNames.bareEcho, ...theirs, next: cycle(echo) },
    {
      name: targetNames.exchange,
      yardstick: targetNames.bareEcho,
      ...ours,
      prepare: (seconds) => codes.ensure(Math.ceil(codesPerSecond * seconds) + 1000),
      next: () =>
        post(
          node.port,
          '/v1/auth/exchange',
          {},
          JSON.stringify({ client_id: app.clientId, code: codes.next(), client_secret: app.clientSecret }),
        ),
    },
    { name: targetNames.sends, yardstick: targetNames.bareEcho, ...ours, next: cycle(sends) },
    {
      name: targetNames.sendsCrowd,
      yardstick: targetNames.bareEcho,
      ...ours,
      next: () => send(sender(), { 'idempotency-key': randomUUID() }),
    },
  ];
  return Object.fromEntries(list.map((target) => [target.name, target])) as Record<TargetName, Target>;
}

function get(port: number, requestPath: string, headers: Record<string, string> = {}): Buffer {
  return requestBytes({ path: requestPath, port, headers });
}

function post(port: number, requestPath: string, headers: Record<string, string>, body: string): Buffer {
  return requestBytes({ method: 'POST', path: requestPath, port, headers: { ...headers, ...json }, body });
}

/** Creates new grants during a run, because a grant is valid for ten minutes and a run takes longer. */
export function grantRequests(
  port: number,
  requestPath: string,
  cookie: string,
): Pick<Target, 'next' | 'prepare'> {
  let next = (): Buffer => Buffer.alloc(0);
  let madeAt = 0;
  return {
    next: () => next(),
    async prepare() {
      const nowSeconds = Math.floor(Date.now() / 1000);
      if (nowSeconds - madeAt < bodiesSeconds) return;
      madeAt = nowSeconds;
      next = cycle(grantBodies(nowSeconds).map((body) => post(port, requestPath, { cookie }, body)));
    },
  };
}
