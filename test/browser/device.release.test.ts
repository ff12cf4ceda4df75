import { expect, test } from 'vitest';
import { newApp } from '../../packages/server/test/app-helper.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { journeys, shared, signInAtProvider } from './support/journey.ts';

journeys('device login of a console', shared, (world) => {
  async function newConsole() {
    const developer = await newPlayer(world.service);
    const { clientId } = await newApp(developer.client, { name: 'Star Paddle', deviceFlow: true });
    const device = world.service.client();
    const ask = async (path: string, fields: Record<string, string>) =>
      (await device.post(path, new URLSearchParams({ client_id: clientId, ...fields }))).body;
    const asked = await ask('/oidc/device_authorization', { scope: 'openid profile' });
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    return {
      userCode: asked.user_code as string,
      complete: asked.verification_uri_complete as string,
      poll: () => ask('/oidc/token', { grant_type: grant, device_code: asked.device_code }),
    };
  }

  test('shows the code of the link for comparison, and gives the console its tokens after Allow', async () => {
    const { page } = await world.device();
    const console = await newConsole();
    const { email, pid } = await newPlayer(world.service);
    await page.goto(console.complete);
    await signInAtProvider(page, email);
    await page.getByRole('heading', { name: 'Sign in to Star Paddle on a device?' }).waitFor();
    await page.getByText('Is this the code on your device?').waitFor();
    const shown = await page.getByRole('main').innerText();
    expect(shown).toContain(console.userCode);
    expect(shown).toContain(pid);
    await page.locator('button:not([aria-disabled])', { hasText: /^Allow$/ }).click();
    await page.getByRole('heading', { name: 'Your device is signed in' }).waitFor();
    expect(await console.poll()).toMatchObject({ token_type: 'Bearer', scope: 'openid profile' });
  });

  test('accepts a typed code in lower case, and reports Deny to the console', async () => {
    const device = await world.device();
    await world.player(device);
    const console = await newConsole();
    const { page } = device;
    await page.goto('/device');
    await page.getByLabel('Code on your device').fill('nonsense');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('A code has eight letters and no vowels.').waitFor();
    await page.getByLabel('Code on your device').fill(console.userCode.toLowerCase().replace('-', ''));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'The device was not signed in' }).waitFor();
    expect(await console.poll()).toMatchObject({ error: 'access_denied' });
  });

  test('warns about a device on another network and requires the code to be typed', async () => {
    const device = await world.device();
    await world.player(device);
    const console = await newConsole();
    await world.service.db.query("update device_logins set network = '203.0.113.0/24'");
    const { page } = device;
    await page.goto(console.complete);
    await page.getByText('The request comes from a different network.').waitFor();
    await page.getByLabel('Code on your device').fill(console.userCode);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This device is somewhere else').first().waitFor();
  });
});
