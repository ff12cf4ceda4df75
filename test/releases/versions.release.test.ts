import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { releaseChangelog } from '../../scripts/release/changelog.ts';
import { nextVersion, setVersion, versionOf, wrongVersions } from '../../scripts/release/versions.ts';
import { root } from '../support/deploy-files.ts';
import { lastRelease } from './releases.ts';

/** Copies the files that can contain a version. */
function copyOfRoot(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const wanted = [
    '*package.json',
    'package-lock.json',
    '*README.md',
    'packages/web/guides',
    'packages/engines',
    'deploy',
  ];
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', ...wanted, '*/retired-functions.ts'],
    { cwd: root, encoding: 'utf8' },
  );
  for (const file of listed.trim().split('\n')) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file));
  }
  return folder;
}

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');
const edit = (folder: string, file: string, change: (text: string) => string) =>
  writeFileSync(path.join(folder, file), change(read(folder, file)));

test('everything has the version of package.json, which is that of the last release', () => {
  expect(wrongVersions(root)).toEqual([]);
  expect(versionOf(root)).toBe(lastRelease);
});

test('a release sets the version everywhere, and the release that it upgrades', () => {
  const folder = copyOfRoot();
  const retired = 'packages/server/src/platform/db/retired-functions.ts';
  edit(folder, retired, (text) => text.replace('= [', "= [{ since: 'unreleased', names: ['a'] },"));
  setVersion(folder, '7.8.9', '7.8.0');
  expect(wrongVersions(folder)).toEqual([]);
  expect(versionOf(folder)).toBe('7.8.9');
  const server = JSON.parse(read(folder, 'packages/server/package.json')) as object;
  expect(server).toMatchObject({ version: '7.8.9', upgradesFrom: '7.8.0' });
  expect(read(folder, 'packages/sdk/package.json')).toContain('"version": "7.8.9"');
  expect(read(folder, 'deploy/Containerfile')).toContain('org.opencontainers.image.version=7.8.9\n');
  expect(read(folder, 'deploy/helm/Chart.yaml')).toMatch(/^version: 7\.8\.9\nappVersion: 7\.8\.9$/m);
  expect(read(folder, 'deploy/helm/values.yaml')).toContain('image: pid:7.8.9\n');
  expect(read(folder, 'deploy/kubernetes/pid.yaml')).toContain('name: pid-migrate-7-8-9\n');
  expect(read(folder, 'packages/engines/unity/package.json')).toContain('"version": "7.8.9"');
  expect(read(folder, 'packages/engines/unreal/Pid.uplugin')).toContain('"VersionName": "7.8.9"');
  expect(read(folder, 'packages/engines/godot/addons/pid/plugin.cfg')).toContain('version="7.8.9"');
  expect(read(folder, 'packages/web/guides/10-sign-in-web.md')).toContain('/sdk/pid-sdk-7.8.9.tgz');
  expect(read(folder, retired)).toContain("{ since: '7.8.9', names: ['a'] }");
  // Versions of other packages stay.
  const lock = (from: string) =>
    read(from, 'package-lock.json')
      .split('\n')
      .filter((line) => !/"(?:version|@pid\/\w+)": /.test(line));
  expect(lock(folder)).toEqual(lock(root));
});

test.each([
  ['deploy/helm/Chart.yaml', 'appVersion: ', 'appVersion: 9'],
  ['deploy/kubernetes/pid.yaml', 'pid-migrate-', 'pid-migrate-9'],
  ['deploy/kubernetes/registrar.yaml', 'image: pid:', 'image: pid:9'],
  ['deploy/Containerfile', 'image.version=', 'image.version=9'],
  ['packages/web/guides/35-payments.md', 'pid-sdk-', 'pid-sdk-9'],
  ['packages/server/package.json', '"@pid/contract": "', '"@pid/contract": "9'],
  ['packages/web/package.json', '"version": "', '"version": "9'],
  ['packages/engines/unity/package.json', '"version": "', '"version": "9'],
  ['packages/engines/unreal/Pid.uplugin', '"VersionName"', '"Name"'],
])('detects another version in %s', (file, before, after) => {
  const folder = copyOfRoot();
  edit(folder, file, (text) => text.replace(before, after));
  expect(wrongVersions(folder)[0]).toContain(file);
});

test('a version must be higher than the last release, and not lower than that of the SDK', () => {
  const folder = copyOfRoot();
  setVersion(folder, '1.2.3', '1.2.0');
  edit(folder, 'packages/sdk/package.json', (text) => text.replace('1.2.3', '1.4.0'));
  expect(['patch', 'minor', 'major', '1.4.0', '1.10.0'].map((word) => nextVersion(folder, word))).toEqual([
    '1.4.1',
    '1.5.0',
    '2.0.0',
    '1.4.0',
    '1.10.0',
  ]);
  expect(() => nextVersion(folder, '1.2.3')).toThrow('1.2.3 is not higher than the last release, 1.2.3.');
  expect(() => nextVersion(folder, '1.1.9')).toThrow('is not higher');
  expect(() => nextVersion(folder, '1.3.0')).toThrow('The SDK already has version 1.4.0');
  for (const word of ['v1.5.0', '1.5', '1.5.0-rc.1', 'next'])
    expect(() => nextVersion(folder, word)).toThrow(`${word} is not a version`);
});

test('the section Unreleased becomes the section of the version', () => {
  const release = { version: '0.5.0', upgradesFrom: '0.1.0', date: '2026-12-01' };
  const text = '# Changelog\n\n## Unreleased\n\n### Fixes\n\n- One.\n\n## 0.1.0\n\n- First.\n';
  const released = releaseChangelog(text, release);
  expect(released).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.5.0 (2026-12-01)\n\nUpgrades databases of release 0.1.0; nodes of both releases run side by side.\n\n### Fixes\n\n- One.\n\n## 0.1.0\n\n- First.\n',
  );
  expect(() => releaseChangelog(released, release)).toThrow(
    'The section Unreleased of CHANGELOG.md is empty.',
  );
  expect(() => releaseChangelog('# Changelog\n', release)).toThrow('no section');
});
