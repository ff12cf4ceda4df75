// Builds one file per entry point and its types, then the two files that every service hosts: a package for npm and a module for a
// script tag.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'));

/**
 * Bundles only the contract's paths that the SDK calls, so that new operations of the service do not change the bytes of a published
 * version. Headings go too, because the source map contains the text.
 */
const usedPathsOnly = {
  name: 'used-paths-only',
  setup(bundler) {
    const sources = readdirSync(at('src'), { recursive: true }).filter((name) => name.endsWith('.ts'));
    const text = sources.map((name) => readFileSync(path.join(at('src'), name), 'utf8')).join('\n');
    const called = new Set([...text.matchAll(/\(\s*'(\w+)'/g)].map(([, name]) => name));
    bundler.onLoad({ filter: /contract[\\/]src[\\/]paths\.ts$/ }, ({ path: file }) => ({
      loader: 'ts',
      contents: readFileSync(file, 'utf8')
        .replaceAll(/^ {2}\/\/.*\n/gm, '')
        .replaceAll(/^ {2}(\w+): '[A-Z]+ [^']*',\n/gm, (line, name) => (called.has(name) ? line : '')),
    }));
  },
};

export async function buildSdk() {
  rmSync(at('dist/types'), { recursive: true, force: true });
  await build({
    entryPoints: {
      browser: at('src/browser/index.ts'),
      server: at('src/server/index.ts'),
      chain: at('src/chain.ts'),
      session: at('src/session/index.ts'),
      permissions: at('src/permissions.ts'),
    },
    outdir: at('dist'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // The same file runs in browsers, Node, Deno, Bun and workers, so it must not import platform modules.
    platform: 'browser',
    minify: true,
    sourcemap: true,
    plugins: [usedPathsOnly],
    logLevel: 'warning',
  });
  const compiler = at('../../node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', at('tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Could not build the types of the SDK');
  keepPublicTypes();
  host();
}

/**
 * Keeps only the types that an entry point imports, with `.js` in import paths, because the package does not contain the
 * sources.
 */
function keepPublicTypes() {
  const kept = new Set();
  const follow = (file) => {
    if (kept.has(file)) return;
    kept.add(file);
    const text = readFileSync(file, 'utf8').replaceAll(/(['"])(\.[^'"]+)\.ts\1/g, '$1$2.js$1');
    writeFileSync(file, text);
    for (const [, , name] of text.matchAll(/(['"])(\.[^'"]+)\.js\1/g))
      follow(path.join(path.dirname(file), `${name}.d.ts`));
  };
  for (const { types } of Object.values(manifest.exports)) follow(at(types));
  for (const name of readdirSync(at('dist/types'), { recursive: true })) {
    const file = path.join(at('dist/types'), name);
    if (file.endsWith('.d.ts') && !kept.has(file)) rmSync(file);
  }
}

/** Writes `dist/hosted`: the files that a service hosts under /sdk, and `sdk.json`. */
function host() {
  const { name, version, description, license, type, exports } = manifest;
  const hosted = at('dist/hosted');
  rmSync(hosted, { recursive: true, force: true });
  mkdirSync(path.join(hosted, version), { recursive: true });
  const stage = mkdtempSync(path.join(tmpdir(), 'pid-sdk-'));
  try {
    mkdirSync(path.join(stage, 'dist'));
    for (const file of readdirSync(at('dist')).filter((entry) => entry.endsWith('.js')))
      copyFileSync(path.join(at('dist'), file), path.join(stage, 'dist', file));
    for (const file of readdirSync(at('dist')).filter((entry) => entry.endsWith('.js.map')))
      writeFileSync(path.join(stage, 'dist', file), publicMap(path.join(at('dist'), file)));
    cpSync(at('dist/types'), path.join(stage, 'dist/types'), { recursive: true });
    copyFileSync(at('README.md'), path.join(stage, 'README.md'));
    copyFileSync(at('../../LICENSE'), path.join(stage, 'LICENSE'));
    const packed = { name, version, description, license, type, exports, sideEffects: ['./dist/browser.js'] };
    writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
    // On one machine, npm pack creates the same bytes from the same files.
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', hosted], {
      cwd: stage,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  const module = withoutMap(at('dist/browser.js'));
  writeFileSync(path.join(hosted, version, 'pid.js'), module);
  const integrity = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  const tarball = `pid-sdk-${version}.tgz`;
  const facts = {
    version,
    package: { path: `/sdk/${tarball}`, integrity: integrity(readFileSync(path.join(hosted, tarball))) },
    module: { path: `/sdk/${version}/pid.js`, integrity: integrity(module) },
  };
  writeFileSync(path.join(hosted, 'sdk.json'), `${JSON.stringify(facts, null, 2)}\n`);
}

/** The source map with the names of packages instead of the folders of this repository. It contains the sources. */
function publicMap(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  const named = (source) =>
    source
      .replace(/^.*node_modules\//, 'node_modules/')
      .replace(/^\.\.\/src\//, '@pid/sdk/')
      .replace(/^(?:\.\.\/)+(\w+)\/src\//, '@pid/$1/');
  return JSON.stringify({ ...map, sources: map.sources.map(named) });
}

/** Removes the link to the source map: the module is hosted alone, and players do not debug it. */
function withoutMap(file) {
  return readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSdk();
