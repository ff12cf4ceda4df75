import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/** RFC 9562 UUID version 7: unguessable, and ascending with time, so that the index grows at one end. */
export function newPostingId(clock: Clock, ids: Ids): string {
  // A version 4 has its random bits, and the variant between them, where version 7 wants them.
  return `${timeWords(clock.nowMillis())}-7${ids.uuid().slice(15)}`;
}

/** The smallest id of a moment, for ranges over time. */
export function postingIdAt(moment: Date): string {
  return `${timeWords(moment.getTime())}-7000-8000-000000000000`;
}

function timeWords(millis: number): string {
  const hex = millis.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
