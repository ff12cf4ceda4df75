import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { bearerFor, machineTokenOf, newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { emptyFolder, npmInstall, repository, run } from '../examples/copy-out.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';

// Tools of strangers that read only /v1/openapi.json.

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 });

const service = await startTestService({ PID_RATE_LIMIT: '0' });
const document = `${service.baseUrl}/v1/openapi.json`;
const { client: owner } = await newPlayer(service);
const app = await newApp(owner);
const { client: player } = await newPlayer(service);
const bearer = await bearerFor(player, app);
const machineToken = await machineTokenOf(service.client(), app, 'read payments');
// Schemathesis may end the consent of the player above.
const { client: reader, pid } = await newPlayer(service);
const ownBearer = await bearerFor(reader, app);

const schemathesis = ensureTool('schemathesis', { pip: 'schemathesis==4.32.5' });
const noSchemathesis = skipReason({ schemathesis });

/** Signed in as a player, as the game of a player, and as an app that charges. */
const callers = {
  player: () => ['--header', `Cookie: pid_access=${player.cookie('pid_access')}`],
  game: () => ['--header', `Authorization: Bearer ${bearer}`],
  shop: () => ['--header', `Authorization: Bearer ${machineToken}`],
  anybody: () => [],
};

test.skipIf(noSchemathesis !== '').each(Object.keys(callers) as (keyof typeof callers)[])(
  `schemathesis finds no server error, no undocumented status and no wrong Allow: %s${noSchemathesis}`,
  async (name) => {
    const checks = [
      'not_a_server_error',
      'status_code_conformance',
      'content_type_conformance',
      'response_headers_conformance',
      'response_schema_conformance',
      'unsupported_method',
    ];
    const given = [
      'run',
      document,
      '--checks',
      checks.join(','),
      '--phases',
      'examples,coverage,fuzzing',
      '--max-examples',
      '5',
      // With several threads, CPython 3.11 fails in `ast.parse` ("recursion depth mismatch").
      '--workers',
      '1',
      '--no-color',
      '--warnings',
      'off',
      '--max-time',
      '240',
      '--request-timeout',
      '60',
      '--suppress-health-check',
      'all',
      // Pages are HTML, and these operations end the session of the caller.
      '--exclude-operation-id',
      'authorizePage',
      '--exclude-operation-id',
      'logoutPage',
      ...[...endings, ...tooFree].flatMap((operationId) => ['--exclude-operation-id', operationId]),
      ...callers[name](),
    ];
    const answer: { stdout: string; stderr: string; code?: number } = await run(schemathesis!, given, {
      cwd: await emptyFolder(),
      maxBuffer: 100_000_000,
    }).catch((error: { stdout: string; stderr: string; code: number }) => error);
    const { stdout, stderr, code = 0 } = answer;
    expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    // With `--max-time`, it ends without a word when it has not come to every operation.
    const [, selected, tested] = /Selected: (\d+)\/\d+\s+Tested: (\d+)/.exec(stdout)!;
    expect(Number(selected)).toBeGreaterThan(100);
    expect(tested).toBe(selected);
  },
);

/** They would sign out the caller of the requests that follow. */
const endings = [
  'logout',
  'logoutByPost',
  'endSession',
  'endOtherSessions',
  'deleteIdentity',
  'freezeIdentity',
  'disconnectApp',
];

/** Its coverage phase ends with an error of CPython at bodies with any field. test/api/fuzz.test.ts sends such bodies. */
const tooFree = ['authorizeByPost', 'finishSignInByPost'];

test('the types of openapi-typescript compile, and a call with them works', async () => {
  const folder = await emptyFolder();
  await npmInstall(folder, 'openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3');
  await run(process.execPath, ['node_modules/openapi-typescript/bin/cli.js', document, '-o', 'pid.ts'], {
    cwd: folder,
  });
  await writeFile(
    path.join(folder, 'call.ts'),
    `import createClient from 'openapi-fetch';
import type { paths } from './pid.ts';
const client = createClient<paths>({ baseUrl: process.argv[2]! });
const headers = { authorization: \`Bearer \${process.argv[3]}\` };
const { data, error } = await client.GET('/v1/fiat/balance', { headers });
if (!data) throw new Error(String(error?.message));
const rupiah: number = data.balance;
const profile = await client.GET('/v1/profiles/{pid}', { params: { path: { pid: process.argv[4]! } } });
console.log(JSON.stringify([rupiah, profile.data?.pid, profile.response.status]));
`,
  );
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [path.join(repository, 'node_modules/@types')],
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'out',
  };
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['call.ts', 'pid.ts'] }),
  );
  const compiled = await run(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
  const { stdout } = await run(process.execPath, ['out/call.js', service.baseUrl, ownBearer, pid], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toEqual([0, pid, 200]);
});

const generator = ensureTool('openapi-python-client', { pip: 'openapi-python-client==0.29.1' });
const noGenerator = skipReason({ 'openapi-python-client': generator });

test.skipIf(noGenerator !== '')(
  `the client of openapi-python-client reads a balance and an error${noGenerator}`,
  async () => {
    const folder = await emptyFolder();
    const { stdout: said } = await run(
      generator!,
      ['generate', '--url', document, '--output-path', 'client', '--meta', 'none'],
      {
        cwd: folder,
      },
    );
    expect(said).not.toContain('WARNING');
    await writeFile(
      path.join(folder, 'call.py'),
      `import sys
from client import AuthenticatedClient, Client
from client.api.fiat import get_balance
from client.api.profile import get_public_profile

address, bearer, pid = sys.argv[1:]
balance = get_balance.sync(client=AuthenticatedClient(base_url=address, token=bearer))
profile = get_public_profile.sync(client=Client(base_url=address), pid=pid)
refused = get_balance.sync_detailed(client=AuthenticatedClient(base_url=address, token="wrong"))
print(balance.balance, profile.pid, int(refused.status_code), refused.parsed.message)
`,
    );
    // The generator brings what its clients need.
    const python = /^#!(.+)$/m.exec(await readFile(generator!, 'utf8'))![1]!;
    const { stdout } = await run(python, ['call.py', service.baseUrl, ownBearer, pid], { cwd: folder });
    expect(stdout.trim()).toBe(`0 ${pid} 401 Unauthorized`);
  },
);
