import { useEffect, useRef } from 'preact/hooks';
import { systemClock } from '../../../../kit/platform/clock.ts';

/** Another device may have sent meanwhile, of which nothing here tells. */
const FRESH_MILLISECONDS = 20_000;

/**
 * Whether what was read at a time still holds: it was a moment ago, the page has been before somebody's eyes since then, and no
 * other tab has begun or ended anything with money.
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
