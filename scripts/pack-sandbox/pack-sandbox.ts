// `npm run pack:sandbox`: builds dist/pid-sandbox-<version>.tgz, which starts the whole service by `npx ./pid-sandbox-<version>.tgz`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildAll, serverBundle } from '../build.mjs';

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Record<string, string>;
  readonly upgradesFrom: string;
  readonly devDependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
}

/** Builds the package from the sources in `root` and moves it to `target`. */
export async function packSandbox(root: string, target: string): Promise<void> {
  const at = (...parts: string[]) => path.join(root, ...parts);
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8')) as Manifest;
  const stage = mkdtempSync(path.join(tmpdir(), 'pid-sandbox-'));
  const within = (...parts: string[]) => path.join(stage, ...parts);
  const writeJson = (file: string, content: object) =>
    writeFileSync(within(file), `${JSON.stringify(content, null, 2)}\n`);
  try {
    await buildAll();
    // A separate build: the folder of the server also contains chunks of earlier builds.
    await build({
      ...serverBundle,
      absWorkingDir: root,
      entryPoints: [
        ...serverBundle.entryPoints,
        { in: 'scripts/pack-sandbox/pid-sandbox.ts', out: 'sandbox/pid-sandbox' },
      ],
      outdir: within('packages'),
      sourcemap: false,
      // litesvm is bundled with what it uses of @solana/kit; only its native part is installed.
      external: [...serverBundle.external.filter((name) => name !== 'litesvm'), 'litesvm-*', '*.node'],
    });
    const server = manifestOf('packages/server');
    const { version, license, engines } = manifestOf('.');
    for (const name of sqlFiles(at('packages/server/src')))
      cpSync(at('packages/server/src', name), within('packages/server/src', name));
    mkdirSync(within('packages/server'), { recursive: true });
    writeJson('packages/server/package.json', { type: 'module', version, upgradesFrom: server.upgradesFrom });
    cpSync(at('packages/web/dist'), within('packages/web/dist'), { recursive: true });
    cpSync(at('packages/program/artifacts'), within('packages/program/artifacts'), { recursive: true });
    cpSync(at('LICENSE'), within('LICENSE'));
    cpSync(at('scripts/pack-sandbox/README.md'), within('README.md'));
    writeJson('package.json', {
      name: 'pid-sandbox',
      version,
      description: 'PID with play money and a development chain, for tests of games',
      license,
      type: 'module',
      bin: { 'pid-sandbox': 'packages/sandbox/pid-sandbox.js' },
      engines,
      dependencies: { 'oidc-provider': server.devDependencies['oidc-provider'] },
      optionalDependencies: {
        ...manifestOf('packages/embedded-postgres').optionalDependencies,
        ...manifestOf('node_modules/litesvm').optionalDependencies,
      },
    });
    const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], {
      cwd: stage,
      encoding: 'utf8',
    }).trim();
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(within(packed), target);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function sqlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const target = path.join(root, 'dist', `pid-sandbox-${version}.tgz`);
  await packSandbox(root, target);
  console.log(path.relative(process.cwd(), target));
}
