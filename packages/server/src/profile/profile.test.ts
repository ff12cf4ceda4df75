import { expect, test } from 'vitest';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService();
const empty = { displayName: null, avatarUrl: null, bio: null, country: null, locale: null };

test('a new profile is empty, and a change affects only the given fields', async () => {
  const { client } = await newPlayer(service);
  expect((await client.get('/v1/profile')).body).toEqual(empty);
  expect((await client.patch('/v1/profile', { displayName: 'Ayu', country: 'ID' })).body).toEqual({
    ...empty,
    displayName: 'Ayu',
    country: 'ID',
  });
  expect((await client.patch('/v1/profile', { bio: 'main', displayName: null })).body).toEqual({
    ...empty,
    bio: 'main',
    country: 'ID',
  });
  expect((await client.patch('/v1/profile', { locale: 'id' })).body).toEqual({
    ...empty,
    bio: 'main',
    country: 'ID',
    locale: 'id',
  });
});

test("a player changes only the player's own profile", async () => {
  const [budi, citra] = [await newPlayer(service), await newPlayer(service)];
  await budi.client.patch('/v1/profile', { displayName: 'Budi' });
  expect((await citra.client.get('/v1/profile')).body).toEqual(empty);
});

test('the public part is visible to everyone, without the language', async () => {
  const { client, pid } = await newPlayer(service);
  await client.patch('/v1/profile', { displayName: 'Ayu', locale: 'id' });
  const answer = await service.client().get(`/v1/profiles/${pid}`);
  expect(answer.body).toEqual({ pid, displayName: 'Ayu', avatarUrl: null, bio: null, country: null });
  expect((await service.client().get('/v1/profiles/nobody_here@pid')).body).toEqual({
    statusCode: 404,
    message: 'No such player',
  });
  expect((await service.client().get('/v1/profiles/not-a-pid')).body).toEqual({
    statusCode: 400,
    message: ['pid must be of the form handle@pid'],
  });
});

test.each([
  ['displayName', ''],
  ['displayName', 'x'.repeat(41)],
  ['displayName', 'evil\u202Eeman'],
  ['avatarUrl', 'http://insecure.example/a.png'],
  ['avatarUrl', 'javascript:alert(1)'],
  ['avatarUrl', 'https://a.example/\u0000'],
  ['bio', 'x'.repeat(281)],
  ['country', 'Indonesia'],
  ['locale', 'not a locale'],
])('refuses %s = %j and names the field', async (field, value) => {
  const { client } = await newPlayer(service);
  const answer = await client.patch('/v1/profile', { [field]: value });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toEqual([expect.stringMatching(new RegExp(`^${field} `))]);
});
