import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { ensureTool, skipReason } from '../support/ensure-tool.ts';
import { readGuide } from './read-guide.ts';
import { arrive } from './stranger.ts';

const service = await startTestService();
const { blocks } = readGuide('35-payments.md', service.baseUrl);
const { client: owner } = await newPlayer(service);
const { clientId, clientSecret } = await newApp(owner, { origins: [] });
const stranger = await arrive();
const payments = async () => (await owner.call('listPayments', { client_id: clientId })).items;

const [curl, python] = [ensureTool('curl', { debian: 'curl' }), ensureTool('python3', { debian: 'python3' })];
const reason = skipReason({ curl, python });

test.skipIf(reason !== '')(
  `requests without the SDK give the same result in every language${reason}`,
  async () => {
    const before = (await payments()).length;
    const tab = (name: string) => blocks.find(({ marks }) => marks.get('tab') === name)!.code;
    const payUrl = new RegExp(`${service.baseUrl}/pay/[0-9a-f-]{36}`);
    await writeFile(path.join(stranger.folder, 'ask.mjs'), tab('JavaScript'));
    const names = `CLIENT_ID=${clientId} CLIENT_SECRET=${clientSecret}`;
    const [address] = payUrl.exec(await stranger.shell(`${names} node ask.mjs`))!;
    expect((await payments()).length).toBe(before + 1);
    // The same reference and body return the same payment.
    expect(await stranger.shell(`${names}\n${tab('curl')}`)).toContain(address);
    await writeFile(path.join(stranger.folder, 'ask.py'), tab('Python'));
    expect(await stranger.shell(`${names} python3 ask.py`)).toContain(address);
    expect((await payments()).length).toBe(before + 1);
  },
);
