import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/**
 * Creates a UUID version 7 (RFC 9562): unguessable, and ascending with time, so that new rows are neighbours
 * in the index.
 */
export function newPostingId(clock: Clock, ids: Ids): string {
  // Version 4 has its random bits and the variant in the places where version 7 needs them.
  return `${timeWords(clock.nowMillis())}-7${ids.uuid().slice(15)}`;
}

/** The smallest id of a time, for range queries over time. */
export function postingIdAt(moment: Date): string {
  return `${timeWords(moment.getTime())}-7000-8000-000000000000`;
}

function timeWords(millis: number): string {
  const hex = millis.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
