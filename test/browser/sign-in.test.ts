import { expect, test } from 'vitest';
import { claimHandle, journeys, signInAtProvider } from './support/journey.ts';

journeys('signing in', {}, (world) => {
  test('a newcomer goes from the landing page to a claimed handle', async () => {
    const { page } = await world.device();
    await page.goto('/');
    await page.getByLabel('Try a name on the card').fill('raka_77');
    await page.getByRole('button', { name: 'Get your PID' }).click();
    await signInAtProvider(page, 'raka@example.com');
    await page.getByText('Signed in with').waitFor();
    expect(await page.getByLabel('Your handle').inputValue()).toBe('raka_77');
    await claimHandle(page, 'raka_77');
    await page.waitForURL('**/home');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Hello, raka_77');
  });
});
