import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';

/** RFC 9562 UUID version 7: unguessable, and ascending with time, so that the index grows at one end. */
export function newPostingId(clock: Clock, ids: Ids): string {
  const bytes = ids.bytes(16);
  bytes.writeUIntBE(clock.nowMillis(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest id of a moment, for ranges over time. */
export function postingIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
