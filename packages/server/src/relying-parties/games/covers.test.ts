import { expect, test } from 'vitest';
import { newApp } from '../../../test/app-helper.ts';
import { newPlayer } from '../../../test/sign-in-helper.ts';
import { startTestService } from '../../../test/test-service.ts';
import { rewriteJpeg } from './rewrite-jpeg.ts';
import { coverFile, coverImage, metadata } from './testing/cover-fixture.ts';

const service = await startTestService();
const { client: owner } = await newPlayer(service);
const upload = (clientId: string, image: string | null, by = owner) =>
  by.put(`/v1/apps/${clientId}/cover`, { image });
const verify = (clientId: string) =>
  service.db.query('update apps set verified = true where client_id = $1', [clientId]);

test('keeps the picture and drops comments and the segments of cameras', () => {
  const given = coverFile({ metadata: metadata('GPS -6.2') });
  expect(given.includes('GPS')).toBe(true);
  expect(rewriteJpeg(given)).toEqual(coverFile());
});

test('accepts a progressive and a grey picture', () => {
  for (const file of [coverFile({ frameCode: 0xc2, scans: 16 }), coverFile({ components: 1, width: 640 })])
    expect(rewriteJpeg(file)).toEqual(file);
});

test.each([
  ['another file behind it', Buffer.concat([coverFile(), Buffer.from('<script>alert(1)</script>')])],
  ['another file before it', Buffer.concat([Buffer.from('GIF89a'), coverFile()])],
  ['a missing end', coverFile().subarray(0, -2)],
  ['a segment that is longer than the file', coverFile().subarray(0, 40)],
  ['no scan', coverFile({ scans: 0 })],
  ['no frame', coverFile({ frames: 0 })],
  ['two frames', coverFile({ frames: 2 })],
  ['too many scans', coverFile({ scans: 17, frameCode: 0xc2 })],
  ['a size that is too small', coverFile({ width: 304 })],
  ['a size that is too large', coverFile({ width: 656 })],
  ['a square', coverFile({ height: 320 })],
  ['twelve bits', coverFile({ precision: 12 })],
  ['four colours', coverFile({ components: 4 })],
  ['an arithmetic coding', coverFile({ frameCode: 0xc9 })],
  ['a PNG picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['nothing', Buffer.alloc(0)],
])('refuses %s', (_what, file) => {
  expect(rewriteJpeg(file)).toBeNull();
});

test('serves a cover at an address that ends when another replaces it', async () => {
  const { clientId } = await newApp(owner);
  const { body: first } = await upload(clientId, coverImage({ metadata: metadata('secret place') }));
  expect(first.cover).toMatch(/^\/covers\/[0-9a-f]{32}\.jpg$/);
  const shown = await fetch(`${service.baseUrl}${first.cover}`);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(coverFile());
  const { body: second } = await upload(clientId, coverImage({ width: 640 }));
  expect(second.cover).not.toBe(first.cover);
  expect((await fetch(`${service.baseUrl}${first.cover}`)).status).toBe(404);
  expect((await upload(clientId, null)).body.cover).toBeNull();
  expect((await fetch(`${service.baseUrl}${second.cover}`)).status).toBe(404);
});

test('a new cover removes the badge, and removing the cover does not', async () => {
  const { clientId } = await newApp(owner);
  await verify(clientId);
  expect((await upload(clientId, coverImage())).body.verified).toBe(false);
  await verify(clientId);
  expect((await upload(clientId, null)).body.verified).toBe(true);
});

test('refuses a cover of more than 15,000 bytes with a sentence', async () => {
  const { clientId } = await newApp(owner);
  const fit = 15_000 - coverFile({ pixels: Buffer.alloc(0) }).length;
  expect((await upload(clientId, coverImage({ pixels: Buffer.alloc(fit) }))).status).toBe(200);
  const refused = await upload(clientId, coverImage({ pixels: Buffer.alloc(fit + 1) }));
  expect([refused.status, refused.body.message]).toEqual([
    400,
    ['image must be a JPEG picture of 16 by 9, 320 to 640 pixels wide, of at most 15000 bytes'],
  ]);
});

test('refuses strangers', async () => {
  const { clientId } = await newApp(owner);
  const { client: stranger } = await newPlayer(service);
  expect((await upload(clientId, coverImage(), stranger)).status).toBe(404);
});
