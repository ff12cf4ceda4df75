import {
  machineRoles,
  operations,
  type MachineRole,
  type Operation,
  type OperationName,
} from '@pid/contract';
import { Refusal } from '@pid/contract/client';
import { expect, test } from 'vitest';
import { machineTokenOf, newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { manualClock } from '../platform/clock.ts';
import { nothingHeard, type Database } from '../platform/db/index.ts';
import { sha256 } from '../platform/hash.ts';
import { randomIds } from '../platform/ids.ts';
import { openMachines } from './admit-machine.ts';
import { addMachineCredential, endMachineCredential } from './manage-machine-credentials.ts';

/**
 * The role that each operation needs besides `owner`, declared here a second time: a new operation fails this
 * test until it is added here.
 */
const reachedBy: Readonly<Record<string, MachineRole>> = {
  readSecurityLog: 'reader',
  searchIdentities: 'reader',
  getIdentityAsAdmin: 'reader',
  suspendIdentityAsAdmin: 'support',
  reactivateIdentityAsAdmin: 'support',
  deleteIdentityAsAdmin: 'owner',
  getTier: 'reader',
  setTier: 'support',
  getFamilyAsAdmin: 'reader',
  correctBirthMonth: 'support',
  endParent: 'support',
  confirmRating: 'support',
  searchApps: 'reader',
  verifyApp: 'owner',
  unverifyApp: 'owner',
  pauseApp: 'support',
  resumeApp: 'support',
  listAudit: 'reader',
  listGamePrograms: 'reader',
  allowGameProgram: 'owner',
  disallowGameProgram: 'owner',
  getFeeIncome: 'reader',
  getTopUpAsAdmin: 'reader',
  clawBackTopUp: 'money',
  listSuspense: 'reader',
  creditSuspense: 'money',
  refundSuspense: 'money',
  listVerifications: 'reader',
  approveVerification: 'owner',
  refuseVerification: 'owner',
  listPaymentsAsAdmin: 'reader',
  refundPaymentAsAdmin: 'money',
  // They show account numbers, so reading them needs the role that acts on them.
  listBankAccounts: 'money',
  // Refused with `person_needed`, as are the outcomes of a settlement: a machine gives no step-up.
  approveBankAccount: 'money',
  refuseBankAccount: 'money',
  listSettlementsAsAdmin: 'money',
  markSettlementSent: 'money',
  markSettlementPaid: 'money',
  markSettlementFailed: 'money',
};

type Named = Operation & { readonly operationId: OperationName };
const declared = Object.values<Named>(operations);
const administrators = declared.filter(({ access }) => access === 'admin');

const service = await startTestService();
const deps = { db: service.db, clock: service.clock, ids: randomIds };
async function newMachine(role: MachineRole, days = 30) {
  const name = `${role}-${randomIds.token(6).toLowerCase().replaceAll('_', 'x')}`;
  const made = await addMachineCredential(deps, { name, role, days, actor: 'cli', reason: null });
  return { name, secret: made!.secret };
}

/** Returns `accepted`, `hidden` for a 404 that hides the route, or the error code. */
async function ask({ operationId, example }: Named, headers: Readonly<Record<string, string>>) {
  try {
    await service
      .client()
      .with({ 'idempotency-key': randomIds.token(9), ...headers })
      .call(operationId, { ...example });
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal)
      return error.status === 404 && error.code === 'not_found' ? 'hidden' : error.code;
    throw error;
  }
}
const bearing = (secret: string) => ({ authorization: `Bearer ${secret}` });
const uses = async (name: string) =>
  (await service.db.query('select from audit_events where actor = $1', [`machine:${name}`])).rowCount;

test('every admin operation is listed with its role, and only admin operations are under /v1/admin/', () => {
  expect(administrators.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(reachedBy).toSorted(),
  );
  for (const { operationId, path, access } of declared)
    expect([operationId, path.startsWith('/v1/admin/')]).toEqual([operationId, access === 'admin']);
});

test.each(machineRoles)(
  'a %s can call the operations of its role and is refused others with role_too_small',
  async (role) => {
    const machine = await newMachine(role);
    let reached = 0;
    for (const operation of administrators) {
      const needs = reachedBy[operation.operationId]!;
      const isAllowed = role === 'owner' || needs === 'reader' || needs === role;
      const answer = await ask(operation, bearing(machine.secret));
      expect([operation.operationId, answer === 'role_too_small']).toEqual([
        operation.operationId,
        !isAllowed,
      ]);
      expect([operation.operationId, answer]).not.toEqual([operation.operationId, 'unauthorized']);
      if (isAllowed) reached += 1;
    }
    // Only admitted requests count as a use, whatever their outcome; requests refused for their role do not.
    const { rows } = await service.db.query(
      "select from audit_events where actor = $1 and action = 'machine.used'",
      [`machine:${machine.name}`],
    );
    expect(rows.length).toBe(reached);
  },
);

test('refuses revoked, expired and made-up credentials at every admin operation', async () => {
  const [revoked, lapsed] = [await newMachine('owner'), await newMachine('owner', 1)];
  await endMachineCredential(deps, { name: revoked.name, actor: 'cli', reason: null });
  // The second credential has expired after this.
  service.clock.advanceSeconds(86_401);
  for (const secret of [revoked.secret, lapsed.secret, `pid_machine_${randomIds.token(32)}`])
    for (const operation of administrators)
      expect([operation.operationId, await ask(operation, bearing(secret))]).toEqual([
        operation.operationId,
        'unauthorized',
      ]);
  expect([await uses(revoked.name), await uses(lapsed.name)]).toEqual([0, 0]);
});

