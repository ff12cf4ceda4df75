import { useEffect, useRef } from 'preact/hooks';
import { systemClock } from '../../../../kit/platform/clock.ts';

/** Another device may have sent money in the meantime, which this page cannot notice. */
const FRESH_MILLISECONDS = 20_000;

/**
 * Returns whether data read at a given time is still valid: it is recent, the page has been visible and
 * focused since then, and no other tab has started or ended a money operation.
 */
export function useUndisturbed(): (since: number) => boolean {
  const disturbedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const disturb = () => {
      disturbedAt.current = systemClock.now();
    };
    const readOther = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith('pid:intent:')) disturb();
    };
    document.addEventListener('visibilitychange', disturb);
    window.addEventListener('blur', disturb);
    window.addEventListener('storage', readOther);
    return () => {
      document.removeEventListener('visibilitychange', disturb);
      window.removeEventListener('blur', disturb);
      window.removeEventListener('storage', readOther);
    };
  }, []);
  return (since) => {
    const age = systemClock.now() - since;
    return disturbedAt.current < since && age >= 0 && age < FRESH_MILLISECONDS;
  };
}
