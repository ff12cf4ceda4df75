import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { emptyFolder, run } from './copy-out.ts';

/** The samples in compiled languages, compiled and run unchanged, except for the pause between two polls. */
interface Sample {
  readonly language: string;
  readonly tools: Readonly<Record<string, string | null>>;
  readonly pause: readonly [as: string, quick: string];
  readonly file: string;
  compile(folder: string): Promise<unknown>;
  readonly command: readonly string[];
}

const mono = { debian: 'mono-mcs mono-runtime libmono-system-net-http4.0-cil' };

const csharpMain = `public static class Program
{
    public static int Main(string[] words)
    {
        try
        {
            System.Console.WriteLine(new PidLogin(words[0], words[1]).SignIn(System.Console.WriteLine).GetAwaiter().GetResult().Pid);
            return 0;
        }
        catch (PidGaveUp reason)
        {
            System.Console.Error.WriteLine("Nobody signed in: " + reason.Message);
            return 1;
        }
    }
}
`;

const samples: readonly Sample[] = [
  {
    language: 'C++',
    tools: {
      'C++ compiler': ensureTool('c++', { debian: 'g++' }),
      'headers of libcurl': ensureTool('curl-config', { debian: 'libcurl4-openssl-dev' }),
    },
    file: 'pid_login.cpp',
    pause: ['sleep_for(pause)', 'sleep_for(pause / 100)'],
    compile: (folder) =>
      run(
        'c++',
        ['-std=c++17', '-Wall', '-Wextra', '-Werror', 'pid_login.cpp', '-lcurl', '-o', 'pid_login'],
        {
          cwd: folder,
        },
      ),
    command: ['./pid_login'],
  },
  {
    language: 'C#',
    tools: {
      mono: ensureTool('mono', mono),
      mcs: ensureTool('mcs', mono),
    },
    file: 'PidLogin.cs',
    pause: ['TimeSpan.FromSeconds(pause)', 'TimeSpan.FromMilliseconds(pause)'],
    async compile(folder) {
      await writeFile(path.join(folder, 'Program.cs'), csharpMain);
      await run(
        'mcs',
        [
          '-langversion:7.2',
          '-warnaserror',
          '-r:System.Net.Http',
          'PidLogin.cs',
          'Program.cs',
          '-out:login.exe',
        ],
        {
          cwd: folder,
        },
      );
    },
    command: ['mono', 'login.exe'],
  },
];

const service = await startTestService();
const { client: owner } = await newPlayer(service);
const { clientId } = await newApp(owner, { deviceFlow: true });

for (const { language, tools, pause, file, compile, command } of samples)
  test.skipIf(Object.values(tools).includes(null))(
    `${language}: signs the player in after the code is typed, and reports a denial${skipReason(tools)}`,
    async () => {
      const folder = await emptyFolder('examples/devices');
      const source = await readFile(path.join(folder, file), 'utf8');
      expect(source).toContain(pause[0]);
      await writeFile(path.join(folder, file), source.replace(...(pause as [string, string])));
      await compile(folder);
      for (const decision of ['allow', 'deny'] as const) {
        const { client, pid } = await newPlayer(service);
        const [program, ...words] = command;
        const child = spawn(program!, [...words, service.baseUrl, clientId], {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        onTestFinished(() => void child.kill());
        let said = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
        const ended = once(child, 'close').then(([code]) => code as number);
        await expect.poll(() => said).toMatch(/ and type \S+\n/);
        await client.call('decideDevice', { userCode: / and type (\S+)\n/.exec(said)![1]!, decision });
        expect(await ended).toBe(decision === 'allow' ? 0 : 1);
        expect(said).toContain(decision === 'allow' ? pid : 'Nobody signed in: access_denied');
      }
    },
    120_000,
  );

const gdparse = ensureTool('gdparse', { pip: 'gdtoolkit' });

/**
 * Godot 4 is not available from Debian, npm or pip. So only the grammar is checked here; `devices.test.ts`
 * checks the requests.
 */
test.skipIf(gdparse === null)(
  `GDScript: the grammar of Godot 4 accepts the sample and refuses a truncated one${skipReason({ gdparse })}`,
  async () => {
    const folder = await emptyFolder('examples/devices');
    await run(gdparse!, ['pid_login.gd'], { cwd: folder });
    const source = await readFile(path.join(folder, 'pid_login.gd'), 'utf8');
    const [cut] = source.split(/\)(?=[^)]*$)/);
    await writeFile(path.join(folder, 'half.gd'), cut!);
    await expect(run(gdparse!, ['half.gd'], { cwd: folder })).rejects.toThrow();
  },
);