test('refuses an owner credential at every operation that is not for administrators', async () => {
  const { name, secret } = await newMachine('owner');
  for (const operation of declared.filter(({ access }) => access !== 'admin' && access !== 'public'))
    expect([operation.operationId, await ask(operation, bearing(secret))]).toEqual([
      operation.operationId,
      'unauthorized',
    ]);
  expect(await uses(name)).toBe(0);
});

test('admin routes accept a machine credential only as a bearer token, and no other token', async () => {
  const { name, secret } = await newMachine('owner');
  const player = await newPlayer(service);
  const app = await newApp(player.client);
  const token = await machineTokenOf(player.client, app);
  const basic = Buffer.from(`${name}:${secret}`).toString('base64');
  for (const headers of [
    bearing(token),
    bearing(app.clientSecret),
    { cookie: `pid_access=${secret}` },
    { authorization: `Basic ${basic}` },
    { authorization: secret },
    { authorization: `Bearer ${secret}, Bearer ${secret}` },
    bearing(secret.toUpperCase()),
    bearing(sha256(secret).toString('hex')),
    { 'x-api-key': secret },
  ])
    expect([headers, await ask(operations.searchIdentities as Named, headers)]).toEqual([headers, 'hidden']);
  for (const query of [`access_token=${secret}`, `token=${secret}`])
    expect((await service.client().get(`/v1/admin/identities?${query}`)).status).toBe(404);
  // A player's cookie in the same request does not block the machine and does not make the player an
  // administrator.
  expect((await player.client.get('/v1/admin/identities', bearing(secret))).status).toBe(200);
  expect((await player.client.get('/v1/identity/me', bearing(secret))).status).toBe(401);
  expect((await player.client.get('/v1/admin/identities')).status).toBe(404);
});

test('a node without notifications applies a revocation within a second, even if its clock jumps back', async () => {
  const { name, secret } = await newMachine('reader');
  let millis = service.clock.nowMillis();
  const clock = { ...service.clock, nowMillis: () => millis, now: () => new Date(millis) };
  const deaf = openMachines({ db: service.db, clock, notifications: nothingHeard });
  const hash = sha256(secret).toString('hex');
  expect(await deaf.admit(hash)).toMatchObject({ name, role: 'reader' });
  await endMachineCredential(deps, { name, actor: 'cli', reason: null });
  millis += 1000;
  expect(await deaf.admit(hash)).toBeNull();

  const other = await newMachine('reader');
  const otherHash = sha256(other.secret).toString('hex');
  millis += 1000;
  expect(await deaf.admit(otherHash)).not.toBeNull();
  await endMachineCredential(deps, { name: other.name, actor: 'cli', reason: null });
  millis -= 3_600_000;
  expect(await deaf.admit(otherHash)).toBeNull();
});

test('a node without notifications accepts a new credential immediately', async () => {
  const clock = manualClock(service.clock.now());
  const deaf = openMachines({ db: service.db, clock, notifications: nothingHeard });
  const madeUp = sha256(randomIds.token(32)).toString('hex');
  expect(await deaf.admit(madeUp)).toBeNull();
  const { name, secret } = await newMachine('reader');
  expect(await deaf.admit(sha256(secret).toString('hex'))).toMatchObject({ name });
  expect(await deaf.admit(madeUp)).toBeNull();
});

test('made-up credentials share one read, and the next read waits', async () => {
  const { secret } = await newMachine('reader');
  let reads = 0;
  const db: Pick<Database, 'query'> = {
    query(...query) {
      reads += 1;
      return service.db.query(...query);
    },
  };
  const rests: (() => void)[] = [];
  const timers = {
    after(_millis: number, call: () => void) {
      rests.push(call);
      return () => {};
    },
  };
  const clock = manualClock(service.clock.now());
  const machines = openMachines({ db: { ...service.db, ...db }, clock, notifications: nothingHeard }, timers);
  const guess = () => machines.admit(sha256(randomIds.token(32)).toString('hex'));
  await Promise.all(Array.from({ length: 50 }, guess));
  expect(reads).toBe(1);
  const waiting = Promise.all(Array.from({ length: 50 }, guess));
  // A cached credential does not wait.
  expect(await machines.admit(sha256(secret).toString('hex'))).not.toBeNull();
  expect(reads).toBe(1);
  rests.shift()!();
  await waiting;
  expect(reads).toBe(2);
});

test('does not cache a read if a revocation is announced during it', async () => {
  const { name, secret } = await newMachine('reader');
  const hash = sha256(secret).toString('hex');
  const listeners: ((key: string) => unknown)[] = [];
  const notifications = {
    ...nothingHeard,
    on: (_topic: string, listener: (key: string) => unknown) => void listeners.push(listener),
  };
  const db: Pick<Database, 'query'> = {
    async query(...query) {
      const read = await service.db.query(...query);
      if (listeners.length > 0) {
        await endMachineCredential(deps, { name, actor: 'cli', reason: null });
        listeners.pop()!(name);
      }
      return read as never;
    },
  };
  const clock = manualClock(service.clock.now());
  const machines = openMachines({ db: { ...service.db, ...db }, clock, notifications });
  expect(await machines.admit(hash)).toMatchObject({ name });
  expect(await machines.admit(hash)).toBeNull();
});
