import { fromBase64Url, toBase64Url } from '@pid/protocol';
import type { Reply } from '@pid/contract/client';
import { api } from '../../../../kit/api/api.ts';
import { locale } from '../../../../kit/i18n/locale.ts';
import { deviceStorage } from '../../../../kit/platform/storage.ts';
import { learnOwnName, signedInHint } from '../../../../kit/session/session.ts';

/** `install`: on iOS, only a web app on the Home Screen can receive notifications. */
export type PushState = 'on' | 'off' | 'blocked' | 'unsupported' | 'install' | 'offline';

type Subscriptions = Reply<'listPushSubscriptions'>;
type Item = Subscriptions['items'][number];

export interface PushFacts {
  readonly state: PushState;
  readonly publicKey: string | null;
  /** The entry of this device; null if it gets no notifications. */
  readonly own: Item | null;
  readonly others: number;
}

const SCRIPT = '/sw.js';
/** What the player of this device chose, by pid: `on`, or `later` after declining the offer. */
const choiceKey = (pid: string) => `pid:push:${pid}`;

export function readChoice(): string | null {
  const pid = signedInHint.value;
  return pid === null ? null : deviceStorage.get(choiceKey(pid));
}

export function keepChoice(choice: 'on' | 'off' | 'later'): void {
  const pid = signedInHint.value;
  if (pid !== null) deviceStorage.set(choiceKey(pid), choice);
}

function browserState(): PushState | null {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'standalone' in navigator ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

export async function readPush(signal?: AbortSignal): Promise<PushFacts> {
  const { publicKey, items } = await api.call('listPushSubscriptions', {}, signal ? { signal } : {});
  const barred = publicKey === null ? 'offline' : browserState();
  const own = barred ? null : await findOwn(items, publicKey);
  return {
    state: barred ?? (own ? 'on' : 'off'),
    publicKey,
    own,
    others: items.filter((item) => item !== own).length,
  };
}

/** The entry of this browser's subscription, if it belongs to this session and to the current key of the service. */
async function findOwn(items: readonly Item[], publicKey: string | null): Promise<Item | null> {
  const registration = await navigator.serviceWorker.getRegistration(SCRIPT);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription || keyOf(subscription) !== publicKey) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  const endpointHash = toBase64Url(new Uint8Array(hash));
  return items.find((item) => item.current && item.endpointHash === endpointHash) ?? null;
}

function keyOf({ options }: PushSubscription): string | null {
  return options.applicationServerKey ? toBase64Url(new Uint8Array(options.applicationServerKey)) : null;
}

/** Thrown if the browser cannot reach its push service. */
export class PushServiceError extends Error {}

/** Asks the player for permission, which needs a click. Returns false if they refuse. */
export async function turnOn(publicKey: string, showDetails: boolean): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const subscription = await subscribe(publicKey);
  const { endpoint, keys } = subscription.toJSON();
  await api.call('addPushSubscription', {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    language: locale.value,
    showDetails,
  });
  // The page may not have needed the name so far.
  await learnOwnName();
  keepChoice('on');
  return true;
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  try {
    await navigator.serviceWorker.register(SCRIPT);
    const { pushManager } = await navigator.serviceWorker.ready;
    const known = await pushManager.getSubscription();
    if (known && keyOf(known) === publicKey) return known;
    // The service has another key now.
    await known?.unsubscribe();
    return await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: fromBase64Url(publicKey) as BufferSource,
    });
  } catch (error) {
    throw new PushServiceError('The browser could not subscribe', { cause: error });
  }
}

export async function turnOff(own: Item): Promise<void> {
  keepChoice('off');
  await api.call('removePushSubscription', { id: own.id });
  const registration = await navigator.serviceWorker.getRegistration(SCRIPT);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/**
 * A device is removed with its session, and a lost key of the service ends all subscriptions. If the player of this
 * device had turned notifications on, subscribes again, also in another language.
 */
export async function renewPush(): Promise<void> {
  if (readChoice() !== 'on' || Notification.permission !== 'granted') return;
  const { state, publicKey, own } = await readPush();
  if (publicKey === null || (state === 'on' && own?.language === locale.value)) return;
  await turnOn(publicKey, own?.showDetails ?? true);
}
