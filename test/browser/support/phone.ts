import type { Locator, Page } from 'playwright-core';

/** As a finger does: the button that takes it, without waiting for where that leads. */
export const press = (within: Page | Locator, text: string | RegExp) =>
  within.locator('button:not([aria-disabled])', { hasText: text }).click({ noWaitAfter: true });

/** For looking at, when the environment names a folder for it. */
export const picture = (page: Page, name: string) =>
  process.env['PID_PICTURES']
    ? page.screenshot({ path: `${process.env['PID_PICTURES']}/${name}.png`, fullPage: true })
    : Promise.resolve();
