import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowApp, newChallenge } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { emptyFolder, repository, run } from '../examples/copy-out.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { readBlocks } from '../guides-code/read-guide.ts';
import { testEngine } from './engine-journeys.ts';

const debian = 'mono-mcs mono-runtime libmono-system-net-http4.0-cil';
const tools = { mono: ensureTool('mono', { debian }), mcs: ensureTool('mcs', { debian }) };
const reason = skipReason(tools);
const unity = path.join(repository, 'packages/engines/unity');
const stubs = path.join(import.meta.dirname, 'unity/UnityEngineStubs.cs');
const folder = await emptyFolder();
const sources = (below: string) =>
  readdirSync(path.join(unity, below), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cs'))
    .map((name) => path.join(unity, below, name));

/** Unity 2021.3 compiles C# 9. Mono's compiler knows C# 7. */
function compile(output: string, ...rest: string[]) {
  const target = output.endsWith('.dll') ? ['-target:library'] : [];
  const options = ['-langversion:7.2', '-warnaserror', '-warn:4', ...target, `-out:${output}`, ...rest];
  return run('mcs', options, { cwd: folder });
}

const readmeBlocks = readBlocks('packages/engines/unity/README.md', 'https://pid.example')
  .blocks.filter(({ language }) => language === 'csharp')
  .map(({ code }) => code);

/** A block of the README, with the names that the reader's own program provides. */
function blockProgram(code: string): string {
  const given = code.includes('var pid =') ? '' : 'PidClient pid';
  return `using Pid; using Pid.Unity; using UnityEngine; using System.Threading; using System.Threading.Tasks;
static class Block
{
    static Task<string> AskYourServer(CancellationToken cancellation) => Task.FromResult("open");
    public static async Task Run(string payUrl, string guestToken${given === '' ? '' : `, ${given}`})
    {
        await AskYourServer(CancellationToken.None);
${code}
    }
}`;
}

if (reason === '') {
  await compile('Pid.dll', ...sources('Runtime/Core'));
  const driver = path.join(import.meta.dirname, 'unity/Driver.cs');
  await compile('Driver.exe', '-r:Pid.dll', '-r:System.Net.Http', driver);
}

if (reason === '')
  testPage(
    await testEngine({ name: 'Unity (C# on Mono)', command: ['mono', path.join(folder, 'Driver.exe')] }),
  );

/** In WebGL, the JavaScript SDK signs in and hands its result to the game. */
function testPage({ service, app, newDevice, newGuest }: Awaited<ReturnType<typeof testEngine>>): void {
  describe('Unity (C# on Mono): sign-in in a web page', () => {
    const inPage = (answer: object) => ['sign-in', '--page', JSON.stringify(answer)];

    test('exchanges the code of the JavaScript SDK, once', async () => {
      const device = await newDevice();
      const { client, pid } = await newPlayer(service);
      const { codeVerifier, fields } = newChallenge();
      const code = await allowApp(client, app, { ...fields, redirect_uri: 'http://localhost/' });
      expect(await device.start(...inPage({ code, codeVerifier })).outcome()).toBe(`PLAYER ${pid}`);
      expect(await device.start('resume').outcome()).toBe(`PLAYER ${pid}`);
      expect(await device.start(...inPage({ code, codeVerifier })).outcome()).toMatch(
        /^ERROR login_code_invalid 400 /,
      );
    });

    test('gives the guest to the player, and signs the next player in without it', async () => {
      const device = await newDevice();
      const { guestId, guestToken } = await newGuest();
      for (const guest of [` ${guestId}`, '']) {
        const { client, pid } = await newPlayer(service);
        const { codeVerifier, fields } = newChallenge();
        const code = await allowApp(client, app, { ...fields, redirect_uri: 'http://localhost/' });
        const program = device.start(...inPage({ code, codeVerifier }), '--guest', guestToken);
        expect(await program.outcome()).toBe(`PLAYER ${pid}${guest}`);
      }
    });

    test('reports the error of the JavaScript SDK', async () => {
      const device = await newDevice();
      const closed = { error: 'closed', message: 'The player closed the window' };
      expect(await device.start(...inPage(closed)).outcome()).toBe('ERROR closed 0 0 -');
      expect(await device.start(...inPage({})).outcome()).toBe('ERROR failed 0 0 -');
    });
  });
}

test.skipIf(reason !== '').each(['UNITY_EDITOR', 'UNITY_STANDALONE', 'UNITY_WEBGL'])(
  `Unity: the parts for Unity and the sample compile against signatures of Unity, with %s${reason}`,
  async (platform) => {
    await compile('UnityEngine.dll', stubs);
    const references = ['-r:Pid.dll', '-r:UnityEngine.dll', `-define:${platform}`];
    await compile('Pid.Unity.dll', ...references, ...sources('Runtime/Unity'));
    const sample = await compile('Sample.dll', ...references, '-r:Pid.Unity.dll', ...sources('Samples~'));
    expect(sample.stderr).toBe('');
    for (const [index, code] of readmeBlocks.entries()) {
      await writeFile(path.join(folder, `Block${index}.cs`), blockProgram(code));
      await compile(`Block${index}.dll`, ...references, '-r:Pid.Unity.dll', `Block${index}.cs`);
    }
  },
);
