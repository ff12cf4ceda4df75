import { expect, test } from 'vitest';
import { openShop, richPlayer } from '../../packages/server/src/payments/testing/payment-fixture.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { journeys, patience, shared, takeSession } from './support/journey.ts';

/** One green pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

journeys('games', shared, (world) => {
  const verify = (clientId: string) =>
    world.service.db.query('update apps set verified = true where client_id = $1', [clientId]);

  test('a developer sets cover, address and texts of a game; a wrong address is refused', async () => {
    const device = await world.device();
    const { page } = device;
    const { client } = await world.player(device, 'maker');
    const { body: app } = await client.post('/v1/apps', {
      name: 'Lentera',
      origins: ['https://lentera.example'],
    });
    await page.goto(`/apps/${app.client_id}`);
    await page
      .locator('input[data-cover]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText('The cover is saved.').waitFor();
    const { cover } = (await client.get(`/v1/apps/${app.client_id}`)).body;
    const picture = await fetch(`${world.service.baseUrl}${cover}`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await picture.arrayBuffer()).byteLength).toBeLessThanOrEqual(15_000);

    await page.getByLabel('Where the game starts').fill('https://other.example/');
    await page.getByRole('button', { name: 'Save the game page' }).click();
    await page.getByText('Enter an https address on one of your origins.').waitFor();
    await page.getByLabel('Where the game starts').fill('https://lentera.example/play');
    await page.getByLabel('Short text (Indonesia)').fill('Bawa lentera.');
    await page.getByRole('button', { name: 'Save the game page' }).click();
    await page.getByText('Saved. Request verification').waitFor();
    expect((await client.get(`/v1/apps/${app.client_id}`)).body).toMatchObject({
      playUrl: 'https://lentera.example/play',
      texts: { id: { text: 'Bawa lentera.' } },
    });
  });

  test('a player finds a game, marks it, plays it from the home page and disconnects it', async () => {
    const owner = await newPlayer(world.service);
    const { body: app } = await owner.client.post('/v1/apps', {
      name: 'Star Voyage',
      origins: ['https://voyage.example'],
      playUrl: 'https://voyage.example/play',
      texts: { en: { text: 'Fly to the stars.' } },
    });
    await verify(app.client_id);
    const device = await world.device();
    const { page } = device;
    const { client } = await world.player(device, 'voyager');
    await page.goto('/home');
    await page.getByRole('link', { name: 'Find a game' }).click();
    await page.getByText('Fly to the stars.').waitFor();
    await page.getByRole('link', { name: 'Star Voyage', exact: true }).click();
    await page.getByText('Not played yet').waitFor();
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor();

    await client.post('/v1/auth/authorize', {
      client_id: app.client_id,
      redirect_uri: 'https://voyage.example/in',
      decision: 'allow',
    });
    await page.goto('/home');
    const play = page.getByRole('link', { name: 'Play Star Voyage' });
    expect(await play.getAttribute('href')).toBe('https://voyage.example/play');
    await page.getByRole('link', { name: 'Star Voyage', exact: false }).first().click();
    await page.getByText('Connected since').waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('It can read nothing about you').waitFor();
    expect((await client.get('/v1/connected-apps')).body.items).toEqual([]);
  });

  test('games are in the order in which they were played, favourites apart; on a phone they are above the balance', async () => {
    const owner = await newPlayer(world.service);
    const device = await world.device({ viewport: { width: 360, height: 740 } });
    const { page } = device;
    const { client } = await world.player(device, 'sorter');
    for (const [name, minutes] of [
      ['Late Game', 3],
      ['Early Game', 7],
      ['Middle Game', 5],
    ] as const) {
      const { body: app } = await owner.client.post('/v1/apps', { name, origins: ['https://order.example'] });
      await verify(app.client_id);
      const login = { client_id: app.client_id, redirect_uri: 'https://order.example/in', decision: 'allow' };
      expect((await client.post('/v1/auth/authorize', login)).status).toBe(200);
      await world.service.db.query('update app_grants set last_login_at = $2 where client_id = $1', [
        app.client_id,
        new Date(world.service.clock.nowMillis() - minutes * 60_000),
      ]);
      if (name === 'Early Game') await client.put(`/v1/games/${app.client_id}/favourite`, {});
    }
    await page.goto('/games');
    await page.getByRole('heading', { name: 'All games' }).waitFor();
    const shelves = await page
      .getByRole('main')
      .locator('section')
      .evaluateAll((sections) =>
        sections.map((section) => [
          section.querySelector('h2')?.textContent,
          [...section.querySelectorAll('li > a .font-display')].map((title) => title.textContent),
        ]),
      );
    expect(shelves.slice(0, 2)).toEqual([
      ['Your games', ['Late Game', 'Middle Game', 'Early Game']],
      ['Favourites', ['Early Game']],
    ]);
    await page.goto('/home');
    await page.getByText('Late Game').first().waitFor();
    const places = await page.evaluate(() =>
      ['.identity-card', '#games', '[data-balance]'].map(
        (selector) => document.querySelector(selector)!.getBoundingClientRect().top,
      ),
    );
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  test('the home page does not wait for the chain', async () => {
    const device = await world.device();
    const { page } = device;
    await world.player(device);
    // The document comes without the chain's response, as if the chain were slow, and no long timer ends the wait.
    await page.addInitScript(() => {
      const later = window.setTimeout;
      window.setTimeout = ((run: () => void, after = 0) =>
        after < 3_000 ? later(run, after) : 0) as typeof window.setTimeout;
    });
    await page.route('**/home', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('"/v1/recovery"', '"/v1/nothing"');
      await route.fulfill({ response: answer, body });
    });
    let answerChain = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answerChain = resolve));
    await page.route('**/v1/recovery', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.goto('/home');
    await page.getByRole('link', { name: 'Find a game' }).waitFor();
    await page.locator('[data-balance]').waitFor();
    expect(await page.getByText('All activity').count()).toBe(0);
    answerChain();
    await page.getByText('All activity').waitFor();
  });

  test('on a phone every page is two presses of the keyboard away', async () => {
    const device = await world.device();
    const { page } = device;
    await world.player(device, 'presser');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/home');
    const open = async () => {
      const menu = page.getByRole('button', { name: 'Menu' });
      await menu.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Menu' });
      // The menu is loaded when it is opened.
      await dialog.getByRole('link').first().waitFor();
      return dialog;
    };
    const dialog = await open();
    const paths = await dialog
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(paths).toEqual(
      expect.arrayContaining(['/profile', '/security', '/connected-apps', '/permissions', '/apps']),
    );
    await page.keyboard.press('Escape');
    await expect
      .poll(
        () => page.getByRole('button', { name: 'Menu' }).evaluate((b) => b === document.activeElement),
        patience,
      )
      .toBe(true);
    await (await open()).getByRole('link', { name: 'Security' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
  });

  test('shows what the player spends by game, as bars with a label and as a table', async () => {
    const spender = await richPlayer(world.service);
    const [sword, shield] = [
      await openShop(world.service, { name: 'Sword World' }),
      await openShop(world.service, { name: 'Shield World' }),
    ];
    for (const [shop, amount] of [
      [sword, 20_000],
      [shield, 5000],
    ] as const) {
      const { id, total } = (await shop.create({ amount })).body;
      expect((await spender.confirm(id, total)).body.status).toBe('paid');
    }
    const device = await world.device({ viewport: { width: 360, height: 740 } });
    await takeSession(device, spender.client);
    const { page } = device;
    await page.goto('/games');
    await page.getByRole('heading', { name: 'What you spend in games' }).waitFor();
    const total = 'Rp25,200';
    await page.getByRole('img', { name: new RegExp(`This month so far: ${total}`) }).waitFor();
    await page.getByText('Show as a table').click();
    const table = page.getByRole('table', { name: 'What you spend in games' });
    expect(await table.getByRole('row').count()).toBe(7);
    const current = table.getByRole('row').nth(1);
    expect(await current.getByRole('cell').allInnerTexts()).toEqual([
      expect.any(String),
      expect.stringContaining('Rp20,100'),
      expect.stringContaining('Rp5,100'),
      expect.stringContaining(total),
    ]);
    // Without payments there is nothing to show.
    const other = await world.device();
    await world.player(other, 'spends_nothing');
    await other.page.goto('/games');
    await other.page.getByRole('heading', { name: 'Games', exact: true }).waitFor();
    await other.page.getByRole('link', { name: 'Connected games and apps' }).waitFor();
    expect(await other.page.getByText('What you spend in games').count()).toBe(0);
  });
});
