import { lockIdentity, type Identity } from '../../identity/index.ts';
import type { Tx } from '../../platform/db/index.ts';

/** Locks identities in a fixed order. Everywhere, identities are locked before apps. */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Identity>> {
  const people = new Map<string, Identity>();
  for (const id of new Set(ids.toSorted())) {
    const person = await lockIdentity(tx, id);
    if (person) people.set(id, person);
  }
  return people;
}
