import { expect, test } from 'vitest';
import { fund } from '../../packages/server/src/ledger/testing/ledger-fixture.ts';
import { startFakePushService } from '../../packages/server/test/fake-push-service.ts';
import { newPlayer, signInAs } from '../../packages/server/test/sign-in-helper.ts';
import type { Device } from './support/device.ts';
import { journeys, patience, takeSession } from './support/journey.ts';

const push = await startFakePushService();

/**
 * A headless browser reaches no push service and refuses notifications even if the test permits them, so `subscribe` returns
 * a device of the fake service. Runs in the page.
 */
function fakeSubscription({
  endpoint,
  keys,
}: {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}): void {
  const stored = 'test:subscribed-with';
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  const subscription = (key: string) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(JSON.parse(key) as number[]).buffer },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      localStorage.removeItem(stored);
      return true;
    },
  });
  PushManager.prototype.getSubscription = async function getSubscription() {
    const key = localStorage.getItem(stored);
    return (key === null ? null : subscription(key)) as unknown as PushSubscription | null;
  };
  PushManager.prototype.subscribe = async function subscribe(options?: PushSubscriptionOptionsInit) {
    const key = JSON.stringify([...(options!.applicationServerKey as Uint8Array)]);
    localStorage.setItem(stored, key);
    return subscription(key) as unknown as PushSubscription;
  };
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: { readonly path: string };
}

/** What the worker has shown and opened. Runs in the worker. */
function recordWorker(): void {
  const scope = globalThis as unknown as {
    shown: Map<string, Shown>;
    opened: string[];
    registration: object;
    clients: object;
    WindowClient: { prototype: object };
  };
  scope.shown = new Map();
  scope.opened = [];
  // Like a browser: a notification replaces the one with the same tag.
  Object.assign(Object.getPrototypeOf(scope.registration), {
    showNotification: async (title: string, options: Omit<Shown, 'title'>) =>
      void scope.shown.set(options.tag, { ...options, title }),
  });
  Object.assign(Object.getPrototypeOf(scope.clients), {
    openWindow: async (address: string) => void scope.opened.push(address),
  });
  Object.assign(scope.WindowClient.prototype, {
    async focus(this: { url: string }) {
      scope.opened.push(`focus ${this.url}`);
    },
  });
}

