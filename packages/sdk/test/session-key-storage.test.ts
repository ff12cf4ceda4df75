import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type * as Permissions from '../src/permissions.ts';
import type * as Session from '../src/session/index.ts';

/** The modules under test, which the page below loads into these globals. */
declare const permissions: typeof Permissions;
declare const session: typeof Session;

const executablePath = process.env['PID_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const reason = existsSync(executablePath)
  ? ''
  : ' (skipped: no Chromium; install one or set PID_TEST_CHROMIUM)';

async function bundle(globalName: 'permissions' | 'session'): Promise<string> {
  const source = globalName === 'session' ? '../src/session/index.ts' : '../src/permissions.ts';
  const entry = fileURLToPath(new URL(source, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName,
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]!.text;
}

async function servePage(script: string): Promise<{ address: string; close(): void }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response
      .setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      .end(isScript ? script : '<!doctype html><title>Game</title><script src="/sdk.js"></script>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen');
  return { address: `http://localhost:${address.port}/`, close: () => server.close() };
}

test('the module is at most 9 kB compressed, because it needs no Ethereum library', async () => {
  expect(gzipSync(await bundle('permissions')).length).toBeLessThan(9 * 1024);
});

describe.skipIf(reason !== '')(`in a real browser${reason}`, () => {
  test('a saved key survives a reload, still signs, stays unreadable and can be deleted', async () => {
    await withPage('permissions', async (page) => {
      const made = await page.evaluate(async () => {
        const key = await permissions.createSessionKey();
        await permissions.saveSessionKey('player', key);
        return key.publicKey;
      });
      await page.reload();
      const found = await page.evaluate(async () => {
        const key = await permissions.loadSessionKey('player');
        if (!key) return null;
        const account = '0x1111111111111111111111111111111111111111';
        const permission = `0x${'ab'.repeat(32)}` as const;
        const { digest, signature } = await permissions.signCall(key, {
          chainId: 1,
          account,
          permission,
          to: account,
          value: 0n,
          data: '0x',
          nonce: 1n,
          deadline: 5,
        });
        const bytes = (hex: string) =>
          Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
        const verifying = await crypto.subtle.importKey(
          'raw',
          bytes(key.publicKey),
          { name: 'ECDSA', namedCurve: 'P-256' },
          false,
          ['verify'],
        );
        const isGood = await crypto.subtle.verify(
          { name: 'ECDSA', hash: 'SHA-256' },
          verifying,
          bytes(signature),
          bytes(digest),
        );
        const isReadable = await crypto.subtle.exportKey('jwk', key.privateKey).then(
          () => true,
          () => false,
        );
        await permissions.forgetSessionKey('player');
        return {
          publicKey: key.publicKey,
          isGood,
          isReadable,
          after: await permissions.loadSessionKey('player'),
        };
      });
      expect(found).toEqual({ publicKey: made, isGood: true, isReadable: false, after: null });
    });
  });

  test('a session is awaited for a day, and the next request deletes what expired requests have left', async () => {
    await withPage('session', async (page, address) => {
      const open = () =>
        page.evaluate(
          (baseUrl) => {
            document.title = 'Asking';
            session
              .openPlaySession({ clientId: 'app_1', baseUrl, program: '11111111111111111111111111111111' })
              .catch((error: { code: string }) => (document.title = error.code));
          },
          address.replace('localhost', '127.0.0.1'),
        );
      const kept = () =>
        page.evaluate(
          () =>
            new Promise<string[]>((resolve) => {
              const opening = indexedDB.open('pid-sessions', 1);
              opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('sessions'));
              opening.addEventListener('success', () => {
                const names = opening.result.transaction('sessions').objectStore('sessions').getAllKeys();
                names.addEventListener('success', () => {
                  opening.result.close();
                  resolve([...names.result.map(String), ...Object.keys(localStorage)]);
                });
              });
            }),
        );
      await page.clock.install();
      await page.evaluate(() => {
        const mark = { expiresAtMillis: Date.now() + 3_600_000 };
        localStorage.setItem('pid:login:taken:earlier', JSON.stringify(mark));
      });
      await open();
      await expect.poll(kept).toHaveLength(2);
      const first = await kept();
      expect(first).toContain('pid:login:taken:earlier');
      await page.clock.fastForward('23:59:00');
      expect([await page.title(), await kept()]).toEqual(['Asking', first]);
      await page.clock.fastForward('02:00');
      await expect.poll(() => page.title()).toBe('timeout');
      await open();
      await expect.poll(async () => (await kept()).filter((name) => !first.includes(name))).toHaveLength(1);
      expect(await kept()).toHaveLength(1);
    });
  });
});

async function withPage(
  globalName: 'permissions' | 'session',
  work: (page: Page, address: string) => Promise<void>,
): Promise<void> {
  const site = await servePage(await bundle(globalName));
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(site.address);
    await work(page, site.address);
  } finally {
    await browser.close();
    site.close();
  }
}
