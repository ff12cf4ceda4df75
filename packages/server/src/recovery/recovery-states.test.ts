import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  afterSight,
  hadTime,
  mayFinish,
  readyAfterFreeze,
  type OpenAttempt,
  type Sight,
} from './recovery-states.ts';

const daySeconds = 86_400;
const now = new Date('2026-11-17T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * daySeconds * 1000);
const newKey = () => Buffer.concat([Buffer.of(2), randomBytes(32)]);
const own = newKey();

const attempt = (fields: Partial<OpenAttempt>): OpenAttempt => ({
  id: 'an attempt',
  mode: 'chain',
  compressedKey: newKey(),
  policyNonce: 1n,
  startedAt: daysAgo(2),
  readyAt: null,
  restartedAt: null,
  takenAt: null,
  sessionId: null,
  ...fields,
});

const sight = (fields: Partial<Sight>): Sight => ({
  policyNonce: 1n,
  hasGuardians: true,
  authority: own,
  running: [],
  votedFor: [],
  ...fields,
});

const known = (attempts: readonly OpenAttempt[], fields: object = {}) => ({
  attempts,
  last: { policyNonce: 1n, authority: own },
  isOurs: true,
  ownKeys: [own],
  activeKeys: [own],
  ...fields,
});

const steps = (...asked: Parameters<typeof afterSight>) => afterSight(...asked).map(({ to }) => to);

test('ends a database attempt before it writes the finish of the same key, because only one attempt per key can be open', () => {
  const held = attempt({ mode: 'database', readyAt: now });
  const finish = sight({ policyNonce: 2n, authority: held.compressedKey });
  expect(steps(known([held]), finish, now)).toEqual(['cancelled', 'finished']);
});

test('a finish on a wallet that no passkey of the player controlled ends no passkey', () => {
  const theirs = attempt({ readyAt: now });
  const finish = sight({ policyNonce: 2n, authority: theirs.compressedKey });
  expect(steps(known([theirs], { isOurs: false }), finish, now)).toEqual(['cancelled']);
  expect(steps(known([theirs]), finish, now)).toEqual(['finished']);
});

test("a finish on a wallet that is not the player's changes nothing, with or without guardians", () => {
  const held = attempt({ mode: 'database', readyAt: now });
  const theirs = sight({
    policyNonce: 2n,
    authority: newKey(),
    running: [{ newAuthority: newKey(), readyAt: now }],
  });
  expect(steps(known([held], { isOurs: false, ownKeys: [] }), theirs, now)).toEqual([]);
  expect(steps(known([held]), theirs, now)).toEqual(['cancelled', 'finished', 'running']);
});

test('finishing a database attempt needs a recent sign-in, and no guardians who decide', () => {
  const ready = attempt({ mode: 'database', readyAt: now });
  const asker = { heldUntil: null, isRecentAtProvider: true };
  expect(mayFinish(ready, 'database', asker, now)).toBeNull();
  expect(mayFinish(ready, 'chain', asker, now)).toEqual({ code: 'guardians_decide' });
  expect(mayFinish(ready, 'database', { ...asker, isRecentAtProvider: false }, now)).toEqual({
    code: 'sign_in_again',
  });
  expect(mayFinish(ready, 'database', { ...asker, heldUntil: now }, now)).toMatchObject({ code: 'frozen' });
});

test('a finish that names a former passkey of the player counts as a finish', () => {
  const former = newKey();
  const finish = sight({ policyNonce: 2n, authority: former });
  expect(steps(known([], { ownKeys: [own, former] }), finish, now)).toEqual(['finished']);
});

test('a rotation without the service is not a finish', () => {
  expect(steps(known([]), sight({ authority: newKey() }), now)).toEqual([]);
});

test('the owner had time only if the whole delay has passed since the first notice', () => {
  expect(hadTime({ startedAt: daysAgo(1), delaySeconds: daySeconds }, now)).toBe(true);
  expect(hadTime({ startedAt: daysAgo(1), delaySeconds: 2 * daySeconds }, now)).toBe(false);
});

test('a freeze restarts the seven days of the database once, and nothing on the chain', () => {
  const freeze = { from: daysAgo(3), until: now };
  const weekLater = new Date(now.getTime() + 7 * daySeconds * 1000);
  expect(readyAfterFreeze({ mode: 'database', restartedAt: null }, freeze)).toEqual(weekLater);
  expect(readyAfterFreeze({ mode: 'database', restartedAt: daysAgo(3) }, freeze)).toEqual(weekLater);
  expect(readyAfterFreeze({ mode: 'database', restartedAt: daysAgo(9) }, freeze)).toBeNull();
  expect(readyAfterFreeze({ mode: 'chain', restartedAt: null }, freeze)).toBeNull();
});
