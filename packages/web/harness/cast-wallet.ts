import type { Page } from 'playwright-core';
import type { Device } from '../../../test/browser/support/device.ts';

const PERMISSION = {
  chainId: 8453,
  account: '0x1111111111111111111111111111111111111111',
  verifier: '0x2222222222222222222222222222222222222222',
  // The generator point of P-256: a valid public key for tests.
  publicKey:
    '0x046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  calls: [
    { to: '0x6060606060606060606060606060606060606060', selector: '0x12345678' },
    { to: '0x7070707070707070707070707070707070707070', selector: '0xa9059cbb' },
  ],
  spend: [
    { token: 'native', limit: '10000000000000000', period: 'day' },
    { token: '0x7070707070707070707070707070707070707070', limit: '2500000', period: 'week' },
  ],
};

const REDIRECT = 'https://starpaddle.example/signed-in';

/**
 * The path to which an app sends a player to request a permission. Each salt makes a different permission.
 */
export function grantPath(clientId: string, salt: number): string {
  const request = JSON.stringify({
    ...PERMISSION,
    expiry: Math.floor(Date.now() / 1_000) + 30 * 86_400,
    salt: `0x${salt.toString(16).padStart(64, '0')}`,
  });
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: REDIRECT, state: 'look', request });
  return `/grant?${query.toString()}`;
}

/** The path to which the example game sends a player to open a session. */
export async function sessionPath(page: Page, clientId: string): Promise<string> {
  const { program } = (await (await page.request.get('/v1/dev/game')).json()) as { program: string };
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    program,
    session_key: 'HTDoLrpGgGDqyTDzPZ1bvQqPfGvQFXkDBmeZBTMvFjjw',
    hours: '12',
  });
  return `/session?${query.toString()}`;
}

async function activate(page: Page): Promise<void> {
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Give me test SOL' }).click();
  await page.locator('button:enabled', { hasText: 'Activate with your passkey' }).click();
  await page.getByRole('button', { name: 'Back to the wallet' }).waitFor();
}

/** Confirms a request page and waits for the redirect to the game. */
async function allow(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('button:not([aria-disabled])', { hasText: 'Allow with your passkey' }).click();
  await page.waitForURL(`${REDIRECT}**`);
}

/** Gives a player with a passkey an activated wallet, a game session and a permission. */
export async function fillWallet({ page }: Device, clientId: string): Promise<void> {
  await page.route(`${REDIRECT}**`, (route) => route.fulfill({ body: 'The game' }));
  await activate(page);
  await allow(page, await sessionPath(page, clientId));
  await allow(page, grantPath(clientId, 1));
}
