import { errorTable, operations, standardRemedies } from '@pid/contract';
import { expect, test } from 'vitest';
import { startTestService } from '../../packages/server/test/test-service.ts';

const service = await startTestService();
const client = service.client();
const addressOfTag = (tag: string) => `/docs/reference/${tag.replaceAll(' ', '-')}`;
const tags = [...new Set(Object.values(operations).map(({ tag }) => tag))];

test('/docs shows the guides and the reference in our design and with our content security policy', async () => {
  const page = await client.get('/docs', { accept: 'text/html' });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page.text).toMatch(/<link rel="stylesheet"[^>]* href="\/assets\//);
  expect(page.text).not.toMatch(/<script(?![^>]* src="\/assets\/)/);
  expect(page.text).toContain('href="/docs/sign-in-web"');
  expect(page.text).toContain('<code>');
  expect(page.text).not.toContain('`');
});

test('the reference contains every operation, and no link in the documentation is broken', async () => {
  const pages = new Map<string, string>();
  const read = async (address: string): Promise<string> => {
    const known = pages.get(address) ?? (await client.get(address, { accept: 'text/html' })).text;
    pages.set(address, known);
    return known;
  };
  for (const operation of Object.values(operations)) {
    const page = await read(addressOfTag(operation.tag));
    expect(page, operation.operationId).toContain(`id="${operation.operationId}"`);
  }
  const withdrawal = await read('/docs/reference/wallet');
  expect(withdrawal).toContain('drift check');
  const first = await read('/docs');
  const links = [...first.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, address]) => address!);
  for (const address of new Set(links)) {
    const { status, text } = await client.get(address, { accept: 'text/html' });
    expect([address, status]).toEqual([address, 200]);
    expect(text).toContain(
      `href="${address}" aria-current="page"`.replace('href="/docs" aria-current="page"', 'href="/docs"'),
    );
  }
  expect(tags.filter((tag) => !links.includes(addressOfTag(tag)))).toEqual([]);
});

test('guides contain the address of the service that serves them', async () => {
  const { text } = await client.get('/docs/sign-in-web', { accept: 'text/html' });
  expect(text).toContain(`npm install ${service.baseUrl}/sdk/pid-sdk-`);
  expect(text).not.toContain('https://pid.example');
  const onThisMachine = await client.get('/guides/try.md');
  expect(onThisMachine.text).toContain(`PID listens on \`${service.baseUrl}\``);
  expect(onThisMachine.text).not.toContain('http://localhost:4100');
});

test('the summary of a guide is its first paragraph, not only the first line', async () => {
  const { text } = await client.get('/llms.txt');
  const summaries = text.split('\n').filter((line) => line.includes('/guides/'));
  expect(summaries.filter((line) => !line.endsWith('.'))).toEqual([]);
});

test('/docs/errors gives the cause and the remedy of every error code', async () => {
  const { text } = await client.get('/docs/errors', { accept: 'text/html' });
  const ids = [...Object.keys(errorTable), ...Object.keys(standardRemedies).map((code) => `oauth-${code}`)];
  for (const id of ids) {
    const item = text.split(`<li id="${id}">`)[1]?.split('</li>')[0] ?? '';
    expect([id, item]).toEqual([
      id,
      expect.stringMatching(/<p>(?:<code>)?[^<\s].*<\/p><p><strong>What to do:<\/strong> \S.{10}/),
    ]);
  }
  const links = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(links.toSorted()).toEqual(ids.toSorted());
});

test('returns 404 for an unknown page', async () => {
  expect((await client.get('/docs/nothing')).status).toBe(404);
  const shown = await client.get('/docs/nothing', { accept: 'text/html' });
  expect([shown.status, shown.text]).toEqual([404, expect.stringContaining('href="/docs/sign-in-web"')]);
  expect((await client.get('/docs/reference/nothing')).status).toBe(404);
});

test('/llms.txt links only to existing guides, and the search index contains operations and error codes', async () => {
  const { text } = await client.get('/llms.txt');
  const addresses = [...text.matchAll(/\((\S+\.md)\)/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(8);
  for (const address of addresses) expect((await client.get(new URL(address).pathname)).status).toBe(200);
  const { body } = await client.get('/docs/search.json');
  expect(body).toContainEqual(
    expect.objectContaining({
      title: 'GET /v1/identity/me',
      address: '/docs/reference/identity#getIdentity',
    }),
  );
  expect(body).toContainEqual(expect.objectContaining({ address: '/docs/errors#only_on_this_machine' }));
});

test('no page of the documentation shows a raw backquote outside of code blocks', async () => {
  for (const page of ['/docs/reference', '/docs/errors', ...tags.map(addressOfTag)]) {
    const { text } = await client.get(page, { accept: 'text/html' });
    const words = text.replaceAll(/<(pre|textarea)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '');
    expect([page, words.match(/.{0,30}`.{0,30}/)?.[0]]).toEqual([page, undefined]);
  }
});
