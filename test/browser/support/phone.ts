import type { Locator, Page } from 'playwright-core';

/** As a finger does: the button that takes it, without waiting for where that leads. The window may close under the finger. */
export async function press(within: Page | Locator, text: string | RegExp): Promise<void> {
  const button = within.locator('button:not([aria-disabled])', { hasText: text });
  await button.click({ noWaitAfter: true }).catch((error: unknown) => {
    if (!button.page().isClosed()) throw error;
  });
}

/** For looking at, light and dark, when the environment names a folder for it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PID_PICTURES'];
  if (!folder) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours fade over; half-way they are nobody's.
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
}
