import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { installPeers } from '../support/install-peers.ts';
import { interleave, requestBytes, warmUp, type Target } from '../support/load.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { root, startServer, type Running } from '../support/processes.ts';
import { activeSecret } from '../support/players.ts';
import type { SectionResult } from '../support/results.ts';
import { settings } from '../support/settings.ts';
import { grantRequests, openRig, targetNames, type Rig } from '../support/targets.ts';
import type { World } from '../support/world.ts';

export const title = 'Comparison with alternatives';

const connections = 32;
const names = {
  nestMe: 'NestJS twin of identity/me',
  nestGrants: 'NestJS twin of grants/validate',
  betterAuth: 'better-auth get-session, from the database',
  betterAuthCached: 'better-auth get-session, cookie cache of 5 minutes',
  betterAuthSignIn: 'better-auth sign-in with e-mail and password',
  introspection: 'oidc-provider introspection, tokens in memory',
} as const;

/** Returns null, and prints the reason, if the peers cannot be installed. */
export async function run(world: World, say: (line: string) => void): Promise<SectionResult | null> {
  const problem = await installPeers();
  if (problem) {
    say(`Skipped: ${problem}`);
    return null;
  }
  const rig = await openRig(world);
  const database = await world.createDatabase('peers');
  const started: Running[] = [];
  const start = async (
    file: string,
    probe: string,
    words: readonly string[],
    flags: readonly string[] = [],
  ) => {
    const port = await freePort();
    const server = await startServer([...flags, `bench/peers/${file}`, String(port), ...words], {
      port,
      probe,
    });
    started.push(server);
    return server;
  };
  try {
    const targets = [
      rig.targets[targetNames.bareGet],
      rig.targets[targetNames.plainGet],
      rig.targets[targetNames.bareEcho],
      rig.targets[targetNames.me],
      rig.targets[targetNames.bearer],
      rig.targets[targetNames.plainPost],
      rig.targets[targetNames.grants],
      rig.targets[targetNames.exchange],
      ...(await nestTargets(rig, start)),
      ...(await betterAuthTargets(await start('better-auth.mjs', '/healthz', [database.url]))),
      await introspectionTarget(
        await start('oidc-provider.mjs', '/.well-known/openid-configuration', [clientId, secret]),
      ),
    ];
    say('warming up');
    for (const target of targets) await warmUp(target, connections);
    say('measuring');
    const samples = await interleave(targets, { connections, ...settings.peers });
    const of = (name: string) => samples.get(name)!;
    const ratio = (ours: string, theirs: string) =>
      `${(of(ours).perSecond / of(theirs).perSecond).toFixed(1)} times`;
    return {
      figures: [
        {
          name: `identity/me against its NestJS twin, at ${connections} connections`,
          wanted: { atLeast: 1.2 },
          reached: of(targetNames.me).perSecond / of(names.nestMe).perSecond,
        },
      ],
      tables: [
        {
          title: '',
          columns: ['', 'requests/s', 'of its yardstick', 'processor µs/request', 'p50 ms', 'p99 ms'],
          rows: targets.map(({ name }) => {
            const sample = of(name);
            return [
              name,
              Math.round(sample.perSecond),
              sample.ratio.toFixed(2),
              sample.processorMicros.toFixed(0),
              sample.p50.toFixed(2),
              sample.p99.toFixed(2),
            ];
          }),
        },
        {
          title: 'PID compared with each',
          columns: ['', ''],
          rows: [
            ['identity/me against its NestJS twin', ratio(targetNames.me, names.nestMe)],
            ['grants/validate against its NestJS twin', ratio(targetNames.grants, names.nestGrants)],
            [
              'identity/me against better-auth’s session from the database',
              ratio(targetNames.me, names.betterAuth),
            ],
            [
              'identity/me against better-auth’s session from the cookie cache',
              ratio(targetNames.me, names.betterAuthCached),
            ],
            [
              'auth/exchange, which signs a player in at a game, against better-auth’s sign-in',
              ratio(targetNames.exchange, names.betterAuthSignIn),
            ],
            [
              'bearer read against oidc-provider’s introspection',
              ratio(targetNames.bearer, names.introspection),
            ],
          ],
        },
      ],
      notes: [
        `${await versions()}. All in production mode on ${connections} connections, in alternating rounds. The head of each file in \`bench/peers\` describes the setup.`,
        'Their guarantees differ. PID ends a revoked session on every node within a second; better-auth does so immediately without its cookie cache, and after up to five minutes with it. better-auth’s sign-in hashes a password with scrypt, which is slow by design; ours uses a passkey or an identity provider, and a game waits only for the exchange of a code. Introspection returns the state of a token, not an identity, and uses no database here. The NestJS twin uses our tokens, admission and arithmetic, so it measures only the framework.',
      ],
    };
  } finally {
    for (const server of started) await server.stop();
    await database.drop();
    await rig.close();
  }
}