journeys('notifications on a device', { PID_PUSH_TEST_SERVICE: push.url }, (world) => {
  const identityOf = async (handle: string) =>
    (await world.service.db.query<{ id: string }>('select id from identities where handle = $1', [handle]))
      .rows[0]!.id;

  async function receive(pid: string, amount: number) {
    const sender = await newPlayer(world.service);
    await fund(world.service.db, await identityOf(sender.handle), 1_000_000n);
    expect((await sender.client.post('/v1/fiat/sends', { to: pid, amount })).status).toBe(201);
    await world.service.service.runJob('note incoming money');
    return sender.pid;
  }

  /** Gives the worker a message as the browser does after it has decrypted it. */
  async function deliver({ context, page }: Device, data: string): Promise<void> {
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    });
  }

  const workerOf = ({ context }: Device) => context.serviceWorkers()[0]!;
  const shown = (device: Device) =>
    workerOf(device).evaluate(() =>
      [...(globalThis as unknown as { shown: Map<string, Shown> }).shown.values()].map(
        ({ title, body, tag, data }) => ({ title, body, tag, path: data.path }),
      ),
    );

  test('are turned on with a switch, show incoming money, open its page, and are turned off', async () => {
    const target = push.device();
    const device = await world.device({ serviceWorkers: 'allow' });
    await device.context.addInitScript(fakeSubscription, target.subscription);
    const { pid } = await world.player(device, 'told_on_time');
    const { page } = device;
    await page.goto('/notices');
    await page.getByText('Notification settings').click();
    const on = page.getByRole('checkbox', { name: 'Notifications on this device' });
    expect(await on.isChecked()).toBe(false);
    await on.click();
    await page.getByText('Notifications are on for this device').waitFor();
    await expect.poll(() => on.isChecked(), patience).toBe(true);

    const from = await receive(pid, 25_000);
    await expect.poll(() => target.received.length, patience).toBe(1);
    const { text, payload } = target.received[0]!;
    await workerOf(device).evaluate(recordWorker);
    await deliver(device, text);
    await deliver(device, text);
    const wanted = {
      title: 'You received money',
      body: `Rp25,000 came in from ${from}.`,
      tag: payload.tag,
      path: payload.path,
    };
    await expect.poll(() => shown(device), patience).toEqual([wanted]);
    // A message of a newer server, and one that is no JSON, still show something.
    await deliver(device, 'no JSON');
    await expect
      .poll(async () => (await shown(device)).map(({ title }) => title).toSorted(), patience)
      .toEqual(['PID', 'You received money']);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);

    const opened = await workerOf(device).evaluate(async () => {
      const scope = globalThis as unknown as {
        shown: Map<string, Shown>;
        opened: string[];
        dispatchEvent(event: Event): boolean;
      };
      const works: Promise<unknown>[] = [];
      const click = (notification: { data: { path: string } }) =>
        scope.dispatchEvent(
          Object.assign(new Event('notificationclick'), {
            notification: { ...notification, close() {} },
            waitUntil: (work: Promise<unknown>) => void works.push(work),
          }),
        );
      for (const notification of scope.shown.values()) click(notification);
      click({ data: { path: 'https://elsewhere.example/' } });
      await Promise.all(works);
      return scope.opened;
    });
    // The page /notices is open already and gets the focus; an address elsewhere is never opened.
    const { origin } = new URL(page.url());
    expect(opened).toEqual([
      `${origin}${payload.path}`,
      `focus ${origin}/notices`,
      `focus ${origin}/notices`,
    ]);
    expect(payload.path).toMatch(/^\/receipts\//);

    await page.getByRole('checkbox', { name: 'Show names and amounts' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await receive(pid, 5000);
    await expect.poll(() => target.received.at(-1)?.payload.body, patience).toBe('');
    await on.click();
    await page.getByText('Notifications are off for this device').waitFor();
    const { rowCount } = await world.service.db.query('select from push_subscriptions');
    expect(rowCount).toBe(0);
  });

  test('are turned on again after a new sign-in on the same device, without a question', async () => {
    const target = push.device();
    const device = await world.device({ serviceWorkers: 'allow' });
    await device.context.addInitScript(fakeSubscription, target.subscription);
    const { email } = await world.player(device, 'told_again');
    const { page } = device;
    await page.goto('/notices');
    await page.getByText('Notification settings').click();
    await page.getByRole('checkbox', { name: 'Notifications on this device' }).click();
    await page.getByText('Notifications are on for this device').waitFor();
    const devices = async () =>
      (
        await world.service.db.query('select from push_subscriptions where endpoint = $1', [
          target.subscription.endpoint,
        ])
      ).rowCount;
    await page.request.post('/v1/auth/logout', { headers: { origin: new URL(page.url()).origin } });
    expect(await devices()).toBe(0);
    const client = world.service.client();
    await signInAs(client, email);
    await takeSession(device, client);
    await page.goto('/home');
    await expect.poll(devices, patience).toBe(1);
  });

  test('are explained where the browser blocks them', async () => {
    const device = await world.device();
    await world.player(device, 'told_nothing');
    const { page } = device;
    await page.goto('/notices#choices');
    await page.getByText('Your browser blocks notifications from PID').waitFor();
    await page.getByText('Blocked by the browser').waitFor();
    const mail = page.getByRole('checkbox', { name: 'Email me when money comes in' });
    await mail.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => mail.isChecked(), patience).toBe(true);
  });

  test('are offered after money came in, not before, and never again after “Not now”', async () => {
    const device = await world.device({ serviceWorkers: 'allow' });
    await device.context.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    });
    const { pid } = await world.player(device, 'told_later');
    const { page } = device;
    const offer = page.getByRole('region', { name: 'Know at once when money moves?' });
    const looked = page.waitForResponse((response) => response.url().includes('/v1/payments?limit=1'));
    await page.goto('/home');
    await looked;
    expect(await offer.count()).toBe(0);
    await receive(pid, 9000);
    await page.reload();
    await offer.waitFor();
    await offer.getByRole('button', { name: 'Not now' }).click();
    await expect.poll(() => offer.count(), patience).toBe(0);
    expect(
      await page.evaluate(() => localStorage.getItem(`pid:push:${localStorage.getItem('pid:signed-in-as')}`)),
    ).toBe('later');
  });
});
