import type { Clock } from '../platform/clock.ts';
import { intentKey, type SafeStorage } from '../platform/storage.ts';

/** The server keeps keys for at least 24 hours. A key that it may have deleted is not used again. */
const LIFETIME_MILLISECONDS = 23 * 3_600_000;

interface StoredIntent {
  readonly key: string;
  readonly body: string;
  readonly startedAt: number;
  readonly agreed?: Agreed;
}

/** The payer and the total that the player agreed to. */
export interface Agreed {
  readonly payer: string;
  readonly total: number;
}

export interface IntentDeps {
  readonly storage: SafeStorage;
  readonly clock: Clock;
  randomKey(): string;
}

export interface Intent {
  /** Sent as `Idempotency-Key`. */
  readonly key: string;
  /** Call it when the result is known: an equal request after that gets a new key. */
  settle(): void;
}

function isAgreed(value: unknown): value is Agreed {
  if (typeof value !== 'object' || value === null) return false;
  const { payer, total } = value as Partial<Agreed>;
  return typeof payer === 'string' && typeof total === 'number';
}

function read(storage: SafeStorage, name: string): StoredIntent | null {
  try {
    const value: unknown = JSON.parse(storage.get(name) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { key, body, startedAt, agreed } = value as Partial<StoredIntent>;
    if (typeof key !== 'string' || typeof body !== 'string' || typeof startedAt !== 'number') return null;
    return { key, body, startedAt, ...(isAgreed(agreed) ? { agreed } : {}) };
  } catch {
    return null;
  }
}

/**
 * One key per request of the player: the same action with the same body keeps its key over a reload, a second
 * click and a lost response, so that the server carries it out once. Another body or another payer gets a new
 * key; another total keeps the key.
 */
export function openIntent(deps: IntentDeps, action: string, body: unknown, agreed?: Agreed): Intent {
  const name = intentKey(action);
  const fingerprint = JSON.stringify(body) ?? '';
  const now = deps.clock.now();
  const stored = read(deps.storage, name);
  const reusable =
    stored?.body === fingerprint &&
    stored.agreed?.payer === agreed?.payer &&
    now - stored.startedAt < LIFETIME_MILLISECONDS;
  const key = reusable ? stored.key : deps.randomKey();
  if (!reusable) deps.storage.set(name, JSON.stringify({ key, body: fingerprint, startedAt: now, agreed }));
  return {
    key,
    settle: () => {
      if (read(deps.storage, name)?.key === key) deps.storage.remove(name);
    },
  };
}

export interface UnfinishedIntent {
  readonly body: unknown;
  readonly startedAt: number;
  readonly agreed: Agreed | null;
  /** Call it when the player has decided not to repeat the request. */
  drop(): void;
}

/** Finds a request without a response. The player decides about it before starting a new one. */
export function findIntent(deps: Omit<IntentDeps, 'randomKey'>, action: string): UnfinishedIntent | null {
  const name = intentKey(action);
  const stored = read(deps.storage, name);
  if (!stored || deps.clock.now() - stored.startedAt >= LIFETIME_MILLISECONDS) return null;
  const body: unknown = JSON.parse(stored.body);
  return {
    body,
    startedAt: stored.startedAt,
    agreed: stored.agreed ?? null,
    drop: () => deps.storage.remove(name),
  };
}
