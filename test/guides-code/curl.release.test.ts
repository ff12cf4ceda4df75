import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bearerFor, newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { repository } from '../examples/copy-out.ts';
import { readBlocks } from './read-guide.ts';
import { arrive } from './stranger.ts';

const reason = skipReason({ curl: ensureTool('curl', { debian: 'curl' }) });
const service = await startTestService();
const contract = path.join(repository, 'packages/server/src/evm-permissions/contract');
const curlOf = (document: string) =>
  readBlocks(document, service.baseUrl).blocks.find(({ code }) => code.startsWith('curl'))!.code;

test.skipIf(reason !== '')(`reads the balance of a player as the guide says${reason}`, async () => {
  const { client } = await newPlayer(service);
  const bearer = await bearerFor(client, await newApp(client));
  const command = curlOf('packages/web/guides/00-try.md').replace('http://localhost:4100', service.baseUrl);
  const printed = await (await arrive()).shell(`BEARER=${bearer}\n${command}`);
  expect(JSON.parse(printed)).toMatchObject({ balance: 0 });
});

test.skipIf(reason !== '')(`the saved exit page has the hash that the service names${reason}`, async () => {
  const printed = await (await arrive()).shell(curlOf('docs/exit.md'));
  const [, hash, chain] = /^([0-9a-f]{64}) {2}offline\.html\n(.+)$/s.exec(printed)!;
  expect(JSON.parse(chain!)).toMatchObject({ exitPageSha256: hash });
});

test.skipIf(reason !== '')(
  `downloads the verifier as the guide 60-evm-permissions.md says${reason}`,
  async () => {
    const stranger = await arrive();
    await stranger.shell(curlOf('packages/web/guides/60-evm-permissions.md'));
    const file = await readFile(path.join(stranger.folder, 'permission-verifier.json'), 'utf8');
    expect(JSON.parse(file)).toEqual(
      JSON.parse(await readFile(path.join(contract, 'permission-verifier.json'), 'utf8')),
    );
    const source = await readFile(path.join(stranger.folder, 'PermissionVerifier.sol'), 'utf8');
    expect(source).toContain('contract PermissionVerifier {');
  },
);
