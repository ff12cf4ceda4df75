import type { Browser, BrowserContext } from 'playwright-core';
import { findChromium, launchChromium } from '../../test/browser/support/chromium.ts';
import { median, type Figure, type SectionResult } from '../support/results.ts';
import { quick } from '../support/settings.ts';
import { visitSlowly, type Profile, type Visit } from '../support/slow-phone.ts';
import type { World } from '../support/world.ts';

export const title = 'Pages on a cheap phone';

const visits = quick ? 1 : 5;
const bars = { largestPaintSeconds: 2.5, usableSeconds: 3.5, kilobytes: 60, requests: 8 } as const;
const columns = { largestPaintSeconds: 's', usableSeconds: 's', kilobytes: 'kB', requests: '' } as const;
const names = {
  largestPaintSeconds: 'largest paint',
  usableSeconds: 'usable',
  kilobytes: 'over the wire',
  requests: 'requests',
} as const;

interface Scene {
  readonly name: string;
  readonly path: string;
  readonly profile: Profile;
  readonly ready: string;
}

export async function run(world: World, say: (line: string) => void): Promise<SectionResult | null> {
  const executable = findChromium();
  if (executable === null) {
    say('No Chromium found; set PID_TEST_CHROMIUM to its path.');
    return null;
  }
  const database = await world.createDatabase('bench_pages');
  await database.migrate();
  const node = await database.startNode();
  const browser = await launchChromium(executable);
  try {
    const measured: { readonly name: string; readonly typical: Visit }[] = [];
    for (const scene of await setUp(browser, node.origin)) {
      const taken: Visit[] = [];
      for (let visit = 0; visit < visits; visit += 1)
        taken.push(await visitSlowly(browser, { ...scene, url: `${node.origin}${scene.path}` }));
      measured.push({ name: scene.name, typical: medianOf(taken) });
      say(`${scene.name} ${JSON.stringify(medianOf(taken))}`);
    }
    return report(measured);
  } finally {
    await browser.close();
    await node.stop();
    await database.drop();
  }
}

function medianOf(taken: readonly Visit[]): Visit {
  const of = (key: keyof Visit) => median(taken.map((visit) => visit[key]));
  return {
    largestPaintSeconds: of('largestPaintSeconds'),
    usableSeconds: of('usableSeconds'),
    kilobytes: of('kilobytes'),
    requests: of('requests'),
  };
}

const keys = ['largestPaintSeconds', 'usableSeconds', 'kilobytes', 'requests'] as const;

function report(measured: readonly { readonly name: string; readonly typical: Visit }[]): SectionResult {
  const worst = (key: keyof Visit) => Math.max(...measured.map(({ typical }) => typical[key]));
  return {
    tables: [
      {
        title: `A first visit, Slow 4G and a processor four times slower, median of ${visits}`,
        columns: ['page', ...keys.map((key) => `${names[key]} ${columns[key]}`.trim())],
        rows: measured.map(({ name, typical }) => [name, ...keys.map((key) => round(typical[key]))]),
      },
    ],
    figures: keys.map((key): Figure => ({
      name: `worst page: ${names[key]}`,
      wanted: { atMost: bars[key] },
      reached: worst(key),
      unit: columns[key],
    })),
    notes: [
      'Indonesian, 360x740, empty cache. A page is usable when nothing is loading and its main button can be pressed; on the consent and payment pages this includes the half second in which the button is disabled.',
    ],
  };
}

const round = (value: number) => Math.round(value * 100) / 100;

/**
 * Creates the browser profiles: one that is not signed in, a newcomer who has not claimed a handle, and a
 * player with money, who has sent some, and whom an app asks to sign in and to pay.
 */
async function setUp(browser: Browser, origin: string): Promise<readonly Scene[]> {
  const nobody = await browser.newContext({ baseURL: origin });
  const newcomer = await browser.newContext({ baseURL: origin });
  await signIn(newcomer, 'newcomer@example.com');
  const player = await browser.newContext({ baseURL: origin });
  await signIn(player, 'player@example.com');
  await post(player, '/v1/auth/claim', { handle: 'budi_gg' });
  const app = await post<{ client_id: string; client_secret: string }>(player, '/v1/apps', {
    name: 'Star Paddle',
    origins: ['https://starpaddle.example'],
  });
  const top = await post<{ id: string }>(player, '/v1/fiat/topups', { amount: 250_000, returnTo: '/money' });
  await player.request.post(`/checkout/${top.id}/pay`, { form: { outcome: 'paid' } });
  const friend = await browser.newContext({ baseURL: origin });
  await signIn(friend, 'friend@example.com');
  await post(friend, '/v1/auth/claim', { handle: 'sari_gg' });
  await friend.close();
  const sent = await post<{ id: string }>(player, '/v1/fiat/sends', { to: 'sari_gg@pid', amount: 15_000 });
  const login = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: 'https://starpaddle.example/in',
    state: 'x',
  });
  const paymentId = await askForMoney(nobody, app);
  const [none, fresh, known] = [await leave(nobody), await leave(newcomer), await leave(player)];
  return [
    { name: 'landing', path: '/', profile: none, ready: 'form button[type=submit]' },
    { name: 'sign-in', path: '/signin', profile: none, ready: 'a[href^="/v1/auth/signin/"]' },
    { name: 'claim', path: '/claim', profile: fresh, ready: 'input[name=handle]' },
    {
      name: 'consent',
      path: `/authorize?${login.toString()}`,
      profile: known,
      ready: 'main button.button-sun, main button.button-primary',
    },
    { name: 'pay', path: `/pay/${paymentId}`, profile: known, ready: 'main button.button-sun' },
    { name: 'home', path: '/home', profile: known, ready: 'a[href="/send"]' },
    { name: 'money', path: '/money', profile: known, ready: 'main li time' },
    { name: 'send', path: '/send', profile: known, ready: 'main form button[type=submit]' },
    { name: 'receipt', path: `/receipts/${sent.id}`, profile: known, ready: 'main a[href="/money"]' },
    { name: 'games', path: '/games', profile: known, ready: 'main a[href="/connected-apps"]' },
    { name: 'wallet', path: '/wallet', profile: known, ready: 'main button' },
  ];
}

/** Submits the development provider's form as a browser does, but without rendering a page. */
async function signIn({ request }: BrowserContext, email: string): Promise<void> {
  const form = await request.get('/v1/auth/signin/dev?returnTo=%2Fhome');
  const answer = await request.post(form.url(), { form: { email }, headers: { accept: 'text/html' } });
  if (!answer.ok()) throw new Error(`Signing in as ${email}: ${answer.status()}`);
}

/** Creates a payment, as the game's server does. */
async function askForMoney(
  server: BrowserContext,
  app: { readonly client_id: string; readonly client_secret: string },
): Promise<string> {
  const { access_token: token } = await post<{ access_token: string }>(server, '/v1/auth/token', {
    client_id: app.client_id,
    client_secret: app.client_secret,
    grant_type: 'client_credentials',
    scope: 'payments',
  });
  const asked = await post<{ id: string }>(
    server,
    `/v1/apps/${app.client_id}/payments`,
    { reference: 'first', amount: 20_000, description: 'Pedang emas' },
    { authorization: `Bearer ${token}` },
  );
  return asked.id;
}

async function post<T>(
  { request }: BrowserContext,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await request.post(path, { data: body, headers });
  if (!answer.ok()) throw new Error(`POST ${path}: ${await answer.text()}`);
  return answer.json();
}

async function leave(context: BrowserContext): Promise<Profile> {
  const profile = await context.storageState();
  await context.close();
  return profile;
}
