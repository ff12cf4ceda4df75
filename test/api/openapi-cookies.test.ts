import { operations, type Operation, type OperationName } from '@pid/contract';
import { expect, test } from 'vitest';
import type { Answer, HttpClient } from '../../packages/server/test/http-client.ts';
import { givePasskey, signInWithSoftPasskey } from '../../packages/server/test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../packages/server/test/sign-in-helper.ts';
import { withStepUp } from '../../packages/server/test/step-up-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';

interface Described {
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { headers: Record<string, { description?: string }> }>>;
}

const service = await startTestService();
const { body: document } = await service.client().get('/v1/openapi.json');

function described(name: OperationName): Described {
  const { path, method }: Operation = operations[name];
  return document.paths[path][method.toLowerCase()];
}

/** One of these cookies is required. Without it the operation refuses with this code. */
const required: [name: OperationName, cookies: string[], refusal: string][] = [
  ['refresh', ['pid_refresh'], 'unauthorized'],
  ['logout', ['pid_refresh', 'pid_access'], 'unauthorized'],
  ['getPendingClaim', ['pid_claim'], 'no_pending_claim'],
  ['checkHandle', ['pid_claim'], 'unauthorized'],
  ['claimHandle', ['pid_claim'], 'no_pending_claim'],
  ['signInWithPasskey', ['pid_passkey'], 'challenge_unknown'],
];

test.each(required)('%s requires %j, and the document declares it', async (name, cookies, refusal) => {
  expect(described(name).security).toEqual(cookies.map((cookie) => ({ [cookie]: [] })));
  for (const cookie of cookies)
    expect(document.components.securitySchemes[cookie]).toMatchObject({
      type: 'apiKey',
      in: 'cookie',
      name: cookie,
    });
  const refused = await service
    .client()
    .call(name, operations[name].example as never)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: refusal });
});

test('no other operation requires a cookie besides pid_access', () => {
  const names = Object.keys(operations) as OperationName[];
  const withOther = names.filter((name) =>
    described(name).security.some((entry) =>
      ['pid_refresh', 'pid_claim', 'pid_passkey'].some((cookie) => cookie in entry),
    ),
  );
  expect(withOther.toSorted()).toEqual(required.map(([name]) => name).toSorted());
});

test('an operation that replaces the session of the browser declares the session cookies as parameters', () => {
  for (const name of ['startSignIn', 'claimHandle', 'signInWithPasskey'] as const)
    expect(described(name).parameters.map(({ name: cookie, in: place }) => `${place} ${cookie}`)).toEqual(
      expect.arrayContaining(['cookie pid_refresh', 'cookie pid_access']),
    );
});

const patterns = Object.values<Operation>(operations).map(({ operationId, method, path }) => ({
  operationId,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Collects the names of the cookies that each operation sets or clears. */
function watchCookies(client: HttpClient, seen: Map<string, Set<string>>): void {
  const send = client.sendOnce.bind(client);
  client.sendOnce = async (method, path, ...rest): Promise<Answer> => {
    const answer = await send(method, path, ...rest);
    const { pathname } = new URL(path, client.baseUrl);
    const found = patterns.find((known) => known.method === method && known.pattern.test(pathname));
    for (const line of found && answer.status < 400 ? answer.headers.getSetCookie() : []) {
      const name = line.split('=')[0]!.replace(/^pid_flow_[0-9a-f]+$/, 'pid_flow_<flow>');
      seen.set(found!.operationId, (seen.get(found!.operationId) ?? new Set()).add(name));
    }
    return answer;
  };
}

test('each operation declares exactly the cookies that it sets', async () => {
  const seen = new Map<string, Set<string>>();
  const client = service.client();
  watchCookies(client, seen);
  await signInAs(client, 'cookies@example.com');
  await client.call('claimHandle', { handle: 'cookies_1' });
  await client.call('refresh');
  const passkey = await givePasskey(client);
  await client.call('logout');
  await signInWithSoftPasskey(service, passkey, {}, client);
  await signInAs(client, 'cookies@example.com');
  await withStepUp(client, passkey, { method: 'POST', path: '/v1/credentials/link/dev' });
  const { client: leaver } = await newPlayer(service);
  watchCookies(leaver, seen);
  await leaver.call('deleteIdentity');

  const told = Object.keys(operations).flatMap((name) => {
    const success = Object.entries(described(name as OperationName).responses).find(
      ([status]) => Number(status) < 400,
    );
    const words = success?.[1].headers['Set-Cookie']?.description;
    return words === undefined
      ? []
      : [[name, words.slice('Sets or clears '.length, -1).split(', ')] as const];
  });
  const sorted = (entries: Iterable<readonly [string, Iterable<string>]>) =>
    Object.fromEntries([...entries].map(([name, cookies]) => [name, [...cookies].toSorted()]));
  // The development provider does not use form_post. Both callbacks have the same implementation.
  const { finishSignInByPost, ...others } = sorted(told);
  expect(finishSignInByPost).toEqual(others['finishSignIn']);
  expect(others).toEqual(sorted(seen));
});
