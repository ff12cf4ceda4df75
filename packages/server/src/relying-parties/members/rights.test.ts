import { randomUUID } from 'node:crypto';
import { operations, type Operation } from '@pid/contract';
import { appRights, appRoles, roleMay, rolesFor, type AppOperation } from '@pid/contract/app-roles';
import { expect, test } from 'vitest';
import { bearing, machineTokenOf, newApp } from '../../../test/app-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { openTeam, told } from './testing/team-fixture.ts';

const service = await startTestService({ PID_SETTLEMENTS: 'manual' });
const team = await openTeam(service);
const everyOperation: readonly Operation[] = Object.values(operations);

test('the table names every operation that names an app, except those of players and administrators', () => {
  const named = everyOperation.filter(({ path }) => path.includes('{client_id}'));
  const elsewhere = named
    .filter(({ path, access }) => access === 'admin' || /^\/v1\/(?:connected-apps|games)\//.test(path))
    .map(({ operationId }) => operationId);
  const inTable = Object.keys(appRights);
  expect([...inTable, ...elsewhere].toSorted()).toEqual(
    named.map(({ operationId }) => operationId).toSorted(),
  );
  // Exactly these take only the app's token.
  for (const { operationId, access } of named.filter(({ operationId }) => inTable.includes(operationId)))
    expect([operationId, rolesFor(operationId).length === 0]).toEqual([operationId, access === 'app']);
});

/** Sends a request that the contract accepts, with ids that do not exist. */
function ask(
  operation: Operation,
  clientId: string,
  by: keyof typeof team & ('owner' | 'stranger' | 'developer' | 'finance'),
) {
  const { method, path, example = {}, params, query, body } = operation;
  const given: Record<string, unknown> = { ...example, client_id: clientId, pid: 'nobody_at_all@pid' };
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(name === 'id' ? randomUUID() : String(given[name])),
  );
  const known = new Set([...Object.keys(params?.properties ?? {}), ...Object.keys(query?.properties ?? {})]);
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !known.has(name)));
  const { properties: taken } = (body ?? {}) as { readonly properties?: Record<string, unknown> };
  const sent = taken && Object.fromEntries(Object.entries(fields).filter(([name]) => name in taken));
  return team[by].client.send(method, address, sent, { 'idempotency-key': randomUUID() });
}

const appOperations = Object.keys(appRights) as AppOperation[];

test.for(appOperations.filter((operation) => rolesFor(operation).length > 0))(
  '%s is open to exactly the roles of the table',
  async (name) => {
    const operation: Operation = operations[name];
    expect(told(await ask(operation, team.clientId, 'stranger'))).toBe('404 no_such_app');
    for (const role of appRoles.filter((one) => one !== 'owner')) {
      const roles = rolesFor(name);
      const need = roles.length === 1 ? roles[0] : `"${roles.join(' ')}"`;
      const answer = told(await ask(operation, team.clientId, role));
      if (roleMay(role, name)) expect(answer).not.toMatch(/no_such_app|role_needed/);
      else expect(answer).toBe(`404 role_needed; need=${need}`);
    }
  },
);

test('a machine token reaches only its own app', async () => {
  const app = await newApp((await newPlayer(service)).client);
  const token = bearing(await machineTokenOf(service.client(), app));
  const own = await service.client().get(`/v1/apps/${app.clientId}`, token);
  expect([own.status, own.body.role]).toEqual([200, undefined]);
  expect(told(await service.client().get(team.path, token))).toBe('404 no_such_app');
  expect((await service.client().get(`/v1/apps/${app.clientId}/members`, token)).status).toBe(403);
});

test('only the owner changes the scopes; a developer may repeat them', async () => {
  const { path, owner, developer } = team;
  const scopes = async () => (await owner.client.get(path)).body.scopes;
  expect((await developer.client.patch(path, { scopes: ['payments', 'read'] })).status).toBe(200);
  expect((await owner.client.patch(path, { scopes: ['read'] })).status).toBe(200);
  const restored = await developer.client.patch(path, { scopes: ['read', 'payments'] });
  expect(told(restored)).toBe('404 role_needed; need=owner');
  expect(await scopes()).toEqual(['read']);
  expect((await owner.client.patch(path, { scopes: ['read', 'payments'] })).status).toBe(200);
  expect(told(await developer.client.patch(path, { scopes: ['read'] }))).toBe('404 role_needed; need=owner');
});

test('only the owner changes the age rating; a developer may repeat it', async () => {
  const { path, owner, developer } = team;
  expect((await owner.client.patch(path, { rating: '7+' })).status).toBe(200);
  expect((await developer.client.patch(path, { rating: '7+' })).status).toBe(200);
  expect(told(await developer.client.patch(path, { rating: '3+' }))).toBe('404 role_needed; need=owner');
  expect(told(await developer.client.patch(path, { rating: null }))).toBe('404 role_needed; need=owner');
  expect((await owner.client.get(path)).body.rating).toBe('7+');
});

test('the list of apps names the role of the caller', async () => {
  const own = await newApp(team.developer.client);
  const { items } = await team.developer.client.call('listApps', {});
  expect(items.map(({ client_id: id, role }) => [id, role])).toEqual([
    [own.clientId, 'owner'],
    [team.clientId, 'developer'],
  ]);
  const first = await team.developer.client.call('listApps', { limit: 1 });
  const second = await team.developer.client.call('listApps', { limit: 1, cursor: first.nextCursor! });
  expect([...first.items, ...second.items].map(({ client_id: id }) => id)).toEqual([
    own.clientId,
    team.clientId,
  ]);
  expect(await team.finance.client.call('getApp', { client_id: team.clientId })).toMatchObject({
    role: 'finance',
  });
});
