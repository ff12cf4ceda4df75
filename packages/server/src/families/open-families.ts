import type { AgeBand } from '@pid/contract';
import {
  familyAdmits,
  findFamily,
  lockAccounts,
  saveAgeGate,
  whyFamilyForbids,
  writeFamily,
  writeAdultFrom,
  type LedgerConfig,
} from '../ledger/index.ts';
import { recordAudit } from '../audit/index.ts';
import { findIdentity, lockIdentity } from '../identity/index.ts';
import { isKnownToday, notifyOwner, type NoticeData } from '../notices/index.ts';
import { dayMillis } from '../platform/config/index.ts';
import type { Queryable, Tx } from '../platform/db/index.ts';
import { refuse } from '../platform/errors/index.ts';
import { isLoopbackHost } from '../platform/http/index.ts';
import type { Needs } from '../platform/needs.ts';
import type { Slice } from '../platform/slice.ts';
import { bandOfState } from './age.ts';
import { deleteBirthMonth } from './birth-months.store.ts';
import { endChildhood, endLink } from './end-link.ts';
import { exportFamily } from './export-family.ts';
import { familyRoutes } from './families.routes.ts';
import { momentOf } from './family-deps.ts';
import { growUpJob } from './grow-up.ts';
import { deleteExpiredInvitations } from './invitations.store.ts';
import { hasLinks, listChildren, listParents } from './links.store.ts';
import { deleteOldRequests, deleteRequestsOf } from './requests.store.ts';
import type { RequestDeps } from './requests.ts';
import type { FamilyConfig } from './settings.ts';

export interface FamiliesDeps
  extends Omit<RequestDeps, 'gate' | 'timeZone' | 'parentAfterSeconds'>, Needs<'reader' | 'log'> {
  readonly config: FamilyConfig & Pick<LedgerConfig, 'timeZone'> & { readonly baseUrl: URL };
}

const parentAfterSeconds = 72 * 3600;

/** What other slices ask about ages. */
export interface Ages {
  /** Throws unless age and family let the player create something. */
  assertMay(tx: Tx, identityId: string, what: 'topup' | 'permission' | 'allowance'): Promise<void>;
  /** Null without a birth month. */
  bandOf(db: Queryable, identityId: string): Promise<AgeBand | null>;
  /**
   * Whether a player may use an app with this confirmed rating. If not, the parents are told that a sign-in was
   * refused, in this transaction, once a day for each app.
   */
  admit(
    tx: Tx,
    player: { readonly id: string; readonly pid: string },
    app: { readonly clientId: string; readonly name: string; readonly rating: number | null },
  ): Promise<boolean>;
  /** Whether age is judged for this player, and the player is a minor. */
  isMinor(db: Queryable, identityId: string): Promise<boolean>;
  /** Whether the player has stated an age of a minor, even if ages are not judged. */
  isKnownMinor(db: Queryable, identityId: string): Promise<boolean>;
  childrenOf(db: Queryable, identityId: string): Promise<string[]>;
  /** Notifies the parents of a player, if there are any, of an allowance. */
  notifyParents(
    tx: Tx,
    identityId: string,
    allowance: NoticeData['family.allowance_approved'],
  ): Promise<void>;
}

export interface Families extends Slice {
  readonly ages: Ages;
  /** Whether pages show ages and families. `linked`: only to players with a parent or child, whom the ledger judges anyway. */
  readonly shown: 'on' | 'linked' | 'off';
}

