import { recordAudit } from '../audit/index.ts';
import { lockIdentity } from '../identity/index.ts';
import { findFamily, lockAccounts, writeAdultFrom } from '../ledger/index.ts';
import { notifyOwner } from '../notices/index.ts';
import type { Queryable } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { SealedColumn } from '../platform/sealing/index.ts';
import { adultFromOf } from './age.ts';
import { findBirthMonth, insertBirthMonth, replaceBirthMonth } from './birth-months.store.ts';
import { endChildhood, endLink } from './end-link.ts';
import { momentOf, type Author, type FamilyDeps, type Person } from './family-deps.ts';
import { listChildren, listParents } from './links.store.ts';

export const birthMonthColumn: SealedColumn = {
  table: 'family_birth_months',
  nameColumn: 'identity_id',
  column: 'birth_month',
  isLarge: true,
};

const place = (identityId: string) => ({ table: birthMonthColumn.table, name: identityId });

/** Null if the player has not set one, or if the master key was lost. */
export async function readBirthMonth(
  { sealer }: Needs<'sealer'>,
  db: Queryable,
  identityId: string,
): Promise<string | null> {
  const sealed = await findBirthMonth(db, identityId);
  if (!sealed || sealed.bytes.length === 0) return null;
  return sealer.open(place(identityId), sealed)?.toString() ?? null;
}

function seal({ sealer }: Needs<'sealer'>, identityId: string, birthMonth: string) {
  return { identityId, ...sealer.seal(place(identityId), Buffer.from(birthMonth)) };
}

/** Only the first month counts. The same month again is accepted. */
export async function setBirthMonth(
  deps: FamilyDeps,
  player: Person,
  birthMonth: string,
  author: Author,
): Promise<void> {
  const account = await deps.book.ofIdentity(player.id);
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const adultFrom = adultFromOf(birthMonth, now, deps.timeZone);
    // A deletion that ends while this waits has erased everything: nothing may be stored after it.
    if ((await lockIdentity(tx, player.id))?.status !== 'active') throw refuse('unauthorized');
    await lockAccounts(tx, [account]);
    if (!(await insertBirthMonth(tx, { ...seal(deps, player.id, birthMonth), now }))) {
      if ((await readBirthMonth(deps, tx, player.id)) === birthMonth) return;
      throw refuse('birth_month_known');
    }
    await writeAdultFrom(tx, account, adultFrom);
    await recordAudit(tx, {
      at: now,
      identityId: player.id,
      ...author,
      action: 'family.birth_month_set',
      target: player.pid,
    });
  });
}

/** An administrator has checked the age by other means. */
export async function correctBirthMonth(
  deps: FamilyDeps,
  player: Person,
  { birthMonth, reason }: { readonly birthMonth: string; readonly reason: string },
  author: Author & { readonly actorId: string | null },
): Promise<void> {
  if (author.actorId === player.id) throw refuse('own_identity');
  const { actor, origin } = author;
  const account = await deps.book.ofIdentity(player.id);
  await deps.db.transaction(async (tx) => {
    const moment = momentOf(deps);
    const { now } = moment;
    const adultFrom = adultFromOf(birthMonth, now, deps.timeZone);
    // The number of children changes only while this row is locked.
    const identity = await lockIdentity(tx, player.id);
    if (!identity || identity.status === 'deleted') throw refuse('not_found', {}, 'No such identity');
    const children = await listChildren(tx, player.id);
    const accounts = await Promise.all(children.map(({ id }) => deps.book.ofIdentity(id, tx)));
    await lockAccounts(tx, [account, ...accounts]);
    const parents = await listParents(tx, player.id);
    await replaceBirthMonth(tx, { ...seal(deps, player.id, birthMonth), now });
    await writeAdultFrom(tx, account, adultFrom);
    await recordAudit(tx, {
      at: now,
      identityId: player.id,
      actor,
      action: 'family.birth_month_corrected',
      target: player.pid,
      details: { reason },
      origin,
    });
    for (const { id } of [player, ...parents])
      await notifyOwner(tx, {
        identityId: id,
        type: 'family.birth_month_corrected',
        data: { child: player.pid },
        now,
      });
    const { isAdult } = (await findFamily(tx, player.id, moment))!;
    if (isAdult) return endChildhood(deps, tx, player, { actor: 'service', origin: null });
    for (const child of children)
      await endLink(deps, tx, { child, parent: player, why: 'age' }, { actor, origin });
  });
}
