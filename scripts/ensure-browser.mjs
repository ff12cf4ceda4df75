import { existsSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * Headless Chromium has no windows, so no page is throttled behind another window, and it is a quarter
 * faster.
 */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of a Chromium for the browser tests: PID_TEST_CHROMIUM, Debian's headless shell (installed
 * if possible), or another installed Chromium. Null when there is none.
 */
export async function ensureBrowser() {
  const given = process.env.PID_TEST_CHROMIUM;
  if (given) return given;
  if (existsSync(SHELL) || (await installed('chromium-headless-shell', SHELL))) return SHELL;
  const found = WHOLE_BROWSERS.find((place) => existsSync(place));
  if (found) return found;
  if (await installed('chromium', WHOLE_BROWSERS[0])) return WHOLE_BROWSERS[0];
  console.log(
    'No Chromium found: the browser tests are skipped. Install one (Debian: `apt install chromium-headless-shell`) or set PID_TEST_CHROMIUM to its path.',
  );
  return null;
}

async function installed(name, place) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${name} with apt-get …`);
  await run('apt-get', ['update', '-qq'], { quiet: true });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  return existsSync(place);
}
