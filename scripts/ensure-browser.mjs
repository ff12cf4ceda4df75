import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium for the browser tests: the given one, an installed one, or Debian's, installed now. Null when there is none. */
export async function ensureBrowser() {
  const given = process.env.PID_TEST_CHROMIUM;
  if (given) return given;
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get, once …');
    await run('apt-get', ['update', '-qq'], { quiet: true });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  console.log(
    'No Chromium found: the browser tests are skipped. Install one (Debian: `apt install chromium`) or set PID_TEST_CHROMIUM to its path.',
  );
  return null;
}
