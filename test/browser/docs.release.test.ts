import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Device } from './support/device.ts';
import { journeys, patience, shared } from './support/journey.ts';

journeys('the documentation', shared, (world) => {
  let device: Device;
  let page: Page;
  beforeAll(async () => {
    device = await world.device({ permissions: ['clipboard-read', 'clipboard-write'] });
    ({ page } = device);
  });
  const samples = (operation: string) => page.locator(`#${operation} .docs-samples`);
  const shownSample = (operation: string) => samples(operation).locator('pre:visible');
  const tab = (operation: string, name: string) => samples(operation).getByRole('tab', { name, exact: true });
  const pathAndHash = () => page.evaluate(() => location.pathname + location.search + location.hash);

  test('the search finds results, supports arrow keys, shows when nothing is found and closes', async () => {
    await page.goto('/docs');
    const search = page.getByRole('searchbox');
    const found = page.locator('#docs-found');
    await search.fill('zzqq');
    await found.getByText('Nothing found').waitFor();
    await search.press('Escape');
    await found.waitFor({ state: 'hidden' });
    await search.fill('session');
    await found.getByRole('link', { name: 'Game sessions: moves without prompts', exact: true }).waitFor();
    await search.press('ArrowUp');
    expect(
      await found
        .getByRole('link')
        .last()
        .evaluate((link) => link === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    await search.fill('get identity/me');
    await found.getByRole('link', { name: 'GET /v1/identity/me' }).waitFor();
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(pathAndHash, patience).toBe('/docs/reference/identity#getIdentity');
  });

  test('the language tabs support arrow keys, switch all samples, keep the choice and copy the visible sample', async () => {
    await page.goto('/docs/reference/identity');
    await tab('getIdentity', 'curl').focus();
    await page.keyboard.press('ArrowRight');
    expect(await tab('getIdentity', 'JavaScript').getAttribute('aria-selected')).toBe('true');
    expect(await shownSample('getIdentity').innerText()).toContain('await fetch(');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await tab('getIdentity', 'C#').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    expect(await samples('getIdentity').locator('[role=tab][tabindex="0"]').allInnerTexts()).toEqual(['C#']);
    await page.keyboard.press('ArrowLeft');
    await page.goto('/docs/reference/profile');
    expect(await tab('getProfile', 'Python').getAttribute('aria-selected')).toBe('true');
    expect(await shownSample('getProfile').count()).toBe(1);
    expect(await shownSample('updateProfile').innerText()).toContain('import ');
    await samples('updateProfile').getByRole('button', { name: 'Copy' }).click();
    await samples('updateProfile').getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await shownSample('updateProfile').evaluate((code) => code.textContent));
  });

  test('the filter is part of the URL and hides operations that the caller cannot use', async () => {
    await page.goto('/docs/reference?by=machine');
    const shown = page.locator('[data-callers]:visible');
    const count = page.locator('#docs-count');
    await expect.poll(() => page.getByLabel('Called by').inputValue(), patience).toBe('machine');
    const all = await page.locator('[data-callers]').count();
    const callers = await shown.evaluateAll((rows) => rows.map((row) => row.dataset['callers']!.split(' ')));
    expect(callers.length).toBeGreaterThan(5);
    expect(callers.filter((names) => !names.includes('machine'))).toEqual([]);
    expect(await count.innerText()).toBe(`${callers.length} of ${all} operations`);
    expect(await page.locator('[data-group]:visible', { hasNot: shown }).count()).toBe(0);
    await page.getByLabel('Called by').selectOption('administrator');
    await expect.poll(pathAndHash, patience).toBe('/docs/reference?by=administrator');
    await page.getByLabel('Called by').selectOption('');
    await expect.poll(pathAndHash, patience).toBe('/docs/reference');
    expect([await shown.count(), await count.innerText()]).toEqual([all, '']);
  });

  test('an operation is tried as the signed-in player: signed out, it links to sign-in; a write succeeds or shows the refusal', async () => {
    const answerTo = async (operation: string, fields?: unknown) => {
      const section = page.locator(`#${operation}`);
      const form = section.locator('.docs-try');
      if (!(await form.isVisible())) await section.getByText('Try it here, as yourself').click();
      if (fields !== undefined) await form.getByLabel('Fields').fill(JSON.stringify(fields));
      await form.getByRole('button', { name: 'Send' }).click();
      await expect.poll(() => form.locator('output').innerText(), patience).toMatch(/^\d{3}/);
      return form.locator('output');
    };
    await page.goto('/docs/reference/profile');
    const stranger = await answerTo('getProfile');
    expect(await stranger.innerText()).toMatch(/^401 {2}pid-error: \w+/);
    const way = await stranger.getByRole('link', { name: 'Sign in to try this' }).getAttribute('href');
    expect(way).toBe('/signin?returnTo=%2Fdocs%2Freference%2Fprofile');

    const { client } = await world.player(device);
    await page.reload();
    expect(await (await answerTo('getProfile')).innerText()).toMatch(/^200\n\n\{\n {2}"displayName": null/);
    const refused = await answerTo('updateProfile', { displayName: 'x'.repeat(500) });
    expect(await refused.innerText()).toMatch(/^4\d\d {2}pid-error: \w+/);
    await page.reload();
    const done = await answerTo('updateProfile', { displayName: 'From the documentation' });
    expect(await done.innerText()).toMatch(/^200\n/);
    expect((await client.get('/v1/profile')).body).toMatchObject({ displayName: 'From the documentation' });

    await page.goto('/docs/reference/apps');
    const { body: app } = await client.post('/v1/apps', { name: 'Tried', origins: [] });
    expect(await (await answerTo('deleteApp', { client_id: app.client_id })).innerText()).toMatch(/^200\n/);
    expect((await client.get(`/v1/apps/${app.client_id}`)).status).toBe(404);
  });
});
