import { chmod, chown, cp, lstat, mkdir, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { becomePostgresUser, giveToPostgres } from './become-postgres-user.ts';
import { locateBinaries } from './locate-binaries.ts';
import { type Circumstances, start } from './start.ts';
import { makeFolder, removeDataFolder, removeFolders, useDataFolder } from './testing/make-folder.ts';
import { buildOwner, query, removeOwners, spawnOwner } from './testing/spawn-owner.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const NAMELESS = 54_321;

async function ownerOf(dataDir: string): Promise<number> {
  return (await stat(path.join(dataDir, 'postgres', 'PG_VERSION'))).uid;
}

async function addVisit(dataDir: string, circumstances: Circumstances): Promise<number> {
  const server = await start({ dataDir }, circumstances);
  try {
    await query(server.connectionString, 'create table if not exists visit (at timestamptz default now())');
    await query(server.connectionString, 'insert into visit default values');
    return (await query(server.connectionString, 'select from visit')).length;
  } finally {
    await server.stop();
  }
}

beforeAll(buildOwner);
afterEach(removeFolders);
afterAll(async () => {
  await removeOwners();
  await removeDataFolder();
});

describe.runIf(isRoot && process.platform === 'linux')('started as root', () => {
  it('runs in a user namespace and keeps root as the owner of the files', async () => {
    const { kind } = await becomePostgresUser(locateBinaries());
    expect(kind).toBe('namespace');
    const dataDir = await useDataFolder();
    await addVisit(dataDir, {});
    expect(await ownerOf(dataDir)).toBe(0);
  });

  it('keeps its data when namespaces become unavailable and available again between starts', async () => {
    const dataDir = await useDataFolder();
    const before = await addVisit(dataDir, {});
    expect(await addVisit(dataDir, { users: ['switched'] })).toBe(before + 1);
    expect(await ownerOf(dataDir)).toBe(NOBODY);
    expect(await addVisit(dataDir, { users: ['namespace'] })).toBe(before + 2);
    expect(await ownerOf(dataDir)).toBe(0);
  });

  it('switches to nobody when namespaces are unavailable, including on the first start', async () => {
    const dataDir = path.join(await makeFolder(), '.pid');
    const owner = spawnOwner({ options: { dataDir }, env: { PATH: '/nowhere' } });
    const { connectionString, message } = await owner.next();
    expect(message).toBeUndefined();
    expect(await query(connectionString ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await ownerOf(dataDir)).toBe(NOBODY);
    await owner.stop();
    expect(owner.process.exitCode).toBe(0);
  });

  it('changes the owner of a folder and its contents, but not behind symbolic links', async () => {
    const [folder, other] = [await makeFolder(), await makeFolder()];
    await mkdir(path.join(folder, 'base'));
    for (const file of [path.join(folder, 'base', 'row'), path.join(other, 'passwd')])
      await writeFile(file, '');
    await symlink(other, path.join(folder, 'link'));
    await giveToPostgres({ kind: 'switched', native: locateBinaries() }, folder);
    for (const name of ['.', 'base', 'base/row'])
      expect((await lstat(path.join(folder, name))).uid).toBe(NOBODY);
    expect((await stat(other)).uid).toBe(0);
    expect((await stat(path.join(other, 'passwd'))).uid).toBe(0);
  });

  it('runs with binaries and data in a home folder that only root can read, with and without namespaces', async () => {
    const home = await makeFolder();
    const native = path.join(home, 'node_modules', 'native');
    await cp(locateBinaries(), native, { recursive: true, verbatimSymlinks: true });
    const dataDir = await useDataFolder();
    await addVisit(dataDir, { native, users: ['namespace'] });
    const copied = await becomePostgresUser(native, ['switched']);
    try {
      expect(copied.native).not.toBe(native);
      await addVisit(dataDir, { native, users: ['switched'] });
      expect((await becomePostgresUser(native, ['switched'])).native).toBe(copied.native);
    } finally {
      await rm(copied.native, { recursive: true, force: true });
    }
  });

  it('runs in the private home folder of another user', async () => {
    const home = await useDataFolder();
    await chown(home, NAMELESS, NAMELESS);
    await addVisit(home, {});
    await addVisit(home, { users: ['switched'] });
    expect((await stat(home)).uid).toBe(NAMELESS);
  });

  it('runs as an unprivileged user in a folder of that user', async () => {
    const home = await makeFolder('pid home ', NOBODY);
    expect(await runTwiceAs(NOBODY, home, {})).toEqual({ rows: [{ one: 1 }], owner: NOBODY, reused: true });
  });

  it('runs in a read-only image built without install scripts, as a uid without a user name', async () => {
    const home = await makeFolder('pid home ', NAMELESS);
    const image = await makeFolder();
    await chmod(image, 0o755);
    const native = path.join(image, 'native');
    await cp(locateBinaries(), native, { recursive: true, verbatimSymlinks: true });
    await unlink(path.join(native, 'lib', 'libicuuc.so.60'));
    const expected = { rows: [{ one: 1 }], owner: NAMELESS, reused: true };
    expect(await runTwiceAs(NAMELESS, home, { native })).toEqual(expected);
  });

  it('tells an unprivileged user that the folder belongs to another user', async () => {
    const home = await makeFolder();
    await chmod(home, 0o755);
    const owner = spawnOwner({ options: { dataDir: path.join(home, '.pid') }, uid: NOBODY });
    const { code, message } = await owner.next();
    expect(code).toBe('unusable_folder');
    expect(message).toContain('Make it a folder that this user may write');
  });
});

/** Starts as `uid`, kills the process and starts again. */
async function runTwiceAs(uid: number, home: string, circumstances: Circumstances): Promise<unknown> {
  const setting = { options: { dataDir: path.join(home, '.pid') }, circumstances, uid, cwd: home };
  const owner = spawnOwner(setting);
  const { connectionString, message } = await owner.next();
  if (connectionString === undefined) throw new Error(message);
  const rows = await query(connectionString, 'select 1 as one');
  await owner.kill();
  const next = spawnOwner(setting);
  const { reused } = await next.next();
  await next.stop();
  return { rows, owner: await ownerOf(setting.options.dataDir), reused };
}
