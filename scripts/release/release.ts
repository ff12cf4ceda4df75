// `npm run release -- <version|patch|minor|major> [--dry-run]`: prepares a release. See CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { retiredFunctions } from '../../packages/server/src/platform/db/retired-functions.ts';
import { buildArtefacts, describeArtefacts, fixtureFolder, type Release } from './artefacts.ts';
import { releaseChangelog } from './changelog.ts';
import { describeRelease } from './release-database.ts';
import { hashSdk, type SdkHashes } from './sdk-hashes.ts';
import { isHigher, nextVersion, setVersion, versionOf, wrongVersions } from './versions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (file: string) => path.join(root, file);
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const script = (name: string) =>
  execFileSync(process.execPath, [at(`scripts/${name}`)], { cwd: root, stdio: 'inherit' });
const changelog = 'CHANGELOG.md';
const releasedSdks = 'packages/sdk/released.json';

/** What the release would be, or an error that says why there can be none. */
function plan(wanted: string): Release & { upgradesFrom: string; changelogText: string } {
  const changes = git('status', '--porcelain');
  if (changes !== '') throw new Error(`The working tree has changes. Commit them first.\n${changes}`);
  const wrong = wrongVersions(root);
  if (wrong.length > 0) throw new Error(`Versions differ from package.json:\n${wrong.join('\n')}`);
  const [version, upgradesFrom] = [nextVersion(root, wanted), versionOf(root)];
  const stale = retiredFunctions.filter(
    ({ since }) => since !== 'unreleased' && isHigher(upgradesFrom, since),
  );
  if (stale.length > 0)
    throw new Error(
      `Release ${upgradesFrom} has dropped functions that packages/server/src/platform/db/retired-functions.ts still lists: remove ${stale.flatMap(({ names }) => names).join(', ')}.`,
    );
  const date = new Date().toISOString().slice(0, 10);
  const changelogText = releaseChangelog(readFileSync(at(changelog), 'utf8'), {
    version,
    upgradesFrom,
    date,
  });
  const madeAt = new Date(
    Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct')) * 1000,
  );
  return { root, version, upgradesFrom, changelogText, madeAt };
}

async function release(wanted: string, isDryRun: boolean): Promise<void> {
  const planned = plan(wanted);
  const { version, upgradesFrom, changelogText, madeAt } = planned;
  if (isDryRun) {
    console.log(
      [
        `Release ${version} would upgrade databases of release ${upgradesFrom}. Nothing was changed. \`npm run release -- ${version}\` would`,
        '- run `npm run check`',
        `- set ${version} in package.json and every place that repeats it`,
        `- move the section Unreleased of ${changelog} to ${version}`,
        `- write ${fixtureFolder(version)}/schema.sql and statements.jsonl, which tests of the next release need`,
        '- write to dist/release:',
        ...describeArtefacts(version).map((line) => `    ${line}`),
      ].join('\n'),
    );
    return;
  }
  try {
    script('check.mjs');
  } catch {
    throw new Error('The checks failed. Nothing was released.');
  }
  try {
    setVersion(root, version, upgradesFrom);
    writeFileSync(at(changelog), changelogText);
    script('build.mjs');
    recordSdk(version);
    const fixture = await describeRelease(root, version, madeAt);
    mkdirSync(at(fixtureFolder(version)), { recursive: true });
    writeFileSync(at(`${fixtureFolder(version)}/schema.sql`), fixture.schema);
    writeFileSync(at(`${fixtureFolder(version)}/statements.jsonl`), fixture.statements);
    const sums = await buildArtefacts(planned);
    console.log(`\ndist/release/SHA256SUMS:\n${sums}`);
  } catch (error) {
    console.error(`To undo the changes: git restore . && git clean -fd ${fixtureFolder(version)}`);
    throw error;
  }
  console.log(
    [
      `Release ${version} is prepared; nothing was committed or published. Tests were not run: that is the task of CI. Next:`,
      `  git add -A && git commit -m "release: ${version}"`,
      `  npm run test:release        (or let CI run it on the commit)`,
      `  git tag -a v${version} -m "PID ${version}" && git push --follow-tags`,
      '  build the image with deploy/Containerfile, and publish it with the files in dist/release',
    ].join('\n'),
  );
}

/** Adds the hashes of a new SDK version. A version that was recorded before must not have changed. */
function recordSdk(version: string): void {
  const facts = JSON.parse(readFileSync(at('packages/sdk/dist/hosted/sdk.json'), 'utf8')) as {
    module: { integrity: string };
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-sdk-'));
  let hashes: SdkHashes;
  try {
    execFileSync('tar', ['-xzf', at(`packages/sdk/dist/hosted/pid-sdk-${version}.tgz`), '-C', folder]);
    hashes = hashSdk(path.join(folder, 'package'), facts.module.integrity);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const released = JSON.parse(readFileSync(at(releasedSdks), 'utf8')) as Record<string, SdkHashes>;
  const known = released[version];
  if (known && JSON.stringify(known) !== JSON.stringify(hashes))
    throw new Error(`SDK ${version} was published with other content: release a higher version.`);
  writeFileSync(at(releasedSdks), `${JSON.stringify({ ...released, [version]: hashes }, null, 2)}\n`);
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  if (positionals.length !== 1)
    throw new Error('Name the version: npm run release -- <version|patch|minor|major> [--dry-run]');
  await release(positionals[0]!, values['dry-run']);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
