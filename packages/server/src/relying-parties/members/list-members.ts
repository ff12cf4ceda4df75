import type { Input } from '@pid/contract';
import { cursorForms, decodeCursor, pageOf, type UserCaller } from '../../platform/http/index.ts';
import type { Needs } from '../../platform/needs.ts';
import { admitToApp } from '../admit-to-app.ts';
import { listPeople, type Person } from './members.store.ts';

export async function listMembers(
  { db, clock }: Needs<'db' | 'clock'>,
  caller: UserCaller,
  { client_id: clientId, limit = 50, cursor }: Input<'listMembers'>,
) {
  await admitToApp(db, caller, clientId, 'listMembers');
  const [after] = decodeCursor(cursor, [cursorForms.number]) ?? [];
  const from = Number(after ?? 0);
  const people = (await listPeople(db, clientId, clock.now())).map((person, index) => ({ person, index }));
  const { items, nextCursor } = pageOf(people.slice(from, from + limit + 1), limit, ({ index }) => [
    String(index + 1),
  ]);
  return { items: items.map(({ person }) => describePerson(person)), nextCursor };
}

export function describePerson({ pid, role, status, since, expiresAt }: Omit<Person, 'identityId'>) {
  return {
    pid,
    role,
    status,
    since: since.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
