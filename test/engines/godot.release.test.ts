import { execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bearerFor, newApp } from '../../packages/server/test/app-helper.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { emptyFolder, repository, run } from '../examples/copy-out.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { readBlocks } from '../guides-code/read-guide.ts';
import { testEngine } from './engine-journeys.ts';
import { startFaultyProxy } from './faulty-proxy.ts';

const project = 'packages/engines/godot';
// Debian 12 and 13 have no package of Godot 4.
const found = process.env['PID_TEST_GODOT'] ?? ensureTool('godot', { debianTesting: 'godot' });
const godot = found !== null && versionOf(found).startsWith('4.') ? found : null;
const reason = skipReason({ 'Godot 4': godot });
const folder = await emptyFolder(project);

function versionOf(program: string): string {
  return execFileSync(program, ['--headless', '--version'], { encoding: 'utf8' });
}

const readmeBlocks = readBlocks(`${project}/README.md`, 'https://pid.example')
  .blocks.filter(({ language }) => language === 'gdscript')
  .map(({ code }) => code);
/** Godot knows autoloads only while a game runs. */
const blockHead = 'extends Node\n\nvar Pid: PidClient\n\n\n';
const options = ['--headless', '--no-header', '--path', folder];
const problems: string[] = [];
if (godot !== null) {
  await copyFile(path.join(import.meta.dirname, 'godot/driver.gd'), path.join(folder, 'driver.gd'));
  for (const [index, code] of readmeBlocks.entries())
    await writeFile(path.join(folder, `block_${index}.gd`), blockHead + code);
  // Compiles all scripts and registers their class names.
  const { stderr } = await run(godot, [...options, '--import']);
  problems.push(...stderr.split('\n').filter((line) => /error|warning/i.test(line)));
}

if (godot !== null)
  await testEngine({ name: 'Godot', command: [godot, ...options, '--script', 'res://driver.gd', '--'] });

test.skipIf(godot === null)(
  `Godot: imports the project and compiles the blocks of the README without errors${reason}`,
  async () => {
    expect(problems).toEqual([]);
    expect(readmeBlocks).toHaveLength(3);
    // GDScript finds missing methods only when it runs them.
    const client = await readFile(path.join(folder, 'addons/pid/pid_client.gd'), 'utf8');
    for (const [, method] of readmeBlocks.join('').matchAll(/\bPid\.(\w+)\(/g))
      expect(client).toContain(`\nfunc ${method}(`);
    for (const index of readmeBlocks.keys())
      await run(godot!, [...options, '--check-only', '--script', `res://block_${index}.gd`]);
    await writeFile(
      path.join(folder, 'wrong.gd'),
      `${blockHead}func wrong() -> PidPlayer:\n\treturn Pid.options\n`,
    );
    await expect(run(godot!, [...options, '--check-only', '--script', 'res://wrong.gd'])).rejects.toThrow();
  },
);

test.skipIf(godot === null)(`Godot: the sample scene resumes a session when it starts${reason}`, async () => {
  const service = await startTestService();
  const { client } = await newPlayer(service);
  const app = await newApp(client);
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const proxy = await startFaultyProxy(port, service.baseUrl);
  const data = await emptyFolder();
  const userFolder = path.join(data, 'godot/app_userdata/PID sample');
  await mkdir(userFolder, { recursive: true });
  const session = { service: baseUrl, client_id: app.clientId, access_token: await bearerFor(client, app) };
  await writeFile(path.join(userFolder, 'pid_session'), new URLSearchParams(session).toString());
  const scene = path.join(folder, 'sample/sign_in_and_buy.tscn');
  const fields = `script = ExtResource("1")\nbase_url = "${baseUrl}"\nclient_id = "${app.clientId}"`;
  await writeFile(scene, (await readFile(scene, 'utf8')).replace('script = ExtResource("1")', fields));
  const game = spawn(godot!, options, { env: { ...process.env, XDG_DATA_HOME: data }, stdio: 'pipe' });
  onTestFinished(() => void game.kill('SIGKILL'));
  let said = '';
  for (const stream of [game.stdout, game.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => [proxy.requests, said]).toEqual([['GET /oidc/userinfo'], '']);
});

const gdtoolkit = {
  gdparse: ensureTool('gdparse', { pip: 'gdtoolkit' }),
  gdlint: ensureTool('gdlint', { pip: 'gdtoolkit' }),
};

test.skipIf(Object.values(gdtoolkit).includes(null))(
  `Godot: the addon and the sample follow the grammar and the style of Godot 4${skipReason(gdtoolkit)}`,
  async () => {
    const { stdout } = await run(gdtoolkit.gdlint!, ['addons', 'sample'], {
      cwd: path.join(repository, project),
    });
    expect(stdout).toContain('no problems found');
  },
);
