import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { fileOf, readBlocks } from '../guides-code/read-guide.ts';
import { emptyFolder, hostedSdk, npmInstall, repository, run } from './copy-out.ts';

/** A developer with only the address of a running service, an empty folder and npm. */
const service = await startTestService();
const sdk = await hostedSdk(service);
const folder = await emptyFolder();
await npmInstall(folder, `${service.baseUrl}${sdk.package.path}`);
/**
 * The TypeScript version that most developers use. A machine without a registry has only the version of this
 * repository.
 */
const olderCompiler = await npmInstall(folder, '--no-save', 'typescript@5.9.3').then(
  () => path.join(folder, 'node_modules/typescript/bin/tsc'),
  () => '',
);

const uses = `
import { handleCallback, PidError, resumeSignIn, signInWithPid, type SignInResult } from '@pid/sdk';
import { signInWithPid as same } from '@pid/sdk/browser';
import { createAppClient, createIdentityReader, exchangeCode, type SignedInPlayer } from '@pid/sdk/server';
import { activationChallenge, chainAccount, sessionGrant, withdrawalChallenge } from '@pid/sdk/chain';
import { findPlaySession, openPlaySession, playerAddress, resumePlaySession, type PlaySession } from '@pid/sdk/session';
import { createSessionKey, grantPageUrl, newSalt, signCall, type SignedCall } from '@pid/sdk/permissions';

export async function login(): Promise<SignInResult> {
  return signInWithPid({ clientId: 'app_x', baseUrl: 'https://pid.example' });
}
// @ts-expect-error Where PID runs is never guessed.
export const nowhere = () => signInWithPid({ clientId: 'app_x' });
// @ts-expect-error Nor on a server.
export const nowhereEither = () => createIdentityReader({});
export const player: Promise<SignedInPlayer> = exchangeCode({ baseUrl: 'https://pid.example', clientId: 'a', code: 'c' });
export const session: Promise<PlaySession | null> = resumePlaySession();
export const call: (...input: Parameters<typeof signCall>) => Promise<SignedCall> = signCall;
export const vault: string = chainAccount({ genesisHash: '', programId: '', rpId: '' }, 'a@pid').vault;
export const isOurs = (error: unknown): error is PidError => error instanceof PidError;
export const rest = [handleCallback, resumeSignIn, same, createAppClient, activationChallenge, sessionGrant, withdrawalChallenge, findPlaySession, openPlaySession, playerAddress, createSessionKey, grantPageUrl, newSalt];
`;

const compilers = [
  ['7', path.join(repository, 'node_modules/typescript/bin/tsc')],
  ['5.9', olderCompiler],
] as const;
const resolutions = [
  ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
] as const;

for (const [version, compiler] of compilers)
  for (const [name, options] of resolutions)
    test.skipIf(compiler === '')(
      `type-checks in an empty folder: strict, ${name}, TypeScript ${version}${compiler === '' ? ' (skipped: npm cannot install it)' : ''}`,
      async () => {
        const { stdout } = await run(process.execPath, [compiler, '--version']);
        expect(stdout).toContain(`Version ${version}.`);
        await writeFile(path.join(folder, 'uses.ts'), uses);
        const project = path.join(folder, `tsconfig.${name}.json`);
        await writeFile(
          project,
          JSON.stringify({
            compilerOptions: {
              ...options,
              strict: true,
              exactOptionalPropertyTypes: true,
              noUncheckedIndexedAccess: true,
              verbatimModuleSyntax: true,
              // Check our declarations, but not those of the browser.
              skipLibCheck: false,
              skipDefaultLibCheck: true,
              target: 'es2022',
              lib: ['es2022', 'dom', 'dom.iterable'],
              types: [],
              noEmit: true,
            },
            files: ['uses.ts'],
          }),
        );
        const result = await run(process.execPath, [compiler, '-p', project], { cwd: folder }).catch(
          (error: { stdout: string }) => error,
        );
        expect(result.stdout).toBe('');
      },
    );

