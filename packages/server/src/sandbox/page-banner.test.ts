import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';

const service = await startTestService({ PID_MODE: 'sandbox' });

test('every page of a sandbox says so in both languages, and its policy allows the style', async () => {
  const client = service.client();
  const paths = ['/', '/home', '/no/such/page', '/docs', '/exit', '/exit/offline.html', '/development-mail'];
  for (const path of paths) {
    const { text, headers } = await client.get(path, { accept: 'text/html' });
    for (const words of [
      '<span lang="en">Sandbox, play money</span>',
      '<span lang="id">Sandbox, uang mainan</span>',
    ])
      expect([path, text.split(words).length - 1]).toEqual([path, 1]);
    const style = /<style>(html\{padding-top[^<]*)<\/style>/.exec(text)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect([path, headers.get('content-security-policy')!.includes(hash)]).toEqual([path, true]);
  }
  const { body: chain } = await client.get('/v1/chain');
  const offline = await client.get('/exit/offline.html');
  expect(createHash('sha256').update(offline.text).digest('hex')).toBe(chain.exitPageSha256);
});
