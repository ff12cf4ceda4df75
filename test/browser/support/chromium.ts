import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** Path of Chromium, or null. Without it, the browser tests are skipped with a reason. */
export function findChromium(): string | null {
  const places = [process.env['PID_TEST_CHROMIUM'], '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
  return places.find((place) => place !== undefined && existsSync(place)) ?? null;
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  });
}
