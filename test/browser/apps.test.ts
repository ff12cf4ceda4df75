import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { journeys, patience, shared } from './support/journey.ts';
import { press } from './support/phone.ts';
import { run } from '../examples/copy-out.ts';
import { arrive } from '../guides-code/stranger.ts';
import { releaseTest } from '../support/release-test.ts';

journeys('the apps workspace', shared, (world) => {
  test('registers an app, shows its secret once, tries its login, replaces its secret and deletes the app', async () => {
    const device = await world.device();
    const { page } = device;
    const { pid, client } = await world.player(device, 'developer');
    await page.goto('/apps');
    await page.getByRole('link', { name: 'Register an app' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Enter 1 to 60 characters.').waitFor();
    await page.getByLabel('Name').fill('Star Paddle');
    await page.getByLabel('Origins').fill('http://not-https.example');
    await page.getByText('“http://not-https.example” is not valid').waitFor();
    await page.getByLabel('Origins').fill('https://starpaddle.example');
    await page.getByLabel('Fee in percent').fill('2.5');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('This is your secret. It is shown once.').waitFor();
    const secret = await page.locator('[data-secret]').innerText();
    const clientId = await page.locator('[data-client-id]').innerText();
    const token = (client_secret: string) =>
      client.post('/v1/auth/token', { grant_type: 'client_credentials', client_id: clientId, client_secret });
    expect((await token(secret)).status).toBe(200);
    expect((await client.get(`/v1/apps/${clientId}`)).body).toMatchObject({
      origins: ['https://starpaddle.example'],
      feeBps: 250,
    });

    await page.reload();
    await page.getByRole('heading', { name: 'Add it to your game' }).waitFor();
    expect(await page.locator('[data-secret]').count()).toBe(0);

    const [popup] = await Promise.all([
      device.context.waitForEvent('page'),
      page.getByRole('button', { name: 'Try the login' }).click(),
    ]);
    await press(popup, /^Allow$/);
    await page.getByText(`It works. Your game would know you as ${pid}.`).waitFor();

    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('This is your secret. It is shown once.').waitFor();
    expect((await token(secret)).status).toBe(401);
    expect((await token(await page.locator('[data-secret]').innerText())).status).toBe(200);

    const charges = page.getByLabel('The secret can create payments');
    expect(await charges.isChecked()).toBe(true);
    await charges.uncheck();
    await expect
      .poll(async () => (await client.get(`/v1/apps/${clientId}`)).body.scopes, patience)
      .toEqual(['read']);

    const kept = await page.locator('[data-secret]').innerText();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('dialog').getByLabel('Keep the old secret working').selectOption('3600');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
    await expect.poll(() => page.locator('[data-secret]').innerText(), patience).not.toBe(kept);
    expect((await token(kept)).status).toBe(200);

    await page.getByLabel('Exact return addresses').fill('http://starpaddle.example/in');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('“http://starpaddle.example/in” is not valid').waitFor();
    await page.getByLabel('Exact return addresses').fill('https://starpaddle.example/in');
    await page.getByLabel('Always require the secret').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    // The page may still say "Saved." of the scope.
    await expect
      .poll(async () => (await client.get(`/v1/apps/${clientId}`)).body, patience)
      .toMatchObject({ redirectUris: ['https://starpaddle.example/in'], requireSecret: true });
    await page.reload();
    await expect
      .poll(() => page.getByLabel('Exact return addresses').inputValue(), patience)
      .toBe('https://starpaddle.example/in');
    await expect.poll(() => page.getByLabel('Always require the secret').isChecked(), patience).toBe(true);

    await page.goto('/connected-apps');
    await page.getByRole('button', { name: 'Disconnect: Star Paddle' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No games or apps yet').waitFor();

    await page.goto(`/apps/${clientId}`);
    await page.getByRole('button', { name: 'Delete the app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the app' }).click();
    await page.getByText('No app yet').waitFor();
    expect((await client.get(`/v1/apps/${clientId}`)).status).toBe(404);
  });

  releaseTest('pays out the income of an app once, even if the response is lost', async () => {
    const device = await world.device();
    const { page } = device;
    const { client } = await world.player(device, 'earner');
    const { body: app } = await client.post('/v1/apps', { name: 'Earner', origins: [], feeFlat: 2_000 });
    const payer = await newPlayer(world.service);
    const { body: topUp } = await payer.client.post('/v1/fiat/topups', { amount: 50_000 });
    await payer.client.post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
    const friend = await newPlayer(world.service);
    await payer.client.post('/v1/fiat/sends', { to: friend.pid, amount: 10_000, clientId: app.client_id });

    await page.goto(`/apps/${app.client_id}`);
    await page.getByText('App fee earned').waitFor();
    await page.getByRole('button', { name: 'Pay out' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('2,000');
    await dialog.getByLabel('Amount').fill('2001');
    await dialog.getByText('Enter an amount from Rp1 to Rp2,000.').waitFor();
    await dialog.getByLabel('Amount').fill('1500');
    const path = '**/v1/apps/*/payouts';
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await dialog.getByRole('button', { name: 'Pay out' }).click();
    await dialog.getByText('We could not reach PID.').waitFor();
    await page.unroute(path);
    await dialog.getByRole('button', { name: 'Pay out' }).click();
    await page.getByText('Rp1,500 was added to your balance.').waitFor();
    expect((await client.get('/v1/fiat/balance')).body.balance).toBe(1_500);
    expect((await client.get(`/v1/apps/${app.client_id}/balance`)).body.balance).toBe(500);
  });

  releaseTest(
    'adds money to an app that paid out too much, once even if the response is lost, and then refunds',
    async () => {
      const device = await world.device();
      const { page } = device;
      const { client } = await world.player(device, 'refunder');
      const { body: app } = await client.post('/v1/apps', { name: 'Refunder', origins: [] });
      const { body: payment } = await client.post(`/v1/apps/${app.client_id}/payments`, {
        reference: 'sword',
        amount: 10_000,
        description: 'Golden sword',
      });
      const payer = await newPlayer(world.service);
      const { body: topUp } = await payer.client.post('/v1/fiat/topups', { amount: 50_000 });
      await payer.client.post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
      await payer.client.post(`/v1/payments/${payment.id}/confirm`, { expectedTotal: payment.total });
      await client.post(`/v1/apps/${app.client_id}/payouts`, { amount: 9_000 });

      const dialog = page.getByRole('dialog');
      const refund = async () => {
        await page.goto(`/apps/${app.client_id}/payments`);
        await page.getByRole('button', { name: 'Refund' }).click();
        await dialog.getByRole('button', { name: 'Refund' }).click();
      };
      await refund();
      await dialog
        .getByRole('alert')
        .getByText('The app is Rp9,000 short: it needs Rp10,000 and has Rp1,000.')
        .waitFor();
      await dialog.getByRole('link', { name: 'Add money to the app' }).click();

      await dialog.getByRole('heading', { name: 'Add money to the app?' }).waitFor();
      await dialog.getByText('Rp9,000 → Rp0').waitFor();
      expect(await dialog.getByLabel('Amount').inputValue()).toBe('9,000');
      await dialog.getByText('Rp1,000 → Rp10,000').waitFor();
      await dialog.getByLabel('Amount').fill('9001');
      await dialog.getByText('Enter an amount from Rp1 to Rp9,000, your balance.').waitFor();
      await dialog.getByRole('link', { name: 'Top up' }).waitFor();
      expect(await dialog.getByRole('button', { name: 'Add money' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Amount').fill('9000');
      const path = '**/v1/apps/*/deposits';
      await page.route(path, async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await dialog.getByRole('button', { name: 'Add money' }).click();
      await dialog.getByText('We could not reach PID.').waitFor();
      await page.unroute(path);
      await dialog.getByRole('button', { name: 'Add money' }).click();
      await page.getByText('Rp9,000 was added to the app.').waitFor();
      await page.getByText('Added from your balance').waitFor();
      expect((await client.get('/v1/fiat/balance')).body.balance).toBe(0);
      expect((await client.get(`/v1/apps/${app.client_id}/balance`)).body.balance).toBe(10_000);
      // The amount of the link was used: a reload does not offer it again.
      await page.reload();
      await page.getByText('Added from your balance').waitFor();
      expect(await dialog.count()).toBe(0);

      await refund();
      await page.getByText('Done', { exact: true }).waitFor();
      expect((await client.get(`/v1/apps/${app.client_id}/payments/${payment.id}`)).body.status).toBe(
        'refunded',
      );
      await page.goto('/money');
      await page.getByText('Added to your app Refunder').waitFor();
    },
  );

  releaseTest('adds, changes and removes an item of the catalogue', async () => {
    const device = await world.device();
    const { page } = device;
    const { client } = await world.player(device, 'merchant');
    const { body: app } = await client.post('/v1/apps', { name: 'Merchant', origins: [] });
    const listed = async () => (await client.get(`/v1/apps/${app.client_id}/items`)).body.items;
    await page.goto(`/apps/${app.client_id}/payments`);
    await page.getByRole('link', { name: 'Items of the app' }).click();
    await page.getByText('No items yet').waitFor();

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add item' }).click();
    await dialog.getByLabel('Item ID').fill('golden sword');
    await dialog.getByLabel('Name (English)').fill('Golden sword');
    await dialog.getByLabel('Name (Indonesia)').fill('Pedang emas');
    await dialog.getByLabel('Price').fill('15000');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Item ID').fill('golden-sword');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Item saved').waitFor();
    await page.getByRole('heading', { name: 'Golden sword' }).waitFor();
    expect(await listed()).toMatchObject([
      {
        sku: 'golden-sword',
        names: { en: 'Golden sword', id: 'Pedang emas' },
        price: 15_000,
        imageUrl: null,
      },
    ]);

    await page.getByRole('button', { name: 'Change Golden sword' }).click();
    await dialog.getByText('golden-sword').waitFor();
    await dialog.getByLabel('Name (Indonesia)').fill('');
    await dialog.getByLabel('Price').fill('20000');
    await dialog.getByLabel('Picture').fill('http://shop.example/sword.png');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Picture').fill('https://shop.example/sword.png');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Rp20,000').waitFor();
    expect(await listed()).toMatchObject([
      { names: { en: 'Golden sword' }, price: 20_000, imageUrl: 'https://shop.example/sword.png' },
    ]);

    await page.getByRole('button', { name: 'Remove Golden sword' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No items yet').waitFor();
    expect(await listed()).toEqual([]);
  });

  releaseTest('the code snippets sign a player in', async () => {
    const device = await world.device();
    const { page } = device;
    const { client, pid } = await world.player(device);
    const app = await newApp(client, { origins: [] });
    await page.goto(`/apps/${app.clientId}`);
    const snippet = (name: RegExp) => page.getByRole('region', { name }).innerText();
    const [button, callback] = [await snippet(/^1\. A button/), await snippet(/^2\. The page/)];
    const exchange = await snippet(/^3\. Your server/);
    const stranger = await arrive();
    await stranger.install(/^\/\/ (npm install \S+)/.exec(exchange)![1]!);
    const program = `${exchange}\nconsole.log(await enter(process.argv[2] ?? ''));`;
    await writeFile(path.join(stranger.folder, 'server.mjs'), program);
    const players: string[] = [];
    const enter = async (body: string) => {
      const { stdout } = await run(process.execPath, ['server.mjs', body], { cwd: stranger.folder });
      players.push(stdout.trim());
    };
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (request.method === 'POST')
        void readText(request)
          .then(enter)
          .then(() => response.end());
      else response.end(request.url?.startsWith('/pid-callback.html') === true ? callback : button);
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in with PID' }).click(),
    ]);
    await press(popup, /^Allow$/);
    await expect.poll(() => players, patience).toEqual([pid]);
  });

  releaseTest('saves a profile, shows it after a reload and includes it in the data download', async () => {
    const device = await world.device();
    const { page } = device;
    const { pid, client } = await world.player(device, 'somebody');
    await page.goto('/profile');
    await page.getByLabel('Display name').fill('Some Body');
    await page.getByLabel('Country').selectOption('ID');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Display name').inputValue(), patience).toBe('Some Body');
    expect((await client.get('/v1/profile')).body).toMatchObject({ displayName: 'Some Body', country: 'ID' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('somebody-at-pid.json');
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ identity: { pid } });
  });
});
