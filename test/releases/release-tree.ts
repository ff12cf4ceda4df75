import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyTree } from '../mutants/copy-tree.ts';
import { root } from '../support/deploy-files.ts';
import { linkModules } from '../support/link-modules.ts';
import { lastRelease, nextRelease } from './releases.ts';

/** The commit before the first one that `npm run release` prepared. */
const commits: Readonly<Record<string, string>> = { '0.1.0': '31f55d738bd54cbf5150b2f8a71fb716c74cf3b2' };

/** A built server, with the version that it reports. */
export interface ReleaseTree {
  readonly folder: string;
  readonly main: string;
  remove(): void;
}

/** The commit of a release: the one that added its fixture. Null if this clone does not have it. */
export function commitOf(version: string): string | null {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  const known =
    commits[version] ??
    git('log', '--diff-filter=A', '--format=%H', '--', `test/releases/${version}/schema.sql`).stdout.trim();
  return known !== '' && git('cat-file', '-e', `${known}^{commit}`).status === 0 ? known : null;
}

/** Builds a release from its commit, with the installed packages, or with its own if they differ. */
export function buildRelease(commit: string): ReleaseTree {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-release-'));
  const archive = path.join(folder, 'tree.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
  if (packagesOf(folder) === packagesOf(root)) linkModules(folder);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'ignore' });
  return treeIn(folder);
}

/** A copy of the built sources, as the next release. */
export function copyAsNextRelease(): ReleaseTree {
  const { folder } = copyTree();
  const manifest = path.join(folder, 'packages/server/package.json');
  const facts = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...facts, version: nextRelease, upgradesFrom: lastRelease }));
  return treeIn(folder);
}

function treeIn(folder: string): ReleaseTree {
  return {
    folder,
    main: path.join(folder, 'packages/server/dist/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The packages from the registry that a tree installs. */
function packagesOf(folder: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([name, { link }]) => name.includes('node_modules/') && link !== true)
    .map(([name, { version }]) => `${name}@${version}`)
    .join('\n');
}
