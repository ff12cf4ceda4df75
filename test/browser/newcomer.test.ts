import type { Page } from 'playwright-core';
import { findBoardAddress, openBoardInstruction } from '@pid/program';
import { toAddress, type Address } from '@pid/protocol';
import { embeddedTransport, openEmbeddedChain } from '@pid/dev-chain';
import { beforeAll, expect, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { onFileEnd } from '../../packages/server/test/file-end.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { landTransaction } from '../../packages/server/src/chain/index.ts';
import { createChainClient } from '../../packages/server/src/platform/chain/client/index.ts';
import { signerFromSeed } from '../../packages/server/src/platform/chain/index.ts';
import { randomIds } from '../../packages/server/src/platform/ids.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { addAuthenticator, type Device } from './support/device.ts';
import { startExampleGame, type ExampleGame } from './support/example-game.ts';
import { claimHandle, journeys, patience, signInAtProvider } from './support/journey.ts';
import { picture, press } from './support/phone.ts';
import { lookAtGame } from './support/purchase.ts';
import { startSessionSite } from './support/session-site.ts';
import { releaseTest } from '../support/release-test.ts';

const settings = { PID_SPONSOR_ACTIVATION: '3000000', PID_SPONSOR_ACTIVATION_PER_APP: '1500000' };

const phone = { viewport: { width: 360, height: 740 } };

journeys('a newcomer in a popup', settings, (world) => {
  let game: ExampleGame;
  let program: Address;
  beforeAll(async () => {
    game = await startExampleGame(world.service);
    // Activations are sponsored for players of verified apps.
    await world.service.db.query('update apps set verified = true');
    program = toAddress((await world.service.client().call('getExampleGame')).program);
  });

  /** Opens a popup that can create passkeys. */
  async function openPopup({ context, page }: Device, name: string): Promise<Page> {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name }).click(),
    ]);
    await addAuthenticator(context, popup);
    return popup;
  }

  async function startSite(): Promise<string> {
    const { client } = await newPlayer(world.service);
    const { clientId } = await newApp(client, { name: 'Star Paddle' });
    return startSessionSite({ baseUrl: world.service.baseUrl, clientId, program });
  }

  const said = (page: Page) => page.locator('output').textContent();

  /** Creates the board of a player, which the studio pays for. */
  async function openBoard(player: Address): Promise<Address> {
    const access = await openEmbeddedChain({
      ...world.service,
      ids: randomIds,
      log: createLogger('silent'),
    });
    onFileEnd(() => access.close());
    const client = createChainClient(embeddedTransport(access));
    const payer = signerFromSeed(randomIds.bytes(32));
    await world.service.client().post('/v1/dev/airdrop', { address: payer.address, lamports: '1000000000' });
    await expect
      .poll(async () => (await client.account(payer.address)).account?.lamports)
      .toBe(1_000_000_000n);
    const sleep = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
    await landTransaction({ client, sleep }, payer, [openBoardInstruction(program, payer.address, player)]);
    return findBoardAddress(program, player).address;
  }

  /** From the sign-in page to the claimed handle. */
  async function signUp(popup: Page, handle: string): Promise<void> {
    await signInAtProvider(popup, `${handle}@example.com`);
    await claimHandle(popup, handle);
  }

  /** From the request of the game to the top-up, which is isolated, the checkout, and back. */
  async function payForActivation(popup: Page): Promise<void> {
    await press(popup, 'Make a passkey');
    await press(popup, /^Top up Rp/);
    await press(popup, 'Continue to payment');
    await press(popup, /^Pay/);
    await popup.getByRole('link', { name: 'Back' }).click();
    await press(popup, /^Activate for Rp/);
  }

  test('signs up, pays for the activation in rupiah, allows the session and makes the first move', async () => {
    const device = await world.device(phone);
    const { page } = device;
    await page.goto(await startSite());
    const popup = await openPopup(device, 'Play');
    await signUp(popup, 'payer_in_popup');
    await popup.getByText('from your rupiah balance').waitFor();
    await payForActivation(popup);
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    // The window seems closed, and the game has the focus. The game still waits.
    await lookAtGame(page);
    expect(await said(page)).toBe('');
    await popup.getByText('The game learns your player name, payer_in_popup@pid.').waitFor();
    await picture(popup, 'session-learns-name');
    await press(popup, 'Allow with your passkey');
    await expect.poll(() => said(page), patience).toMatch(/^playing as payer_in_popup@pid at \w+\n$/);
    await expect.poll(() => popup.isClosed(), patience).toBe(true);

    const [, player = ''] = / at (\w+)/.exec((await said(page)) ?? '') ?? [];
    await page.getByLabel('Board').fill(await openBoard(toAddress(player)));
    await page.getByRole('button', { name: 'Move' }).click();
    await expect.poll(() => said(page), patience).toBe(`playing as payer_in_popup@pid at ${player}\nmoved\n`);
  });

  releaseTest(
    'a game that was closed meanwhile: the window says that it is done, and continues there on request',
    async () => {
      const device = await world.device(phone);
      const { page } = device;
      await page.goto(await startSite());
      const popup = await openPopup(device, 'Play');
      await signUp(popup, 'game_is_gone');
      await payForActivation(popup);
      await page.close();
      await press(popup, 'Allow with your passkey');
      await popup.getByRole('heading', { name: 'Done' }).waitFor();
      await picture(popup, 'session-done');
      expect(await popup.title()).toBe('Done');
      await popup.getByRole('link', { name: 'Continue here' }).click();
      await expect.poll(() => popup.title(), patience).toBe('Started');
    },
  );

  releaseTest(
    'a window that was closed after the approval: the game reads the session from the service',
    async () => {
      const device = await world.device();
      const { page, context } = device;
      await page.goto(game.url);
      const login = await openPopup(device, 'Sign in with PID');
      await signInAtProvider(login, 'sponsored@example.com');
      await claimHandle(login, 'sponsored_one', /^Claim it and allow /);
      await expect.poll(() => page.locator('#player').innerText(), patience).toBe('sponsored_one@pid');

      const popup = await openPopup(device, 'Open a session');
      await popup.getByText('PID pays').waitFor();
      await press(popup, 'Make a passkey');
      await press(popup, 'Activate your wallet');
      // The window is closed before it can answer: its approval has arrived at the service.
      await context.route('**/v1/session-keys/grants', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await popup.close();
      });
      await press(popup, 'Allow with your passkey');
      await expect.poll(() => page.locator('#status').innerText(), patience).toContain('Your move');
      await page.locator('#cell-4').click();
      await expect.poll(() => page.locator('#cell-4').getAttribute('data-side'), patience).toBe('player');
    },
  );

  releaseTest('a second click replaces the window: the first call ends once with superseded', async () => {
    const device = await world.device();
    const { page } = device;
    await page.goto(await startSite());
    const first = await openPopup(device, 'Play');
    await first.getByRole('link', { name: /^Continue with / }).click();
    await first.getByLabel('E-mail').waitFor();
    await first.close();
    await lookAtGame(page);
    expect(await said(page)).toBe('');
    const second = await openPopup(device, 'Play');
    await expect.poll(() => said(page), patience).toBe('superseded\n');
    await second.getByRole('heading', { name: 'Sign in' }).waitFor();
    await second.close();
    await expect.poll(() => said(page), patience).toBe('superseded\nclosed\n');
  });
});
