import { expect, test } from 'vitest';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { bornAt, newRelative, told } from './testing/family-fixture.ts';

test('while ages are not judged, the public page of a minor shows the handle alone nevertheless', async () => {
  const service = await startTestService({ PID_AGE_GATE: 'off' });
  const minor = await newRelative(service, 14);
  await minor.client.patch('/v1/profile', { displayName: 'Budi', country: 'ID' });
  const { body } = await service.client().get(`/v1/profiles/${minor.pid}`);
  expect(body).toMatchObject({ pid: minor.pid, displayName: null, country: null });
});

test('where every player must state an age, a payout needs it too', async () => {
  const service = await startTestService({ PID_AGE_GATE: 'require' });
  const { client } = await newPlayer(service);
  const { clientId } = await newApp(client);
  const payOut = async () => told(await client.post(`/v1/apps/${clientId}/payouts`, { amount: 1000 }));
  expect(await payOut()).toBe('403 age_needed');
  await client.put('/v1/family/birth-month', { birthMonth: bornAt(service, 30) });
  expect(await payOut()).toMatch('400 insufficient_balance');
});
