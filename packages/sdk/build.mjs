// Builds what a game imports: one small file an entry, and their types.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function buildSdk() {
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
    // The same file runs in browsers, Node, Deno, Bun and workers: nothing of any platform is imported.
    platform: 'browser',
    minify: true,
    sourcemap: true,
    logLevel: 'warning',
  });
  const compiler = at('../../node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', at('tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the types of the SDK could not be built');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSdk();
