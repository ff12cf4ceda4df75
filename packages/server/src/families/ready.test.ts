import { expect, test } from 'vitest';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { openAccountBook } from '../ledger/index.ts';
import { randomIds } from '../platform/ids.ts';
import type { UserCaller } from '../platform/http/index.ts';
import { addChild } from './add-child.ts';
import { correctBirthMonth, setBirthMonth } from './birth-month.ts';
import { readRules, type FamilyDeps } from './family-deps.ts';
import { inviteParent } from './invite-parent.ts';
import { bornAt, freeRules, join, newRelative, told } from './testing/family-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'the_clerk@pid', PID_AGE_GATE: 'ask', PID_TIERS: 'on' });
const { admin } = await signInAdministrator(service, 'the_clerk');
const { db, clock, sealer } = service;
const waitSeconds = 72 * 3600;
// As on a host that is not loopback.
const deps: FamilyDeps = {
  db,
  clock,
  sealer,
  ids: randomIds,
  book: openAccountBook({ db, clock }),
  gate: 'ask',
  timeZone: 'Asia/Jakarta',
  parentAfterSeconds: waitSeconds,
  hasCountingPasskey: async () => true,
  lookUpCounted: async (_tx, _guess, lookUp) => lookUp(),
};
const author = { actor: 'service', origin: null };
const register = (pid: string) =>
  admin.post(`/v1/admin/identities/${pid}/tier`, { tier: 'registered', reason: 'seen, file 9' });

test('with tiers, a parent is registered', async () => {
  const [parent, child] = [await newRelative(service, 40), await newRelative(service, 9)];
  const { code } = (await child.client.post('/v1/family/invitations', {})).body;
  expect(told(await join(parent, code))).toContain('parent_not_ready; reason=tier');
  expect((await register(parent.pid)).status).toBe(200);
  expect((await join(parent, code)).status).toBe(200);
});

test('a parent has waited 72 hours since the month was set, and again since it was corrected', async () => {
  const [parent, child] = [await newRelative(service, 40), await newRelative(service, 9)];
  await register(parent.pid);
  const add = async () => {
    const { code } = await inviteParent(deps, { id: child.identityId, pid: child.pid }, author);
    const caller = { identityId: parent.identityId, pid: parent.pid } as UserCaller;
    return addChild(deps, caller, { code, rules: readRules(freeRules) }, author);
  };
  const tooEarly = { code: 'parent_not_ready', details: { reason: 'wait' } };
  clock.advanceSeconds(waitSeconds - 60);
  await expect(add()).rejects.toMatchObject(tooEarly);
  const person = { id: parent.identityId, pid: parent.pid };
  const correction = { birthMonth: bornAt(service, 41), reason: 'certificate seen' };
  await correctBirthMonth(deps, person, correction, { ...author, actorId: null });
  clock.advanceSeconds(60);
  await expect(add()).rejects.toMatchObject(tooEarly);
  clock.advanceSeconds(waitSeconds);
  expect(await add()).toMatchObject({ pid: child.pid });
});

test('no month is stored for a player who was deleted meanwhile', async () => {
  const player = await newRelative(service, 30);
  expect((await player.client.delete('/v1/identity/me')).status).toBe(200);
  const { pid, identityId: id } = player;
  await expect(setBirthMonth(deps, { id, pid }, bornAt(service, 30), author)).rejects.toMatchObject({
    code: 'unauthorized',
  });
  const correction = { birthMonth: bornAt(service, 30), reason: 'late' };
  await expect(
    correctBirthMonth(deps, { id, pid }, correction, { ...author, actorId: null }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect((await db.query('select from family_birth_months where identity_id = $1', [id])).rows).toEqual([]);
});
