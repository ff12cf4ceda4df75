import { Type, type Static } from 'typebox';
import { pidOf } from '../identity/index.ts';
import { schemas } from '../platform/http/index.ts';
import type { LogRow } from './security-log.store.ts';

export const eventSchema = Type.Object(
  {
    id: Type.String(),
    at: schemas.dateTime,
    event: Type.String(),
    pid: schemas.nullable(Type.String()),
    clientId: schemas.nullable(Type.String()),
    network: schemas.nullable(Type.String()),
    operation: schemas.nullable(Type.String()),
    details: schemas.openObject,
  },
  { title: 'SecurityEvent' },
);
export type EventView = Static<typeof eventSchema>;

export function viewEvent(row: LogRow): EventView {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    event: row.event,
    pid: row.handle === null ? null : pidOf(row.handle),
    clientId: row.client_id,
    network: row.network,
    operation: row.operation,
    details: row.details,
  };
}
