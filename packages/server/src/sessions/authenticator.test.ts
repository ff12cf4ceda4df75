import { expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import type { Admission, TokenPrincipal } from '../platform/http/index.ts';
import { createAuthenticator, type AuthenticatorDeps } from './authenticator.ts';

const bearer = {
  type: 'bearer',
  identityId: 'i',
  clientId: 'c',
  grantId: 'g',
  epoch: 0,
  scope: 'read',
} as const;
const caller: Admission = { type: 'app', clientId: 'c', scopes: ['read'] };

interface Question {
  readonly promise: Promise<Admission>;
  resolve(admission: Admission): void;
  reject(reason: Error): void;
}

/** Look-ups stay pending until the test resolves them. */
function authenticatorWithQuestions() {
  const questions: Question[] = [];
  const clock = manualClock(new Date('2026-01-01'));
  let forgetAll = () => {};
  const authenticator = createAuthenticator({
    clock,
    keyRing: { onChange() {} },
    notifications: { on: (_channel: string, forget: () => void) => (forgetAll = forget), onGap() {} },
    admitBearer() {
      const question = newQuestion();
      questions.push(question);
      return question.promise;
    },
  } as unknown as AuthenticatorDeps);
  const admit = async (principal: TokenPrincipal = bearer) => authenticator.admit(principal);
  return { questions, admit, clock, forgetAll: () => forgetAll() };
}

// The oldest supported version of Node has no Promise.withResolvers.
function newQuestion(): Question {
  let resolve!: (admission: Admission) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<Admission>((onAnswer, onError) => {
    resolve = onAnswer;
    reject = onError;
  });
  return { promise, resolve, reject };
}

test('a hundred concurrent requests look up a token once, and later requests use the cache', async () => {
  const { questions, admit } = authenticatorWithQuestions();
  const answers = Array.from({ length: 100 }, () => admit());
  expect(questions).toHaveLength(1);
  questions[0]!.resolve(caller);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([caller]));
  expect(await admit()).toBe(caller);
  expect(questions).toHaveLength(1);
});

test('a look-up that started before a change is neither shared nor cached after it', async () => {
  const { questions, admit, forgetAll } = authenticatorWithQuestions();
  const before = admit();
  forgetAll();
  const after = admit();
  expect(questions).toHaveLength(2);
  questions[1]!.resolve(null);
  expect(await after).toBeNull();
  questions[0]!.resolve(caller);
  expect(await before).toBe(caller);
  expect(await admit()).toBeNull();
});

test('a failed look-up is not cached', async () => {
  const { questions, admit } = authenticatorWithQuestions();
  const failed = Promise.allSettled([admit(), admit()]);
  questions[0]!.reject(new Error('no database'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = admit();
  questions[1]!.resolve(caller);
  expect(await next).toBe(caller);
});

test.each([0.9, -3600])(
  'a cached look-up is not used after the clock moved by %d seconds',
  async (seconds) => {
    const { questions, admit, clock } = authenticatorWithQuestions();
    const before = admit();
    questions[0]!.resolve(caller);
    await before;
    clock.advanceSeconds(seconds);
    const after = admit();
    questions[1]!.resolve(null);
    expect(await after).toBeNull();
  },
);
