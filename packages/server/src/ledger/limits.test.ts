import { expect, test } from 'vitest';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const day = 86_400;

async function player() {
  const one = await newPlayer(service);
  const passkey = await givePasskey(one.client, { counter: 0 });
  return {
    /** The access cookie expires earlier, so the browser renews it. */
    async later(seconds: number) {
      service.clock.advanceSeconds(seconds);
      await one.client.post('/v1/auth/refresh');
    },
    read: async () => (await one.client.get('/v1/limits')).body,
    change: (body: object) => one.client.patch('/v1/limits', body),
    confirm: (body: object) => withStepUp(one.client, passkey, { method: 'PATCH', path: '/v1/limits', body }),
  };
}

const operators = { stepUpAmount: 500_000, dailyLimit: 20_000_000, noticeAmount: 500_000 };

test('a new player has the limits of the service', async () => {
  expect(await (await player()).read()).toEqual(operators);
});

test('a lower limit applies immediately; a higher one needs a passkey and applies a day later', async () => {
  const alice = await player();
  expect((await alice.change({ stepUpAmount: 100_000 })).body).toEqual({
    ...operators,
    stepUpAmount: 100_000,
  });
  await alice.later(day + 1);
  const refused = await alice.change({ stepUpAmount: 200_000 });
  expect([refused.status, refused.headers.get('pid-error')]).toEqual([
    403,
    'step_up_required; need=assertion',
  ]);
  const waiting = await alice.confirm({ stepUpAmount: 200_000 });
  expect(waiting.body).toEqual({
    ...operators,
    stepUpAmount: 100_000,
    pendingStepUpAmount: 200_000,
    pendingFrom: new Date(Date.parse(waiting.body.pendingFrom)).toISOString(),
  });
  await alice.later(day - 60);
  expect((await alice.read()).stepUpAmount).toBe(100_000);
  await alice.later(61);
  expect(await alice.read()).toEqual({ ...operators, stepUpAmount: 200_000 });
});

test('restoring a value of the last day needs a passkey and applies immediately; a day later it must wait', async () => {
  const alice = await player();
  await alice.change({ dailyLimit: 1000 });
  expect((await alice.change({ dailyLimit: 20_000_000 })).status).toBe(403);
  expect((await alice.confirm({ dailyLimit: 20_000_000 })).body).toEqual(operators);
  await alice.change({ dailyLimit: 1000 });
  await alice.later(day + 1);
  expect((await alice.confirm({ dailyLimit: 20_000_000 })).body).toMatchObject({
    dailyLimit: 1000,
    pendingDailyLimit: 20_000_000,
  });
});

test('a lower value cancels the pending one, and a value that never applied cannot be restored', async () => {
  const alice = await player();
  await alice.change({ stepUpAmount: 10_000 });
  await alice.later(day + 1);
  await alice.confirm({ stepUpAmount: 400_000 });
  expect((await alice.change({ stepUpAmount: 9000 })).body).toEqual({ ...operators, stepUpAmount: 9000 });
  expect((await alice.confirm({ stepUpAmount: 400_000 })).body).toMatchObject({
    stepUpAmount: 9000,
    pendingStepUpAmount: 400_000,
  });
  expect((await alice.confirm({ stepUpAmount: 10_000 })).body).toEqual({
    ...operators,
    stepUpAmount: 10_000,
  });
});

test('refuses limits above those of the service, and raising the notice amount needs a passkey', async () => {
  const alice = await player();
  const refused = await alice.confirm({ stepUpAmount: 500_001, dailyLimit: 20_000_001 });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    [
      'stepUpAmount must be at most 500000, the limit of this service',
      'dailyLimit must be at most 20000000, the limit of this service',
    ],
  ]);
  expect((await alice.change({ noticeAmount: 600_000 })).status).toBe(403);
  expect((await alice.confirm({ noticeAmount: 600_000 })).body).toMatchObject({
    noticeAmount: 500_000,
    pendingNoticeAmount: 600_000,
  });
  expect((await alice.change({ noticeAmount: 5 })).body.noticeAmount).toBe(5);
  expect((await alice.change({ stepUpAmount: -1 })).status).toBe(400);
  expect((await service.client().get('/v1/limits')).status).toBe(401);
});

test('two concurrent changes leave the complete result of one', async () => {
  const alice = await player();
  const answers = await Promise.all([
    alice.change({ stepUpAmount: 1000, dailyLimit: 2000 }),
    alice.change({ stepUpAmount: 3000, dailyLimit: 4000 }),
  ]);
  for (const { status } of answers) expect([200, 403, 409]).toContain(status);
  expect([
    { ...operators, stepUpAmount: 1000, dailyLimit: 2000 },
    { ...operators, stepUpAmount: 3000, dailyLimit: 4000 },
  ]).toContainEqual(await alice.read());
});