test('works in a page built with vite', async () => {
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><button>Sign in</button><script type="module" src="/main.js"></script>',
  );
  await writeFile(
    path.join(folder, 'main.js'),
    `import { signInWithPid } from '@pid/sdk';\nimport { openPlaySession } from '@pid/sdk/session';\ndocument.querySelector('button').onclick = () => signInWithPid({ clientId: 'a', baseUrl: 'https://pid.example' }).then(() => openPlaySession);`,
  );
  const ours = path.join(repository, 'packages/web/node_modules/vite/dist/node/index.js');
  const shared = path.join(repository, 'node_modules/vite/dist/node/index.js');
  const vite = (await import(pathToFileURL(existsSync(ours) ? ours : shared).href)) as {
    build(options: object): Promise<{ output: { type: string; code?: string }[] }>;
  };
  const before = process.env['NODE_ENV'];
  const { output } = await vite.build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false },
  });
  // vite sets NODE_ENV to 'production', which would affect later tests.
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
  expect(output.map(({ code }) => code ?? '').join('')).toContain('/authorize?');
});

test('vite build keeps the callback page with the configuration of the README', async () => {
  const { blocks } = readBlocks('packages/sdk/README.md', 'https://pid.example');
  const site = path.join(folder, 'site');
  await mkdir(site);
  const files = {
    'vite.config.js': fileOf(blocks, 'vite.config.js'),
    'pid-callback.html': blocks.find(({ code }) => code.includes('handleCallback();</script>'))!.code,
    'index.html': '<!doctype html><script type="module" src="/main.js"></script>',
    'main.js': `import { signInWithPid } from '@pid/sdk';\ndocument.onclick = () => signInWithPid({ clientId: 'a', baseUrl: 'https://pid.example' });`,
    'package.json': '{"type":"module"}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(site, name), text);
  const program = ['packages/web/node_modules', 'node_modules']
    .map((at) => path.join(repository, at, 'vite/bin/vite.js'))
    .find((file) => existsSync(file))!;
  await run(process.execPath, [program, 'build', '--sourcemap'], { cwd: site });
  const built = path.join(site, 'dist');
  const html = readFileSync(path.join(built, 'pid-callback.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name]) =>
    readFileSync(path.join(built, name!), 'utf8'),
  );
  expect(scripts.length).toBeGreaterThan(0);
  // The callback page relays answers on this channel.
  expect(scripts.join('')).toContain('pid:answer');
});

test('every file has a source map with its sources, which name no folder of this repository', () => {
  const dist = path.join(folder, 'node_modules/@pid/sdk/dist');
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
  expect(scripts).toHaveLength(5);
  for (const name of scripts) {
    expect(readFileSync(path.join(dist, name), 'utf8')).toContain(`//# sourceMappingURL=${name}.map`);
    const { sources, sourcesContent } = JSON.parse(readFileSync(path.join(dist, `${name}.map`), 'utf8')) as {
      sources: string[];
      sourcesContent: (string | null)[];
    };
    expect(sources.filter((source) => !/^(?:@pid|node_modules)\/[\w@]/.test(source))).toEqual([]);
    expect(sourcesContent.map((text) => typeof text)).toEqual(sources.map(() => 'string'));
  }
});

test('every entry point runs on Node as installed', async () => {
  const script = `for (const entry of ['/server', '/chain', '/permissions']) console.log(Object.keys(await import('@pid/sdk' + entry)).length > 2);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  expect(stdout.trim().split('\n')).toEqual(['true', 'true', 'true']);
});

test('contains no dependency, no private field and no source', () => {
  const installed = path.join(folder, 'node_modules/@pid/sdk');
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as object;
  expect(Object.keys(manifest).toSorted()).toEqual(
    ['description', 'exports', 'license', 'name', 'sideEffects', 'type', 'version'].toSorted(),
  );
  expect(existsSync(path.join(folder, 'node_modules/@pid/contract'))).toBe(false);
  expect(existsSync(path.join(installed, 'src'))).toBe(false);
});
