import { expect, test } from 'vitest';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { claimHandle, journeys, patience, signInAtProvider } from './support/journey.ts';
import { releaseTest } from '../support/release-test.ts';

journeys('signing in', {}, (world) => {
  test('a newcomer goes from the landing page to a claimed handle and a first passkey, and signs in with it', async () => {
    const { page, authenticator, context } = await world.device({ offersPasskeys: true });
    await page.goto('/');
    await page.getByLabel('Try a name on the card').fill('raka_77');
    await page.getByRole('button', { name: 'Try to claim raka_77@pid' }).click();
    await page.getByRole('heading', { name: 'Sign in to claim raka_77@pid' }).waitFor();
    await signInAtProvider(page, 'raka@example.com');
    await page.getByText('Signed in with').waitFor();
    expect(await page.getByLabel('Your player name').inputValue()).toBe('raka_77');
    await claimHandle(page, 'raka_77');
    await page.getByRole('heading', { name: 'Hello, raka_77' }).waitFor();

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Your passkey is ready.').waitFor();
    expect(await authenticator.passkeyCount()).toBe(1);
    await page.getByRole('link', { name: 'Security' }).first().click();
    await page.getByText('This is your only passkey').waitFor();

    // The virtual authenticator accepts the passkey that the field offers, like a tap on it.
    await context.clearCookies();
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Hello, raka_77' }).waitFor();
    await page.getByRole('link', { name: 'All activity' }).click();
    await page.getByText('Signed in with Passkey').waitFor();
  });

  releaseTest('the button signs in with a passkey if the browser offers none in the field', async () => {
    const device = await world.device();
    const { page } = device;
    const { handle } = await world.player(device);
    await page.goto('/home');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Your passkey is ready.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'I already have a PID' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/home');
    expect(await page.getByRole('heading', { name: /^Hello/ }).innerText()).toBe(`Hello, ${handle}`);
  });

  releaseTest('an account page without a session leads to sign-in and back to the same page', async () => {
    const { page } = await world.device();
    const player = await newPlayer(world.service);
    await page.goto('/security?tab=devices');
    await page.waitForURL('**/signin?returnTo=**');
    await signInAtProvider(page, player.email);
    await page.waitForURL('**/security?tab=devices');
    expect(await page.getByText('This device').innerText()).toBe('This device');
  });

  test('renews an expired access cookie without interrupting the player', async () => {
    const device = await world.device();
    const { handle } = await world.player(device);
    await device.context.clearCookies({ name: 'pid_access' });
    await device.page.goto('/home');
    expect(await device.page.getByRole('heading', { name: /^Hello/ }).innerText()).toBe(`Hello, ${handle}`);
  });

  releaseTest('a refused passkey prompt shows what to do next and can be repeated', async () => {
    const { page, authenticator } = await world.device();
    await page.goto('/signin');
    await authenticator.refuse();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    expect(await page.getByText('The passkey was not used.').innerText()).toContain('choose another way');
    await expect
      .poll(() => page.getByRole('button', { name: 'Sign in with a passkey' }).isEnabled(), patience)
      .toBe(true);
  });

  releaseTest('going back at the provider keeps the requested page', async () => {
    const { page } = await world.device();
    const player = await newPlayer(world.service);
    await page.goto('/signin?returnTo=%2Fprofile');
    await page.getByRole('link', { name: /^Continue with / }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.goto('/v1/auth/callback/dev?error=access_denied&state=gone');
    await page.getByText('You cancelled the sign-in.').waitFor();
    await signInAtProvider(page, player.email);
    await page.waitForURL('**/profile');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Profile');
  });

  releaseTest('reports a taken, reserved or malformed handle before the claim', async () => {
    const { page } = await world.device();
    await newPlayer(world.service, 'already_here');
    await page.goto('/signin');
    await signInAtProvider(page, 'second@example.com');
    const field = page.getByLabel('Your player name');
    await field.fill('already_here');
    await page.getByText('already_here@pid already belongs to someone.').waitFor();
    await field.fill('admin');
    await page.getByText('admin@pid is reserved. Choose another.').waitFor();
    await field.fill('a!');
    await page.getByText('Only lowercase letters, digits and underscores.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Continue' }).isDisabled(), patience).toBe(true);
  });

  releaseTest(
    'a page that needs a connection says so when offline, and loads after the connection is back',
    async () => {
      const device = await world.device();
      await world.player(device);
      const { page, context } = device;
      await page.goto('/home');
      await page.getByText('All activity').waitFor();
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Your apps' }).first().click();
      await page.getByRole('heading', { name: 'You are offline' }).waitFor();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Reload the page' }).click();
      expect(await page.getByRole('heading', { name: 'Your apps' }).innerText()).toBe('Your apps');
    },
  );

  releaseTest(
    'a player who returns offline gets our offline page, and the app can be installed',
    async () => {
      const { page, context } = await world.device({ serviceWorkers: 'allow' });
      await page.goto('/');
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/sw.js');
        await navigator.serviceWorker.ready;
      });
      const manifest = await (await page.request.get('/manifest.webmanifest')).json();
      for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
      await context.setOffline(true);
      await page.goto('/home');
      await page.getByRole('heading', { name: 'Kamu sedang offline' }).waitFor();
      await context.setOffline(false);
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  );

  releaseTest(
    'the sign-in page leads a player who cannot sign in to the next step, by keyboard and without a session',
    async () => {
      const { page } = await world.device({ viewport: { width: 360, height: 740 } });
      await page.goto('/signin');
      await page.getByRole('link', { name: 'Cannot sign in?' }).click();
      await page.getByRole('heading', { name: 'Cannot sign in?' }).waitFor();
      const open = async (ask: string) => {
        await page.locator('summary', { hasText: ask }).focus();
        await page.keyboard.press('Enter');
      };
      const target = (name: string) => page.getByRole('link', { name }).getAttribute('href');
      await open('I lost my passkey or my phone');
      expect(await target('Sign in with an account')).toBe('/signin?returnTo=%2Fsecurity&fresh=1');
      await open('I lost my email or the account I signed up with');
      // One answer at a time, so that a frightened player reads one.
      await expect
        .poll(() => page.getByRole('link', { name: 'Sign in with an account' }).isVisible(), patience)
        .toBe(false);
      await open('I lost both');
      expect(await target('Recover the wallet')).toBe('/exit');
      await open('Someone else has my account');
      await page.getByText('It needs no sign-in, signs out every device').waitFor();
      await page.getByRole('link', { name: 'Open the freeze page' }).click();
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/freeze');
    },
  );

  test('an expired claim shows a page that leads back to sign-in', async () => {
    const { page } = await world.device();
    await page.goto('/signin');
    await signInAtProvider(page, 'slow@example.com');
    await page.getByLabel('Your player name').waitFor();
    world.service.clock.advanceSeconds(901);
    await page.reload();
    await page.getByRole('heading', { name: 'Time ran out' }).waitFor();
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText(), patience).toBe('Sign in');
  });
});
