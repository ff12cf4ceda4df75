import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import type { Clock } from '../../../../kit/platform/clock.ts';
import type { SafeStorage } from '../../../../kit/platform/storage.ts';

const STORAGE_KEY = 'pid:kept-request';
/** As long as a sign-in counts as recent. */
const LIFETIME_MILLISECONDS = 600_000;

export interface KeepDeps {
  readonly storage: SafeStorage;
  readonly clock: Clock;
}

interface Kept {
  readonly request: NamedRequest;
  readonly page: string;
  readonly at: number;
}

/**
 * Keeps the request that needed a recent sign-in. It is shown again afterwards, but never sent again
 * automatically.
 */
export function keepRequest({ storage, clock }: KeepDeps, request: NamedRequest, page: string): void {
  const { name, method, path, params, body } = request;
  const kept: Kept = { request: { name, method, path, params, body }, page, at: clock.now() };
  storage.set(STORAGE_KEY, JSON.stringify(kept));
}

/** Returns the request once, on the page where it began. */
export function takeRequest({ storage, clock }: KeepDeps, page: string): NamedRequest | null {
  const kept = parse(storage.get(STORAGE_KEY));
  if (!kept || kept.page !== page) return null;
  storage.remove(STORAGE_KEY);
  return clock.now() - kept.at < LIFETIME_MILLISECONDS ? kept.request : null;
}

function parse(stored: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { request, page, at } = value as Partial<Kept>;
    return request && typeof page === 'string' && typeof at === 'number' ? { request, page, at } : null;
  } catch {
    return null;
  }
}
