import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { problemsOf } from '../test/problems-of.ts';
import { productionEnvironment } from '../test/production-environment.ts';
import type { Setting } from './platform/config/index.ts';
import { loadConfig, settings, unknownVariables } from './settings.ts';

describe('secrets in files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  function fileWith(text: string): string {
    const file = path.join(folder, randomUUID());
    writeFileSync(file, text);
    return file;
  }
  const secrets = Object.values<Setting<unknown>>(settings).filter(({ secret }) => secret);

  test('every secret can be given as a file, and its variable is not reported as misspelt', () => {
    expect(secrets.length).toBeGreaterThan(15);
    const named = Object.fromEntries(secrets.map(({ variable }) => [`${variable}_FILE`, '/nowhere']));
    expect(unknownVariables(named)).toEqual([]);
    const unread = problemsOf(named).map((problem) => problem.split(' ')[0]);
    // The file of the master key is read later, where the key is needed.
    expect(unread).toEqual(Object.keys(named).filter((name) => name !== 'PID_MASTER_KEY_FILE'));
  });

  test('every setting whose name or description calls it a key, token, secret or password is a secret', () => {
    const named =
      /_(?:KEY|KEY_NEXT|KEY_PREVIOUS|TOKEN|SECRET|PASSWORD)$|DATABASE.*_URL$|(?:REDIS|SMTP|RPC|PRICE)_URLS?$/;
    const open = Object.values<Setting<unknown>>(settings).filter(
      ({ variable, secret, meaning }) =>
        !secret && (named.test(variable) || /\b(?:server key|secret key|password)\b/i.test(meaning)),
    );
    expect(open.map(({ variable }) => variable)).toEqual([]);
  });

  test('uses the content of the file without its last line break', () => {
    const { PID_RELAYER_KEY, PID_PROVIDERS, ...rest } = productionEnvironment;
    const files = {
      PID_RELAYER_KEY_FILE: fileWith(PID_RELAYER_KEY),
      PID_PROVIDERS_FILE: fileWith(`${PID_PROVIDERS}\n`),
      PID_DATABASE_URL_FILE: fileWith('postgresql://pid:secret@db/pid\n'),
    };
    const config = loadConfig({ ...rest, ...files });
    expect(config.relayerKey?.address).toBe(loadConfig(productionEnvironment).relayerKey?.address);
    expect(config.databaseUrl).toBe('postgresql://pid:secret@db/pid');
  });

  test('reports a value with a file, an empty file and an unreadable file without showing a secret', () => {
    const file = fileWith('hunter2');
    expect(problemsOf({ PID_REDIS_URL: 'redis://:hunter2@x', PID_REDIS_URL_FILE: file })).toEqual([
      'PID_REDIS_URL and PID_REDIS_URL_FILE are both set: name the secret in one of them',
    ]);
    expect(problemsOf({ PID_REDIS_URL_FILE: fileWith('\n') })).toEqual([
      'PID_REDIS_URL_FILE names a file that is empty',
    ]);
    expect(problemsOf({ PID_REDIS_URL_FILE: path.join(folder, 'none') })).toEqual([
      'PID_REDIS_URL_FILE names a file that cannot be read (ENOENT)',
    ]);
    expect(problemsOf({ PID_REGISTRAR_TOKEN_FILE: file }).join()).not.toContain('hunter2');
  });
});
