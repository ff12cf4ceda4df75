// A lost phone recovered by others: by a second passkey on a tablet, and by two of three friends. Also a
// friend who stops being a guardian.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newAccount, type WalletOwner } from '../../packages/server/test/account-helper.ts';
import { giveFurtherPasskey } from '../../packages/server/test/passkey-helper.ts';
import {
  approveByPasskey,
  approveBySheet,
  ballotOf,
  guardedBySheet,
  newDevice,
  newSheet,
  sendWatch,
  setPolicy,
  startRecovery,
  weekSeconds,
} from '../../packages/server/test/recovery-helper.ts';
import { newPlayer, signInAs } from '../../packages/server/test/sign-in-helper.ts';
import type { SoftPasskey } from '../../packages/server/test/soft-passkey.ts';
import type { Device } from './support/device.ts';
import { confirmWithPasskey, journeys, patience, takeSession } from './support/journey.ts';
import { picture } from './support/phone.ts';
import { releaseTest } from '../support/release-test.ts';

journeys('recovery by guardians', { PID_EMBEDDED_FINALIZED_SLOTS: '4' }, (world) => {
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

  /** A device where this player is signed in, with the given passkeys. */
  async function deviceOf(
    { client }: Pick<WalletOwner, 'client'>,
    ...passkeys: SoftPasskey[]
  ): Promise<Device> {
    const device = await world.device({ viewport: { width: 360, height: 740 } });
    await takeSession(device, client);
    for (const passkey of passkeys) await device.authenticator.hold(passkey);
    return device;
  }

  /** Signed in at the provider only, as on a new phone. */
  async function newPhone({ pid }: Pick<WalletOwner, 'pid'>): Promise<Device> {
    const client = world.service.client();
    await signInAs(client, `${pid.replace('@pid', '')}@example.com`);
    const device = await deviceOf({ client });
    await device.page.goto('/recovery');
    return device;
  }

  /**
   * No player action is needed: the watch completes a ready recovery, and the page on the new phone shows it.
   */
  async function takesOver({ page, context }: Device, owner: WalletOwner): Promise<void> {
    world.service.clock.advanceSeconds(weekSeconds + 60);
    const client = world.service.client();
    await signInAs(client, `${owner.pid.replace('@pid', '')}@example.com`);
    await expect
      .poll(
        async () => {
          await sendWatch(world.service);
          return (await client.call('listPasskeys')).map(({ credentialId }) => credentialId);
        },
        { ...patience, interval: 200 },
      )
      .not.toContain(owner.passkey.credentialId);
    await context.clearCookies();
    await takeSession({ page, context } as Device, client);
    await page.goto('/wallet');
    await page.getByRole('link', { name: 'Withdraw' }).waitFor();
  }

  let owner: WalletOwner;
  let friends: readonly WalletOwner[];

  beforeAll(async () => {
    owner = await newAccount(world.service);
    friends = await Promise.all(Array.from({ length: 3 }, () => newAccount(world.service)));
  });

  releaseTest('a second passkey as guardian: chosen on the phone, approves from the tablet', async () => {
    const player = await newAccount(world.service);
    const second = await giveFurtherPasskey(player.client, player.passkey);
    const phone = await deviceOf(player, player.passkey);
    await phone.page.goto('/recovery');
    await press(phone.page, 'Set up recovery');
    await press(phone.page, 'Another passkey of mine');
    await press(phone.page, 'Sign with my passkey');
    await phone.page.getByText('You are safe if you lose your phone').waitFor();

    const lost = await newPhone(player);
    await press(lost.page, 'Start with a new passkey');
    await lost.page.getByText('0 of 1 guardians have agreed').waitFor();
    // The tablet is warned like every session. Its holder confirms that the recovery is theirs.
    const tablet = await deviceOf(player, second);
    await tablet.page.goto('/home');
    await tablet.page.getByRole('link', { name: 'See details' }).click();
    await tablet.page.getByRole('button', { name: 'This is not me: stop it' }).waitFor();
    await tablet.page.getByText('This is me, on another device').click();
    const number = await lost.page.locator('[data-number]').innerText();
    expect(await tablet.page.locator('[data-number]').innerText()).toBe(number);
    await press(tablet.page, 'Approve with my other passkey');
    await tablet.page.getByText('If you do not stop it').waitFor();
    await lost.page.reload();
    await lost.page.getByText('You do not need to do anything').waitFor();
    await takesOver(lost, player);
  });

  test('two of three friends compare the number and approve; the third is not needed', async () => {
    const phone = await deviceOf(owner, owner.passkey);
    await phone.page.goto('/recovery');
    await press(phone.page, 'Set up recovery');
    await press(phone.page, 'Friends');
    const names = phone.page.getByRole('textbox');
    const walletless = await newPlayer(world.service);
    await names.fill(`${friends[0]!.pid} nobody_at_all ${walletless.handle}`);
    await press(phone.page, 'Next');
    await phone.page.getByText('There is no player with this name: nobody_at_all@pid').waitFor();
    await phone.page.getByText(`The wallet of ${walletless.pid} is not active`).waitFor();
    expect(await names.inputValue()).toBe(`${friends[0]!.pid} nobody_at_all ${walletless.handle}`);
    await picture(phone.page, 'recovery-friends');
    const all = friends.map(({ pid }) => pid).join(' ');
    await names.fill(all);
    await press(phone.page, 'Next');
    await phone.page.getByText('2 of 3 must agree').waitFor();
    // Going back keeps the names.
    await press(phone.page, 'Back');
    expect(await names.inputValue()).toBe(all);
    await press(phone.page, 'Next');
    await press(phone.page, 'Sign with my passkey');
    await phone.page.getByText('You are safe if you lose your phone').waitFor();

    const lost = await newPhone(owner);
    await press(lost.page, 'Start with a new passkey');
    const number = await lost.page.locator('[data-number]').innerText();
    for (const [agreed, friend] of friends.slice(0, 2).entries()) {
      await lost.page.reload();
      await lost.page.getByText(`${agreed} of 2 guardians have agreed`).waitFor();
      const theirs = await deviceOf(friend, friend.passkey);
      // The notice links to the page.
      await theirs.page.goto('/notices');
      await theirs.page.getByText(`${owner.pid} asks for your help with a recovery`).click();
      await theirs.page.getByRole('heading', { name: `${owner.pid} asks for help` }).waitFor();
      expect(await theirs.page.locator('[data-number]').innerText()).toBe(number);
      await press(theirs.page, 'The numbers are the same: approve');
      await theirs.page.getByText('You approved').waitFor();
    }
    await lost.page.reload();
    await lost.page.getByText('You do not need to do anything').waitFor();
    await takesOver(lost, owner);
  });

  releaseTest(
    'what a thief had is named until the owner has replaced it, also what came after the page was loaded',
    async () => {
      const [player, friend] = [await newAccount(world.service), friends[2]!];
      const sheet = await newSheet(player);
      const guardians = [guardedBySheet(sheet), { kind: 'account', pid: friend.pid } as const];
      expect((await setPolicy(player, guardians, { threshold: 2 })).status).toBe(200);
      const thief = await newDevice(world.service, player);
      const started = await startRecovery(thief);
      const { page } = await deviceOf(player, player.passkey);
      await page.goto('/recovery');
      await page.getByRole('button', { name: 'This is not me: stop it' }).waitFor();
      const ballot = (guardian: number) => ballotOf(thief, player, started, { guardian, nonce: '1' });
      const bySheet = await approveBySheet(world.service.client(), sheet, started.id, await ballot(0));
      expect([bySheet.status, bySheet.text]).toEqual([200, expect.any(String)]);
      const byFriend = await approveByPasskey(friend.client, friend.passkey, started.id, await ballot(1));
      expect([byFriend.status, byFriend.text]).toEqual([200, expect.any(String)]);
      await press(page, 'This is not me: stop it');
      await page.getByText(`${friend.pid} agreed to it`).waitFor();
      await page.reload();
      await page.getByText(`${friend.pid} agreed to it`).waitFor();
      await page.getByText('They had the words of your recovery sheet').waitFor();
      expect(await page.getByText('You are safe if you lose your phone').count()).toBe(0);
      await picture(page, 'recovery-thief-sheet');
      await press(page, 'I have replaced everything');
      await page.getByText('You are safe if you lose your phone').waitFor();
      await page.reload();
      await page.getByText('You are safe if you lose your phone').waitFor();
    },
  );

  releaseTest(
    'a friend confirms leaving with the passkey, and the owner is asked to choose another',
    async () => {
      const [player, friend] = [await newAccount(world.service), friends[2]!];
      expect((await setPolicy(player, [{ kind: 'account', pid: friend.pid }])).status).toBe(200);
      const theirs = await deviceOf(friend, friend.passkey);
      await theirs.page.goto('/guardians');
      const card = theirs.page.locator('section', { hasText: `You are a guardian of ${player.pid}` });
      await card.getByRole('button', { name: 'Stop being a guardian' }).click();
      await theirs.page.getByRole('dialog').getByText('On the blockchain, you stay a guardian').waitFor();
      await theirs.page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
      await confirmWithPasskey(theirs.page, `Stop being a guardian of ${player.pid}`);
      await card.waitFor({ state: 'detached' });
      const phone = await deviceOf(player, player.passkey);
      await phone.page.goto('/home');
      await phone.page.getByText('Too few guardians are left').waitFor();
      await phone.page.getByRole('link', { name: 'Choose guardians' }).click();
      await phone.page.getByText('is no longer your guardian').waitFor();
    },
  );
});
