import type { Locator, Page } from 'playwright-core';

/** As a finger does: the button that takes it, without waiting for where that leads. The window may close under the finger. */
export async function press(within: Page | Locator, text: string | RegExp): Promise<void> {
  const button = within.locator('button:not([aria-disabled])', { hasText: text });
  await button.click({ noWaitAfter: true }).catch((error: unknown) => {
    if (!button.page().isClosed()) throw error;
  });
}

/** For looking at, when the environment names a folder for it. */
export const picture = (page: Page, name: string) =>
  process.env['PID_PICTURES']
    ? page.screenshot({ path: `${process.env['PID_PICTURES']}/${name}.png`, fullPage: true })
    : Promise.resolve();
