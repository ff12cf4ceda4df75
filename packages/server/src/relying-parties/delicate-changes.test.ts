import { describe, expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';

const service = await startTestService();

describe('a change of an app by a session without a recent sign-in', async () => {
  const { client, email } = await newPlayer(service);
  const app = await newApp(client, {
    origins: ['https://game.example'],
    contact: 'help@game.example',
    feeBps: 5,
    feeFlat: 5,
  });
  const path = `/v1/apps/${app.clientId}`;
  // The sign-in is no longer recent, and the owner has no passkey.
  service.clock.advanceSeconds(601);
  await client.post('/v1/auth/refresh', {});
  const told = async (change: object) =>
    (await client.patch(path, change)).headers.get('pid-error') ?? 'changed';

  test.each([
    ['origins', { origins: [] }],
    ['redirect addresses', { redirectUris: ['https://game.example/cb'] }],
    ['contact', { contact: 'thief@evil.example' }],
    ['device logins', { deviceFlow: true }],
    ['a higher fee', { feeBps: 6 }],
    ['a higher flat fee', { feeFlat: 6 }],
  ])('needs a step-up: %s', async (_name, change) => {
    expect(await told(change)).toBe('step_up_required; need=recent');
  });

  test.each([
    ['the same values', { origins: ['https://GAME.example/'], contact: 'help@game.example', feeBps: 5 }],
    ['a lower fee', { feeBps: 4 }],
    ['another name', { name: 'Moon Game' }],
  ])('needs no step-up: %s', async (_name, change) => {
    expect(await told(change)).toBe('changed');
  });

  test('is reported to the owner in the notices and by mail', async () => {
    await signInAs(client, email);
    const change = { origins: ['https://game.example', 'https://other.example'], feeFlat: 9 };
    expect((await client.patch(path, change)).status).toBe(200);
    const { items } = (await client.get('/v1/notices')).body;
    expect(items[0]).toMatchObject({
      type: 'app.changed',
      data: { clientId: app.clientId, name: 'Moon Game', fields: 'origins,fees' },
    });
    await expect
      .poll(async () => {
        const { rows } = await service.db.query<{ text: string }>(
          "select text from development_mails where address = $1 and text like '%Moon Game%'",
          [email],
        );
        return rows.map(({ text }) => text).join('');
      })
      .toContain('The settings of your app “Moon Game” were changed: origins, higher fees.');
  });
});

test('a change that became delicate while it waited is refused', async () => {
  const { client } = await newPlayer(service);
  const origins = ['https://game.example', 'https://hijacked.example'];
  const app = await newApp(client, { origins });
  service.clock.advanceSeconds(601);
  await client.post('/v1/auth/refresh', {});
  const waiting: ReturnType<typeof client.patch>[] = [];
  // The owner removes an origin, and a thief with the cookie repeats the list that has it.
  await service.db.transaction(async (tx) => {
    await tx.query('select from apps where client_id = $1 for update', [app.clientId]);
    waiting.push(client.patch(`/v1/apps/${app.clientId}`, { origins }));
    await untilBlocked(service.db);
    await tx.query('delete from app_origins where client_id = $1 and origin = $2', [
      app.clientId,
      origins[1],
    ]);
  });
  expect((await waiting[0]!).headers.get('pid-error')).toBe('app_changed');
});
