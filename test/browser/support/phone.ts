import type { Locator, Page } from 'playwright-core';

/** Clicks an enabled button without waiting for the navigation. The window may close during the click. */
export async function press(within: Page | Locator, text: string | RegExp): Promise<void> {
  const button = within.locator('button:not([aria-disabled])', { hasText: text });
  await button.click({ noWaitAfter: true }).catch((error: unknown) => {
    if (!button.page().isClosed()) throw error;
  });
}

/** Takes screenshots in light and dark if PID_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PID_PICTURES'];
  if (!folder) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Wait for the end of the colour transition.
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
}
