import { randomUUID } from 'node:crypto';
import { onFileEnd } from '../../../test/file-end.ts';
import { cloneDatabase } from '../../../test/test-database.ts';
import { insertIdentity } from '../../identity/index.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { openDatabase, type Database } from '../../platform/db/index.ts';
import { refuse } from '../../platform/errors/index.ts';
import { randomIds } from '../../platform/ids.ts';
import { createLogger } from '../../platform/log.ts';
import { openAccountBook } from '../account-book.ts';
import { closeAccount, ensureAccount } from '../accounts.store.ts';
import { firstFeeRule } from '../compute-fees.ts';
import type { LimitDeps } from '../change-limits.ts';
import { noApps, type AppDirectory, type AppTerms } from '../app-terms.ts';
import { platformAccounts } from '../platform-accounts.ts';
import { newPostingId } from '../posting-id.ts';
import { openSendLane } from '../send-lane.ts';
import { sendMoney, type SendDeps, type SendInput, type StepUp } from '../send-money.ts';
import type { SendLimits } from '../post-sends.store.ts';

export interface Player {
  readonly identityId: string;
  readonly pid: string;
  readonly account: bigint;
}

/** Creates a database for one test file and drops it afterwards. */
export async function fileDatabase(): Promise<Database & { connectionString: string }> {
  const clone = await cloneDatabase();
  const db = openDatabase({
    connectionString: clone.connectionString,
    poolSize: 10,
    log: createLogger('silent'),
  });
  onFileEnd(async () => {
    await db.close();
    await clone.drop();
  });
  return { ...db, connectionString: clone.connectionString };
}

let players = 0;

/** The default for tests that do not use step-up. */
const notAsked: StepUp = {
  steppedUp: false,
  refused: false,
  require: () => Promise.reject(refuse('step_up_required')),
};
export const signed: StepUp = { steppedUp: true, refused: false, require: async () => {} };

/** A node of the ledger with a separate lane and cache. */
export function ledgerOn(
  db: Database,
  options: { apps?: AppDirectory; clock?: Clock; balanceMax?: bigint; limits?: Partial<SendLimits> } = {},
) {
  const clock = options.clock ?? systemClock;
  const balanceMax = options.balanceMax ?? 9_000_000_000_000_000n;
  const limits = {
    stepUpAmount: 10n ** 15n,
    dailyLimit: 10n ** 15n,
    timeZone: 'Asia/Jakarta',
    ...options.limits,
  };
  const deps: SendDeps & LimitDeps = {
    db,
    clock,
    ids: randomIds,
    book: openAccountBook({ db, clock }),
    lane: openSendLane({ db, clock, ids: randomIds, feeRule: firstFeeRule, balanceMax, limits }),
    apps: options.apps ?? noApps,
    feeRule: firstFeeRule,
    balanceMax,
    limits,
  };
  return {
    deps,
    db,
    async player(balance = 0n): Promise<Player> {
      const identityId = randomUUID();
      const handle = `player_${(players += 1)}`;
      await db.transaction((tx) => insertIdentity(tx, { id: identityId, handle, now: clock.now() }));
      const account = await deps.book.ofIdentity(identityId);
      await deps.book.ofPid(`${handle}@pid`);
      if (balance > 0n) await fund(db, identityId, balance, clock);
      return { identityId, pid: `${handle}@pid`, account };
    },
    close: ({ account }: Player) => closeAccount(db, account, newPostingId(clock, randomIds), clock.now()),
    send(
      from: Player,
      to: Player,
      amount: bigint,
      more: Partial<SendInput> & { key?: string; stepUp?: StepUp } = {},
    ) {
      const { key, stepUp = notAsked, ...fields } = more;
      const input = { from, to: to.pid, amount, note: null, clientId: null, expectedTotal: null, ...fields };
      return sendMoney(
        deps,
        input,
        key === undefined ? null : { key, requestHash: Buffer.from(`${to.pid} ${amount} ${input.note}`) },
        stepUp,
      );
    },
  };
}

/** Calls `ledger_write` as the owner of the tables; the role of the service must not call it. */
export async function fund(
  db: Database,
  identityId: string,
  amount: bigint,
  clock: Clock = systemClock,
): Promise<void> {
  const account = await ensureAccount(db, { kind: 'identity', id: identityId }, clock.now());
  await db.query(
    `select ledger_write($1, $2, 'topup', null, $3, null, $4, 0, 0, 0, null, null, array[$5, $3]::bigint[], array[-$4::bigint, $4]::bigint[])`,
    [clock.now(), newPostingId(clock, randomIds), account, amount, platformAccounts.paymentClearing],
  );
}

export async function balanceOf(db: Database, account: bigint): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>('select balance from ledger_accounts where id = $1', [
    account,
  ]);
  return rows[0]!.balance;
}

/** Inserts the app row that a payout checks. */
export async function insertApp(db: Database, clientId: string, ownerId: string): Promise<void> {
  await db.query(
    "insert into apps (client_id, owner_id, name, fee_bps, fee_flat, secret_hash, created_at, updated_at) values ($1, $2, $1, 0, 0, '', now(), now())",
    [clientId, ownerId],
  );
}

/** An app directory that a test fills; null removes an app. */
export function testApps() {
  const apps = new Map<string, AppTerms>();
  return {
    directory: {
      termsFor: async (_db, clientId) => apps.get(clientId) ?? null,
      admit: async (_db, caller, clientId) => {
        const terms = apps.get(clientId);
        const isApp = caller.type === 'app';
        const isOwn = isApp ? caller.clientId === clientId : caller.identityId === terms?.ownerIdentityId;
        if (!terms || !isOwn) throw refuse('no_such_app');
        return { ...terms, role: isApp ? 'token' : 'owner' };
      },
      isPausedUnderLock: async (_tx, clientId) => apps.get(clientId)?.paused ?? false,
      ownedApps: async () => [],
    } satisfies AppDirectory,
    set(terms: Partial<AppTerms> & { clientId: string }) {
      apps.set(terms.clientId, {
        name: terms.clientId,
        ownerIdentityId: randomUUID(),
        origins: [],
        feeBps: 0,
        feeFlat: 0,
        verified: false,
        paused: false,
        connected: false,
        ...terms,
      });
    },
    remove: (clientId: string) => apps.delete(clientId),
  };
}
