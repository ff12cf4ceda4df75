import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { hashSdk, type SdkHashes } from '../../scripts/release/sdk-hashes.ts';
import { emptyFolder, hostedSdk, repository, run } from './copy-out.ts';

const service = await startTestService();
const sdk = await hostedSdk(service);

test('hosted files are immutable, open to every origin, and match their integrity', async () => {
  for (const file of [sdk.package, sdk.module]) {
    const answer = await fetch(`${service.baseUrl}${file.path}`, {
      headers: { origin: 'https://any.example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(file.integrity);
  }
  const module = await fetch(`${service.baseUrl}${sdk.module.path}`);
  expect(module.headers.get('content-type')).toMatch(/javascript/);
  const facts = await fetch(`${service.baseUrl}/sdk/sdk.json`);
  expect(facts.headers.get('cache-control')).toBe('public, max-age=300');
});

test('a published version never changes: raise the version in packages/sdk/package.json and add its lines to released.json', async () => {
  const folder = await emptyFolder();
  const answer = await fetch(`${service.baseUrl}${sdk.package.path}`);
  await writeFile(path.join(folder, 'sdk.tgz'), Buffer.from(await answer.arrayBuffer()));
  await run('tar', ['-xzf', 'sdk.tgz'], { cwd: folder });
  const unpacked = path.join(folder, 'package');
  const released = JSON.parse(
    readFileSync(path.join(repository, 'packages/sdk/released.json'), 'utf8'),
  ) as Record<string, SdkHashes>;
  expect(hashSdk(unpacked, sdk.module.integrity)).toEqual(released[sdk.version]);
});

test('the guides contain the hosted version and its hashes', async () => {
  const guides = path.join(repository, 'packages/web/guides');
  for (const name of readdirSync(guides))
    for (const [, version] of readFileSync(path.join(guides, name), 'utf8').matchAll(
      /\/sdk\/(?:pid-sdk-)?(\d+\.\d+\.\d+)/g,
    ))
      expect([name, version]).toEqual([name, sdk.version]);
  for (const address of ['/docs/sign-in-web', '/guides/sign-in-web.md']) {
    const text = await (await fetch(`${service.baseUrl}${address}`)).text();
    expect(text).toContain(sdk.module.integrity);
    expect(text).toContain(sdk.package.integrity);
    expect(text).toContain(`${service.baseUrl}${sdk.package.path}`);
    expect(text).not.toContain('https://pid.example');
  }
});
