import type { Clock } from '../../../../kit/platform/clock.ts';
import type { SafeStorage } from '../../../../kit/platform/storage.ts';
import type { PlainCall } from '../../../../kit/api/create-api.ts';

const STORAGE_KEY = 'pid:deed';
/** As long as a sign-in counts as fresh. */
const LIFETIME_MILLISECONDS = 600_000;

export interface DeedDeps {
  readonly storage: SafeStorage;
  readonly clock: Clock;
}

interface KeptDeed {
  readonly call: PlainCall;
  readonly page: string;
  readonly at: number;
}

/** What somebody was about to do when a fresh sign-in was asked for. It is told again, never done again by itself. */
export function keepDeed({ storage, clock }: DeedDeps, call: PlainCall, page: string): void {
  storage.set(STORAGE_KEY, JSON.stringify({ call, page, at: clock.now() } satisfies KeptDeed));
}

/** Read once, on the page that it began on. */
export function takeDeed({ storage, clock }: DeedDeps, page: string): PlainCall | null {
  const kept = parse(storage.get(STORAGE_KEY));
  if (!kept || kept.page !== page) return null;
  storage.remove(STORAGE_KEY);
  return clock.now() - kept.at < LIFETIME_MILLISECONDS ? kept.call : null;
}

function parse(stored: string | null): KeptDeed | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { call, page, at } = value as Partial<KeptDeed>;
    return call && typeof page === 'string' && typeof at === 'number' ? { call, page, at } : null;
  } catch {
    return null;
  }
}
