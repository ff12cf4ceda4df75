import { randomUUID } from 'node:crypto';
import { onFileEnd } from '../../../test/file-end.ts';
import { cloneDatabase } from '../../../test/test-database.ts';
import { insertIdentity } from '../../identity/index.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { openDatabase, type Database } from '../../platform/db/index.ts';
import { randomIds } from '../../platform/ids.ts';
import { createLogger } from '../../platform/log.ts';
import { openAccountBook } from '../account-book.ts';
import { ensureAccount } from '../accounts.store.ts';
import { noApps, type AppDirectory, type AppTerms } from '../app-terms.ts';
import { platformAccounts } from '../platform-accounts.ts';
import { newPostingId } from '../posting-id.ts';
import { openPostingLane } from '../posting-lane.ts';
import { post } from '../postings.store.ts';
import { sendMoney, type SendDeps, type SendInput } from '../send-money.ts';

export interface Player {
  readonly identityId: string;
  readonly pid: string;
  readonly account: bigint;
}

/** For tests: a database of the file's own, dropped after it. */
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

/** One node of a ledger: its own lane and memory. */
export function ledgerOn(
  db: Database,
  options: { apps?: AppDirectory; clock?: Clock; balanceMax?: bigint } = {},
) {
  const clock = options.clock ?? systemClock;
  const deps: SendDeps = {
    db,
    clock,
    ids: randomIds,
    book: openAccountBook({ db, clock }),
    lane: openPostingLane({
      db,
      clock,
      ids: randomIds,
      balanceMax: options.balanceMax ?? 9_000_000_000_000_000n,
    }),
    apps: options.apps ?? noApps,
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
      if (balance > 0n) await fund(db, identityId, balance);
      return { identityId, pid: `${handle}@pid`, account };
    },
    send(from: Player, to: Player, amount: bigint, more: Partial<SendInput> & { key?: string } = {}) {
      const { key, ...fields } = more;
      const input = { from, to: to.pid, amount, note: null, clientId: null, expectedTotal: null, ...fields };
      return sendMoney(
        deps,
        input,
        key === undefined ? null : { key, requestHash: Buffer.from(`${to.pid} ${amount} ${input.note}`) },
      );
    },
  };
}

export async function fund(db: Database, identityId: string, amount: bigint): Promise<void> {
  const account = await ensureAccount(db, { kind: 'identity', id: identityId }, systemClock.now());
  await post(
    db,
    {
      id: newPostingId(systemClock, randomIds),
      type: 'topup',
      payer: null,
      payee: account,
      app: null,
      amount,
      entries: [
        { account: platformAccounts.paymentClearing, amount: -amount },
        { account, amount },
      ],
    },
    systemClock.now(),
  );
}

export async function balanceOf(db: Database, account: bigint): Promise<bigint> {
  const { rows } = await db.query<{ balance: bigint }>('select balance from ledger_accounts where id = $1', [
    account,
  ]);
  return rows[0]!.balance;
}

/** An app directory that a test fills by hand; null removes an app. */
export function testApps() {
  const apps = new Map<string, AppTerms>();
  return {
    directory: { termsFor: async (_db, clientId) => apps.get(clientId) ?? null } satisfies AppDirectory,
    set(terms: Partial<AppTerms> & { clientId: string }) {
      apps.set(terms.clientId, {
        name: terms.clientId,
        ownerIdentityId: randomUUID(),
        origins: [],
        feeBps: 0,
        feeFlat: 0,
        verified: false,
        connected: false,
        ...terms,
      });
    },
    remove: (clientId: string) => apps.delete(clientId),
  };
}
