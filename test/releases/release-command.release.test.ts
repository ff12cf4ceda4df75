import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { nextVersion, versionOf, wrongVersions } from '../../scripts/release/versions.ts';
import { copyTree, type TreeCopy } from '../mutants/copy-tree.ts';
import { root } from '../support/deploy-files.ts';

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 });

const [version, before] = [nextVersion(root, 'minor'), versionOf(root)];
const committedAt = '2026-12-24T18:30:00Z';
let copy: TreeCopy;

const at = (file: string) => path.join(copy.folder, file);
const read = (file: string) => readFileSync(at(file), 'utf8');
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', ...words], {
    cwd: copy.folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_AUTHOR_DATE: committedAt, GIT_COMMITTER_DATE: committedAt },
  });
const commit = (subject: string) => {
  git('add', '--all');
  git('commit', '--quiet', '--message', subject);
};
function release(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'release', '--', ...words], {
    cwd: copy.folder,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** Changes a file for one test, and commits it if `isCommitted`. */
function withChange(file: string, text: string, isCommitted: boolean, work: () => void): void {
  const original = read(file);
  writeFileSync(at(file), text);
  if (isCommitted) commit('change');
  try {
    work();
  } finally {
    writeFileSync(at(file), original);
    if (isCommitted) commit('change back');
  }
}

beforeAll(() => {
  copy = copyTree();
  git('init', '--quiet');
  commit('all');
});

afterAll(() => copy?.remove());

test('refuses a changed tree, a version that is not higher and an empty changelog, and changes nothing', () => {
  withChange('README.md', 'Changed.\n', false, () => {
    const { status, output } = release(version);
    expect([status, output]).toEqual([1, expect.stringContaining('The working tree has changes.')]);
    expect(output).toContain('README.md');
  });
  expect(release(before)).toMatchObject({ status: 1, output: expect.stringContaining('is not higher') });
  expect(release()).toMatchObject({ status: 1, output: expect.stringContaining('Name the version') });
  withChange('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0\n', true, () =>
    expect(release(version).output).toContain('The section Unreleased of CHANGELOG.md is empty.'),
  );
  expect(git('status', '--porcelain')).toBe('');
});

test('--dry-run says what it would do, and changes nothing', () => {
  const { status, output } = release('minor', '--dry-run');
  expect(status).toBe(0);
  expect(output).toContain(`Release ${version} would upgrade databases of release ${before}.`);
  expect(output).toContain(`pid-sdk-${version}.tgz`);
  expect(git('status', '--porcelain')).toBe('');
  expect(existsSync(at('dist/release'))).toBe(false);
});

test('refuses a tree whose checks fail, and changes nothing', () => {
  withChange('scripts/start.mjs', `${read('scripts/start.mjs')}\n\n\nconst   unformatted = 1\n`, true, () => {
    const { status, output } = release(version);
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('The checks failed. Nothing was released.'),
    ]);
    expect(git('status', '--porcelain')).toBe('');
  });
});

test('prepares a release, with the same files each time', () => {
  const first = release(version);
  expect([first.status, first.status === 0 ? '' : first.output]).toEqual([0, '']);
  expect(first.output).toContain(`git tag -a v${version}`);

  expect(wrongVersions(copy.folder)).toEqual([]);
  expect(versionOf(copy.folder)).toBe(version);
  expect(JSON.parse(read('packages/server/package.json'))).toMatchObject({ version, upgradesFrom: before });
  expect(
    execFileSync(process.execPath, ['packages/server/dist/main.js', '--version'], {
      cwd: copy.folder,
      encoding: 'utf8',
    }).trim(),
  ).toBe(version);
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(
      `^## Unreleased\\n\\n## ${version} \\(\\d{4}-\\d\\d-\\d\\d\\)\\n\\nUpgrades databases of release ${before};`,
      'm',
    ),
  );
  expect(JSON.parse(read('packages/sdk/released.json'))).toHaveProperty([version]);
  // Everything that was written passes the checks of the next change.
  execFileSync('npx', ['oxfmt', '--check', '.'], { cwd: copy.folder, stdio: 'ignore' });

  const fixture = `test/releases/${version}`;
  const names = [
    `pid-${version}-sbom.cdx.json`,
    `pid-${version}-schema.sql`,
    `pid-sandbox-${version}.tgz`,
    `pid-sdk-${version}.tgz`,
  ];
  expect(readdirSync(at('dist/release')).toSorted()).toEqual(['SHA256SUMS', ...names].toSorted());
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: at('dist/release'),
    stdio: 'ignore',
  });
  const schema = read(`dist/release/${names[1]}`);
  expect(schema).toBe(read(`${fixture}/schema.sql`));
  expect(schema).toContain(
    `insert into "applied_releases" ("version", "upgrades_from", "applied_at") overriding system value values ('${version}', '${before}', '2026-12-24 18:30:00+00');`,
  );
  const bill = JSON.parse(read(`dist/release/${names[0]}`)) as {
    metadata: { timestamp: string; component: { version: string } };
    components: { name: string }[];
  };
  expect(bill.metadata).toMatchObject({ timestamp: '2026-12-24T18:30:00.000Z', component: { version } });
  const components = bill.components.map(({ name }) => name);
  expect(components).toContain('fastify');
  expect(components).not.toContain('vitest');

  const [sums, statements] = [read('dist/release/SHA256SUMS'), read(`${fixture}/statements.jsonl`)];
  git('restore', '.');
  git('clean', '--quiet', '--force', '-d');
  expect(git('status', '--porcelain')).toBe('');
  const second = release(version);
  expect([second.status, second.status === 0 ? '' : second.output]).toEqual([0, '']);
  expect(read('dist/release/SHA256SUMS')).toBe(sums);
  expect(read(`${fixture}/statements.jsonl`)).toBe(statements);
});
