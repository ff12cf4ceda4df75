import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { duringDeletion } from '../../test/during-deletion.ts';
import type { HttpClient } from '../../test/http-client.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { createPictureQueue } from './picture-queue.ts';
import { rewritePng } from './rewrite-png.ts';

const service = await startTestService();

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

interface Picture {
  readonly side?: number;
  readonly height?: number;
  readonly head?: readonly number[];
  readonly lines?: Buffer;
  readonly extra?: readonly Buffer[];
}

function picture({
  side = 32,
  height = side,
  head = [8, 6, 0, 0, 0],
  lines,
  extra = [],
}: Picture = {}): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([size, Buffer.from(head)])),
    ...extra,
    chunk('IDAT', deflateSync(lines ?? Buffer.alloc((1 + side * 4) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('writes a picture again with its pixels only', async () => {
  const secret = chunk('tEXt', Buffer.from('GPS\0-6.2,106.8'));
  const rewritten = (await rewritePng(picture({ extra: [secret] })))!;
  expect(rewritten.includes('GPS')).toBe(false);
  expect(await rewritePng(rewritten)).toEqual(rewritten);
});

test('does not block the event loop while a picture is rewritten', async () => {
  const order: string[] = [];
  const rewriting = rewritePng(picture({ side: 256 })).then(() => order.push('picture'));
  await new Promise((resolve) => setImmediate(resolve));
  order.push('another request');
  await rewriting;
  expect(order).toEqual(['another request', 'picture']);
});

test('pictures are rewritten one at a time, and refused with 503 when 32 wait', async () => {
  const pictures = createPictureQueue();
  const releases: (() => void)[] = [];
  const hold = () => new Promise<void>((resolve) => releases.push(resolve));
  const running = Array.from({ length: 33 }, () => pictures.run(hold));
  await expect(pictures.run(hold)).rejects.toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '1' },
  });
  for (let done = 0; done < running.length; done += 1) {
    expect(releases).toHaveLength(done + 1);
    releases[done]!();
    await running[done];
    await new Promise((resolve) => setImmediate(resolve));
  }
  const failing = pictures.run(() => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await pictures.run(async () => 'next')).toBe('next');
});

test('a player uploads at most 20 pictures an hour, over all sessions', async () => {
  const limited = await startTestService({ PID_RATE_LIMIT: '1' });
  const { client, email } = await newPlayer(limited);
  const other = limited.client();
  await signInAs(other, email);
  const image = picture().toString('base64url');
  const upload = (by: HttpClient) => by.put('/v1/profile/avatar', { image });
  for (let count = 0; count < 20; count += 1)
    expect((await upload(count % 2 === 0 ? client : other)).status).toBe(200);
  limited.clock.advanceSeconds(600);
  const refused = await upload(other);
  expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '20']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await upload((await newPlayer(limited)).client)).status).toBe(200);
  limited.clock.advanceSeconds(3000);
  await client.post('/v1/auth/refresh', {});
  expect((await upload(client)).status).toBe(200);
});

test.each([
  ['another file behind it', Buffer.concat([picture(), Buffer.from('<script>alert(1)</script>')])],
  ['another file before it', Buffer.concat([Buffer.from('GIF89a'), picture()])],
  ['more pixels than its size says', picture({ lines: Buffer.alloc(50_000_000) })],
  ['fewer pixels than its size says', picture({ lines: Buffer.alloc(9) })],
  ['a size that nobody needs', picture({ side: 4096, lines: Buffer.alloc(10) })],
  ['a size that is too large and true', picture({ side: 257 })],
  ['one pixel', picture({ side: 1 })],
  ['a shape that is not square', picture({ side: 32, height: 64 })],
  ['a palette', picture({ head: [8, 3, 0, 0, 0] })],
  ['sixteen bits', picture({ head: [16, 6, 0, 0, 0] })],
  ['interlacing', picture({ head: [8, 6, 0, 0, 1] })],
  ['a filter that there is not', picture({ lines: Buffer.alloc(129 * 32, 9) })],
  ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a photograph', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ['nothing', Buffer.alloc(0)],
  ['an end that is missing', picture().subarray(0, -12)],
])('refuses %s', async (_what, file) => {
  expect(await rewritePng(file)).toBeNull();
});

test('refuses a broken checksum', async () => {
  const file = picture();
  file[20]! ^= 1;
  expect(await rewritePng(file)).toBeNull();
});

test('an uploaded picture belongs to the player, is served as an image only, and is deleted when it is replaced, removed or its owner is deleted', async () => {
  const { client, pid } = await newPlayer(service);
  const upload = (file: Buffer) => client.put('/v1/profile/avatar', { image: file.toString('base64url') });
  const first = await upload(picture());
  expect(first.status).toBe(200);
  const address: string = first.body.avatarUrl;
  expect(address).toMatch(new RegExp(`^${service.baseUrl}/avatars/[0-9a-f]{32}\\.png$`));
  const stranger = service.client();
  expect((await stranger.get(`/v1/profiles/${pid}`)).body.avatarUrl).toBe(address);
  const shown = await stranger.get(new URL(address).pathname);
  expect(shown.status).toBe(200);
  expect(
    ['content-type', 'x-content-type-options', 'content-security-policy'].map((name) =>
      shown.headers.get(name),
    ),
  ).toEqual(['image/png', 'nosniff', "default-src 'none'; sandbox"]);

  expect((await upload(Buffer.from('<svg/>'))).status).toBe(400);
  expect((await client.put('/v1/profile/avatar', { image: '' })).status).toBe(400);
  expect((await stranger.put('/v1/profile/avatar', { image: 'AAAA' })).status).toBe(401);

  const second: string = (await upload(picture({ side: 64 }))).body.avatarUrl;
  expect((await stranger.get(new URL(address).pathname)).status).toBe(404);
  await client.patch('/v1/profile', { bio: 'still here' });
  expect((await stranger.get(new URL(second).pathname)).status).toBe(200);
  await client.patch('/v1/profile', { avatarUrl: null });
  expect((await stranger.get(new URL(second).pathname)).status).toBe(404);

  const third: string = (await upload(picture())).body.avatarUrl;
  expect((await client.get('/v1/identity/export')).body.avatar.png.length).toBeGreaterThan(50);
  expect((await client.delete('/v1/identity/me', {})).status).toBe(200);
  expect((await stranger.get(new URL(third).pathname)).status).toBe(404);
});

test('a picture that is uploaded during the deletion of its owner is not stored', async () => {
  const { client, handle } = await newPlayer(service);
  const image = picture().toString('base64url');
  const stored = async () => (await service.db.query('select from profile_avatars')).rowCount;
  const before = await stored();
  const answer = await duringDeletion(service, handle, () => client.put('/v1/profile/avatar', { image }));
  expect([answer.status, await stored()]).toEqual([401, before]);
});