export async function openFamilies(deps: FamiliesDeps): Promise<Families> {
  const { db, clock, config, log } = deps;
  const own: RequestDeps & Needs<'reader'> = {
    ...deps,
    gate: config.ageGate,
    timeZone: config.timeZone,
    parentAfterSeconds: isLoopbackHost(config.baseUrl.hostname) ? 0 : parentAfterSeconds,
  };
  if (await saveAgeGate(db, config.ageGate))
    log.warn({ gate: config.ageGate }, 'the age gate changed for all nodes');
  return {
    routes: familyRoutes(own),
    jobs: [growUpJob(own)],
    ages: openAges(own),
    shown: config.ageGate !== 'off' ? 'on' : (await hasLinks(db)) ? 'linked' : 'off',
    export: { family: (queryable, identityId) => exportFamily(own, queryable, identityId) },
    async forget() {
      await deleteExpiredInvitations(db, clock.now());
      await deleteOldRequests(
        db,
        new Date(clock.nowMillis() - config.retentionDays.family_requests * dayMillis),
      );
    },
    erase: (tx, { id }) => eraseFamily(own, tx, id),
  };
}

/** Ends all links of a deleted player and forgets the age. */
async function eraseFamily(deps: RequestDeps, tx: Tx, id: string): Promise<void> {
  const identity = (await findIdentity(tx, id))!;
  const person = { id, pid: `${identity.handle}@pid` };
  await lockIdentity(tx, id);
  const children = await listChildren(tx, id);
  const account = await deps.book.ofIdentity(id, tx);
  const accounts: bigint[] = [];
  for (const child of children) accounts.push(await deps.book.ofIdentity(child.id, tx));
  await lockAccounts(tx, [account, ...accounts]);
  const author = { actor: 'service', origin: null };
  for (const child of children) await endLink(deps, tx, { child, parent: person, why: 'deleted' }, author);
  for (const parent of await listParents(tx, id))
    await endLink(deps, tx, { child: person, parent, why: 'deleted' }, author);
  await endChildhood(deps, tx, person, author);
  await deleteRequestsOf(tx, id);
  await deleteBirthMonth(tx, id);
  await writeFamily(tx, account, [], null);
  await writeAdultFrom(tx, account, null);
}

function openAges(deps: RequestDeps): Ages {
  const stateOf = (queryable: Queryable, id: string) => findFamily(queryable, id, momentOf(deps));
  return {
    async assertMay(tx, identityId, what) {
      const account = await deps.book.ofIdentity(identityId, tx);
      await lockAccounts(tx, [account]);
      const forbids = await whyFamilyForbids(tx, account, what, momentOf(deps));
      if (forbids !== null) throw refuse(forbids);
    },
    async bandOf(queryable, identityId) {
      const state = await stateOf(queryable, identityId);
      return bandOfState(state);
    },
    async admit(tx, player, app) {
      if (await familyAdmits(tx, player.id, app.rating, momentOf(deps))) return true;
      const now = deps.clock.now();
      const notice = {
        type: 'family.login_refused',
        data: { child: player.pid, clientId: app.clientId, name: app.name },
        now,
      } as const;
      // A child who tries again and again, at once or on several devices, does not flood the family and the audit log.
      await lockAccounts(tx, [await deps.book.ofIdentity(player.id, tx)]);
      if (await isKnownToday(tx, { ...notice, identityId: player.id })) return false;
      await recordAudit(tx, {
        at: now,
        identityId: player.id,
        actor: player.pid,
        action: 'family.login_refused',
        target: app.clientId,
        origin: null,
      });
      for (const { id } of [player, ...(await listParents(tx, player.id))])
        await notifyOwner(tx, { ...notice, identityId: id });
      return false;
    },
    async isMinor(queryable, identityId) {
      const state = await stateOf(queryable, identityId);
      if (state?.isAdult !== false) return false;
      return deps.gate !== 'off' || state.parents.length > 0;
    },
    async isKnownMinor(queryable, identityId) {
      const state = await stateOf(queryable, identityId);
      return state?.isAdult === false;
    },
    childrenOf: async (queryable, identityId) =>
      (await listChildren(queryable, identityId)).map(({ id }) => id),
    async notifyParents(tx, identityId, data) {
      const now = deps.clock.now();
      for (const { id } of await listParents(tx, identityId))
        await notifyOwner(tx, { identityId: id, type: 'family.allowance_approved', data, now });
    },
  };
}
