import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../examples/copy-out.ts';
import { existingMetaFiles, guidOf, metaFiles } from './unity-meta.ts';

const engines = path.join(repository, 'packages/engines');
const read = (name: string) => readFileSync(path.join(engines, name), 'utf8');
const filesBelow = (folder: string) =>
  readdirSync(path.join(engines, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path
        .relative(path.join(engines, folder), path.join(entry.parentPath, entry.name))
        .replaceAll('\\', '/'),
    );

test('every asset of the Unity package has its .meta file (written by unity-meta.ts)', () => {
  expect([...existingMetaFiles()].toSorted()).toEqual([...metaFiles()].toSorted());
});

test('the sample scene of Unity uses its script', () => {
  expect(read('unity/Samples~/SignInAndBuy/SignInAndBuy.unity')).toContain(
    `guid: ${guidOf('Samples~/SignInAndBuy/SignInAndBuy.cs')}`,
  );
});

describe.each([
  ['unity', /\.(?:cs|asmdef|jslib|json|md|meta|unity)$/, /\.(?:cs|jslib)$/],
  ['godot', /(?:\.(?:gd|cfg|tscn|md|godot)|\.gitignore)$/, /\.gd$/],
  ['unreal', /\.(?:cpp|h|cs|md|uplugin)$/, /\.(?:cpp|h)$/],
] as const)('%s', (engine, allowed, code) => {
  const files = filesBelow(engine);
  const sources = files
    .filter((name) => code.test(name))
    .map((name) => read(`${engine}/${name}`))
    .join('\n');

  test('contains no other files', () => {
    expect(files.filter((name) => !allowed.test(name))).toEqual([]);
  });

  /** Strings that every package and a running service exchange; the release tests run them. */
  test.each([
    [
      'addresses',
      ['/authorize?', '/oidc/token', '/oidc/device_authorization', '/oidc/userinfo', '/oidc/revoke', '/pay/'],
    ],
    [
      'fields',
      [
        'code_challenge_method',
        'S256',
        'code_verifier',
        'urn:ietf:params:oauth:grant-type:device_code',
        '"iss"',
      ],
    ],
    [
      'codes',
      [
        'authorization_pending',
        'slow_down',
        'expired_token',
        'timeout',
        'aborted',
        'superseded',
        'no_connection',
        'invalid_pay_url',
        'unsupported',
        'failed',
      ],
    ],
    [
      'return page',
      ['Halaman ini boleh ditutup. Kembali ke game.', 'You can close this page. Return to the game.'],
    ],
  ])('has the %s of all packages', (_, parts) => {
    expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
  });

  test('contains neither a secret nor an address of a service', () => {
    expect(sources).not.toMatch(/client_secret/);
    expect(
      (sources.match(/https?:\/\/[\w.]+/g) ?? []).filter(
        (address) => !/^https:\/\/pid\.example$|^http:\/\/(?:localhost|127)/.test(address),
      ),
    ).toEqual([]);
  });

  test('documents every code of its own', () => {
    const readme = read(`${engine}/README.md`);
    for (const name of [
      'access_denied',
      'expired_token',
      'timeout',
      'aborted',
      'superseded',
      'no_connection',
      'invalid_pay_url',
      'unsupported',
      'failed',
    ])
      expect(readme).toContain(`\`${name}\``);
  });
});
