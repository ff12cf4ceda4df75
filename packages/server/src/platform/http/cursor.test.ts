import { expect, test } from 'vitest';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { cursorForms, decodeCursor, encodeCursor, pageOf } from './cursor.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const forms = [cursorForms.dateTime, cursorForms.uuid];
const given = encodeCursor(['2026-02-28T12:00:00.000Z', nobody]);
const wrong: [string, string][] = [
  ['a day that does not exist', encodeCursor(['2026-02-30T12:00:00.000Z', nobody])],
  ['an hour that does not exist', encodeCursor(['2026-02-28T24:00:00.000Z', nobody])],
  ['the year 0', encodeCursor(['0000-01-01T00:00:00.000Z', nobody])],
  ['another calendar’s year', encodeCursor(['+010000-01-01T00:00:00.000Z', nobody])],
  ['another spelling', `${given}=`],
  ['stray characters', `${given}!`],
  ['too many parts', encodeCursor(['2026-02-28T12:00:00.000Z', nobody, '1'])],
  ['numbers for texts', Buffer.from(`[1,"${nobody}"]`).toString('base64url')],
  ['no JSON', 'AAAA'],
  ['bad UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64url')],
];

test('decodes the cursor of an earlier page', () => {
  expect(decodeCursor(given, forms)).toEqual(['2026-02-28T12:00:00.000Z', nobody]);
  expect(decodeCursor(undefined, forms)).toBeNull();
});

test.each(wrong)('refuses a cursor with %s', (_name, cursor) => {
  expect(() => decodeCursor(cursor, forms)).toThrow('cursor must be one that an earlier page gave');
});

test('returns a next cursor only if there is a further page', () => {
  const key = (row: number) => [row];
  expect(pageOf([3, 2, 1], 2, key)).toEqual({ items: [3, 2], nextCursor: encodeCursor([2]) });
  expect(pageOf([2, 1], 2, key)).toEqual({ items: [2, 1], nextCursor: null });
  expect(pageOf([], 2, key)).toEqual({ items: [], nextCursor: null });
});

test('returns 400 over HTTP, also for a limit that is not a finite number', async () => {
  const service = await startTestService();
  const { client } = await newPlayer(service);
  for (const cursor of [wrong[0]![1], wrong[2]![1]])
    expect((await client.get(`/v1/auth/sessions?cursor=${cursor}`)).body).toEqual({
      statusCode: 400,
      message: ['cursor must be one that an earlier page gave'],
    });
  expect((await client.get('/v1/auth/sessions?limit=1e400')).status).toBe(400);
  const home = await client.get('/v1/auth/signin/dev?returnTo=%2F%E6%97%A5');
  expect(home.status).toBe(302);
});
