import type { BrowserContext, Page } from 'playwright-core';

type Call = <T>(context: BrowserContext, method: string, path: string, body?: unknown) => Promise<T>;

interface GameOfCast {
  readonly name: string;
  readonly host: string;
  readonly texts: object;
  /** Colours of the sky, the sun and the ground. */
  readonly colors: readonly [string, string, string];
}

const GAMES: readonly GameOfCast[] = [
  {
    name: 'Balap Kelinci',
    host: 'balap-kelinci.example',
    texts: {
      en: { name: 'Rabbit Race', text: 'Race rabbits across the rice fields, alone or with friends.' },
      id: { text: 'Balapan kelinci di sawah, sendiri atau bersama teman.' },
    },
    colors: ['#9fd3ff', '#ffc94d', '#2f8f5b'],
  },
  {
    name: 'Lentera',
    host: 'lentera.example',
    texts: {
      en: { text: 'Carry a lantern through a forest that changes every night.' },
      id: { text: 'Bawa lentera melewati hutan yang berubah setiap malam.' },
    },
    colors: ['#1b1f4b', '#ffd98a', '#0d3b2e'],
  },
];

/** Draws a cover in the page and returns it as the service wants it. */
function drawCover(page: Page, colors: readonly string[]): Promise<string> {
  return page.evaluate(([sky, sun, ground]) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 360];
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = sky!;
    pen.fillRect(0, 0, 640, 360);
    pen.fillStyle = sun!;
    pen.beginPath();
    pen.arc(470, 120, 60, 0, 7);
    pen.fill();
    pen.fillStyle = ground!;
    for (let x = -80; x < 640; x += 160) {
      pen.beginPath();
      pen.arc(x + 80, 380, 150 + (x % 3) * 20, 0, 7);
      pen.fill();
    }
    const [, data = ''] = canvas.toDataURL('image/jpeg', 0.7).split(',');
    return data.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }, colors);
}

/** Registers games with covers, whose owner waits for their verification. Returns their ids. */
export async function registerGames(call: Call, owner: BrowserContext, page: Page): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, host, texts, colors } of GAMES) {
    const app = await call<{ client_id: string }>(owner, 'POST', '/v1/apps', {
      name,
      origins: [`https://${host}`],
      playUrl: `https://${host}/play`,
      texts,
    });
    const path = `/v1/apps/${app.client_id}`;
    await call(owner, 'PUT', `${path}/cover`, { image: await drawCover(page, colors) });
    await call(owner, 'POST', `${path}/verification`, { about: 'We are Studio Kelinci of Bandung.' });
    ids.push(app.client_id);
  }
  return ids;
}

/** Verifies the waiting games through the administration page and confirms each with the passkey. */
export async function verifyGames(page: Page): Promise<void> {
  await page.goto('/admin?tab=verifications');
  for (const { name } of GAMES) {
    await page.getByRole('button', { name: `Verify: ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm with passkey' }).click();
    await page.getByRole('button', { name: `Verify: ${name}` }).waitFor({ state: 'detached' });
  }
}

/** The player has played the first game and marked both. */
export async function playGames(call: Call, player: BrowserContext, ids: readonly string[]): Promise<void> {
  const [first] = ids;
  await call(player, 'POST', '/v1/auth/authorize', {
    client_id: first,
    redirect_uri: `https://${GAMES[0]!.host}/signed-in`,
    decision: 'allow',
  });
  for (const id of ids) await call(player, 'PUT', `/v1/games/${id}/favourite`, {});
}
