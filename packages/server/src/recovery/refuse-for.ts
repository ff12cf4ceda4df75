import { refuse } from '../platform/errors/index.ts';
import type { Refusal } from './recovery-states.ts';

/** Throws the refusal, if there is one. */
export function refuseFor(refusal: Refusal | null): void {
  if (!refusal) return;
  switch (refusal.code) {
    case 'frozen':
      throw refuse('frozen', { until: refusal.until });
    case 'recovery_not_ready':
      throw refuse('recovery_not_ready', { readyAt: refusal.readyAt });
    default:
      throw refuse(refusal.code);
  }
}
