import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type * as Permissions from '../src/permissions.ts';

/** The module under test, which the page below loads into this global. */
declare const permissions: typeof Permissions;

const executablePath = process.env['PID_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const reason = existsSync(executablePath)
  ? ''
  : ' (skipped: no Chromium; install one or set PID_TEST_CHROMIUM)';

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../src/permissions.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'permissions',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]!.text;
}

async function servePage(script: string): Promise<{ address: string; close(): void }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/permissions.js';
    response
      .setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      .end(isScript ? script : '<!doctype html><title>Game</title><script src="/permissions.js"></script>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen');
  return { address: `http://localhost:${address.port}/`, close: () => server.close() };
}

test('the module is at most 9 kB compressed, because it needs no Ethereum library', async () => {
  expect(gzipSync(await bundle()).length).toBeLessThan(9 * 1024);
});

describe.skipIf(reason !== '')(`in a real browser${reason}`, () => {
  test('a saved key survives a reload, still signs, stays unreadable and can be deleted', async () => {
    const site = await servePage(await bundle());
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      await page.goto(site.address);
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
    } finally {
      await browser.close();
      site.close();
    }
  });
});