type Start = (
  file: string,
  probe: string,
  words: readonly string[],
  flags?: readonly string[],
) => Promise<Running>;

async function nestTargets(rig: Rig, start: Start): Promise<Target[]> {
  const { kid, secret } = await activeSecret(rig.database.owner);
  const words = [rig.database.url, rig.node.origin, kid, secret.toString('hex')];
  const server = await start('nest.mjs', '/healthz', words, ['--import', 'tsx']);
  const place = { port: server.port, processIds: [server.processId] };
  const me = requestBytes({ path: '/v1/identity/me', port: server.port, headers: { cookie: rig.cookie } });
  return [
    { name: names.nestMe, yardstick: targetNames.plainGet, ...place, next: () => me },
    {
      name: names.nestGrants,
      yardstick: targetNames.plainPost,
      ...place,
      ...grantRequests(server.port, '/v1/session-keys/grants/validate', rig.cookie),
    },
  ];
}

async function betterAuthTargets(server: Running): Promise<Target[]> {
  const place = { port: server.port, processIds: [server.processId], yardstick: targetNames.plainGet };
  const targets: Target[] = [
    {
      name: names.betterAuthSignIn,
      ...place,
      yardstick: targetNames.bareEcho,
      next: () =>
        requestBytes({
          method: 'POST',
          path: '/plain/sign-in/email',
          port: server.port,
          headers: { 'content-type': 'application/json', origin: `http://localhost:${server.port}` },
          body: JSON.stringify({ email: 'benchplain@example.com', password: 'a long password' }),
        }),
    },
  ];
  for (const [base, name] of [
    ['/plain', names.betterAuth],
    ['/cached', names.betterAuthCached],
  ] as const) {
    const origin = `http://localhost:${server.port}`;
    const answer = await fetch(`${origin}${base}/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({
        email: `bench${base.slice(1)}@example.com`,
        password: 'a long password',
        name: 'Bench',
      }),
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0]!)
      .join('; ');
    if (!answer.ok || cookie === '')
      throw new Error(`better-auth refused the sign-up: ${await answer.text()}`);
    const session = await fetch(`${origin}${base}/get-session`, { headers: { cookie } });
    if (!(await session.text()).includes('bench')) throw new Error('better-auth returned no session');
    const bytes = requestBytes({ path: `${base}/get-session`, port: server.port, headers: { cookie } });
    targets.push({ name, ...place, next: () => bytes });
  }
  return targets;
}

const clientId = 'bench';
const secret = 'a-secret-of-the-benchmark-that-is-long-enough';

async function introspectionTarget(server: Running): Promise<Target> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const origin = `http://localhost:${server.port}`;
  const issued = await fetch(`${origin}/token`, {
    method: 'POST',
    headers: form,
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = (await issued.json()) as { access_token: string };
  const body = new URLSearchParams({ token, token_type_hint: 'client_credentials' }).toString();
  const asked = await fetch(`${origin}/token/introspection`, { method: 'POST', headers: form, body });
  if (!((await asked.json()) as { active?: boolean }).active)
    throw new Error('oidc-provider does not know the token');
  const bytes = requestBytes({
    method: 'POST',
    path: '/token/introspection',
    port: server.port,
    headers: form,
    body,
  });
  return {
    name: names.introspection,
    yardstick: targetNames.bareEcho,
    port: server.port,
    processIds: [server.processId],
    next: () => bytes,
  };
}

async function versions(): Promise<string> {
  const peers = JSON.parse(await readFile(path.join(root, 'bench/peers/package.json'), 'utf8')).dependencies;
  const oidc = JSON.parse(await readFile(path.join(root, 'node_modules/oidc-provider/package.json'), 'utf8'));
  return `better-auth ${peers['better-auth']}, NestJS ${peers['@nestjs/core']} on fastify, oidc-provider ${oidc.version}`;
}
