import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bytesMax = 2_000_000;

/** Patterns of common secrets. */
const forms: Readonly<Record<string, RegExp>> = {
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{20}/,
  'Solana keypair': /\[\s*(?:\d{1,3}\s*,\s*){63}\d{1,3}\s*\]/,
  'AWS key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'GitHub token': /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9_]{60,}/,
  'npm token': /\bnpm_[A-Za-z0-9]{36}\b/,
  'Google key': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'Slack token': /\bxox[abprs]-[0-9A-Za-z-]{20,}/,
  'Stripe or Xendit key': /\b(?:sk|rk|xnd)_(?:live|production)_[0-9A-Za-z]{16,}/,
  'Midtrans server key': /\b(?:SB-)?Mid-server-[A-Za-z0-9_-]{20,}/,
  'signed token': /\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,}/,
  'password in an address':
    /\b[a-z]+:\/\/[\w.-]+:(?!\$|password|secret|\.\.\.|<)[^\s:@/'"`{}$<]{12,}@[\w.-]+/,
};

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\0')
  .filter((file) => file !== '' && !/\.(?:png|so|woff2|ico|jpg|webp)$/.test(file));

test('no tracked file contains a text that looks like a secret', () => {
  expect(tracked.length).toBeGreaterThan(300);
  const found = tracked.flatMap((file) => {
    const full = path.join(root, file);
    const stats = statSync(full, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > bytesMax) return [];
    const text = readFileSync(full, 'utf8');
    return Object.entries(forms)
      .filter(([, form]) => form.test(text))
      .map(([name]) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});

test('each pattern recognizes its secret', () => {
  const samples = [
    `-----BEGIN PRIVATE KEY-----\n${'M'.repeat(24)}`,
    `[${Array.from({ length: 64 }, (_, index) => index + 1).join(', ')}]`,
    `AKIA${'A'.repeat(16)}`,
    `ghp_${'a'.repeat(36)}`,
    `npm_${'a'.repeat(36)}`,
    `AIza${'a'.repeat(35)}`,
    `xoxb-${'1'.repeat(24)}`,
    `xnd_production_${'a'.repeat(24)}`,
    `Mid-server-${'a'.repeat(24)}`,
    `eyJ${'a'.repeat(20)}.eyJ${'a'.repeat(20)}.${'a'.repeat(43)}`,
    `postgresql://pid:${'x'.repeat(14)}@db.internal/pid`,
  ];
  expect(Object.values(forms).map((form) => samples.findIndex((sample) => form.test(sample)))).toEqual(
    samples.map((_, index) => index),
  );
});

test('no typical secret file is tracked', () => {
  expect(
    tracked.filter((file) =>
      /(?:^|\/)(?:\.env(?:\..*)?|\.npmrc|id_[a-z0-9]+|.*\.pem|.*\.p12|.*keypair.*\.json)$/.test(file),
    ),
  ).toEqual([]);
});
