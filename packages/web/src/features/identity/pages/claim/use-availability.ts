import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { isAbort } from '../../../../kit/platform/is-abort.ts';
import { findHandleFlaw } from '../../parts/handle/check-handle.ts';
import type { HandleFlaw } from '../../parts/handle/check-handle.ts';

export type Availability =
  | { readonly kind: 'flawed'; readonly flaw: HandleFlaw }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available' }
  | { readonly kind: 'unavailable'; readonly code: string | undefined }
  /** The server did not say; the claim itself decides. */
  | { readonly kind: 'unknown' };

/** Long enough to spare the rate-limited route while a player types, short enough to feel immediate. */
const PAUSE_MILLISECONDS = 300;

async function ask(handle: string, signal: AbortSignal): Promise<Availability> {
  try {
    const answer = await api.call('checkHandle', { handle }, { session: 'none', signal, attempts: 2 });
    return answer.available ? { kind: 'available' } : { kind: 'unavailable', code: answer.code };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { kind: 'unknown' };
  }
}

export function useAvailability(handle: string): Availability {
  const [answered, setAnswered] = useState<{ handle: string; availability: Availability } | null>(null);
  const flaw = findHandleFlaw(handle);
  useEffect(() => {
    if (flaw !== null) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      ask(handle, controller.signal).then(
        (availability) => setAnswered({ handle, availability }),
        () => undefined,
      );
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [handle, flaw]);
  if (flaw !== null) return { kind: 'flawed', flaw };
  return answered?.handle === handle ? answered.availability : { kind: 'checking' };
}
