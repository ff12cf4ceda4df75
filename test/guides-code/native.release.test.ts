import { expect, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { readGuide } from './read-guide.ts';
import { arrive, commandsOf } from './stranger.ts';

const reason = skipReason({
  python3: ensureTool('python3', { debian: 'python3' }),
  curl: ensureTool('curl', { debian: 'curl' }),
});

test.skipIf(reason !== '')(
  `a native login in three steps, with the commands of the guide${reason}`,
  async () => {
    const service = await startTestService();
    const { steps, blocks } = readGuide('20-sign-in-native.md', service.baseUrl);
    expect(steps).toEqual(['Register your app', 'Take the sample', 'Start it']);
    const { client, pid } = await newPlayer(service);
    const { clientId } = await newApp(client, { origins: [] });
    const stranger = await arrive();
    const [take, start] = commandsOf(blocks);
    await stranger.shell(take!);
    // Opening a browser prints the address here. The test presses Allow as the player.
    const { child, line } = await stranger.begin(start!.replace('app_0123456789', clientId), {
      BROWSER: 'echo OPENED %s',
      PYTHONUNBUFFERED: '1',
    });
    let said = `${line}\n`;
    child.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toMatch(/OPENED (\S+)\n/);
    const address = new URL(/OPENED (\S+)\n/.exec(said)![1]!);
    const decided = await client.call('decideLogin', {
      ...(Object.fromEntries(address.searchParams) as { client_id: string; redirect_uri: string }),
      decision: 'allow',
    });
    await fetch(decided.redirectTo);
    await expect.poll(() => said).toContain(`"pid": "${pid}"`);
  },
);
