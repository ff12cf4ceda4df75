import { randomUUID } from 'node:crypto';
import {
  PERIODS,
  periodEnd,
  periodStart,
  permissionDigest,
  type Period,
  type SpendLimit,
} from '@pid/protocol/evm';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/searches.ts';
import { cloneDatabase } from '../../test/test-database.ts';
import { openDatabase, type Database } from '../platform/db/index.ts';
import { createLogger } from '../platform/log.ts';
import { insertRecord } from './permissions.store.ts';
import { readPermission } from './read-permission.ts';
import { usageAt } from './remaining-limits.ts';
import { addSpending, listUsage } from './spending.store.ts';
import { sampleRequest, token } from './testing/sample-request.ts';

let db: Database;
let identityId: string;
const base = Date.UTC(2026, 0, 1) / 1000;

beforeAll(async () => {
  const clone = await cloneDatabase();
  db = openDatabase({ connectionString: clone.connectionString, poolSize: 10, log: createLogger('silent') });
  identityId = randomUUID();
  await db.query("insert into identities (id, handle, created_at) values ($1, 'spender', now())", [
    identityId,
  ]);
  return async () => {
    await db.close();
    await clone.drop();
  };
});

async function newRecord(): Promise<string> {
  const { domain, permission } = readPermission(sampleRequest(base), base);
  const id = randomUUID();
  const now = new Date(base * 1000);
  await db.transaction((tx) =>
    insertRecord(tx, {
      id,
      identityId,
      clientId: null,
      digest: permissionDigest(domain, permission),
      domain,
      permission,
      contractsSeen: false,
      redirectUri: null,
      state: null,
      now,
      approveBy: now,
    }),
  );
  return id;
}

const spend = (permissionId: string, period: Period, at: number, amount: bigint, limit: bigint) =>
  db.transaction((tx) =>
    addSpending(tx, { permissionId, entry: 0, windowStart: periodStart(period, at), amount, limit }),
  );

const anyPeriod = fc.constantFrom(...PERIODS);
const anyTime = fc.integer({ min: base, max: base + 400 * 86_400 });

describe('periods', () => {
  test('begin at the calendar boundaries in UTC', () => {
    const at = Date.UTC(2028, 1, 29, 23, 59, 59) / 1000;
    const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
    expect(PERIODS.map((period) => iso(periodStart(period, at)))).toEqual([
      '2028-02-29T23:00:00.000Z',
      '2028-02-29T00:00:00.000Z',
      '2028-02-28T00:00:00.000Z',
      '2028-02-01T00:00:00.000Z',
    ]);
    expect(PERIODS.map((period) => iso(periodEnd(period, periodStart(period, at))))).toEqual([
      '2028-03-01T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
      '2028-03-06T00:00:00.000Z',
      '2028-03-01T00:00:00.000Z',
    ]);
    expect(iso(periodStart('week', Date.UTC(2027, 0, 3, 23, 59, 59) / 1000))).toBe(
      '2026-12-28T00:00:00.000Z',
    );
    expect(iso(periodStart('week', Date.UTC(2027, 0, 4) / 1000))).toBe('2027-01-04T00:00:00.000Z');
  });

  test('cover all time without gap or overlap', () => {
    fc.assert(
      fc.property(anyPeriod, anyTime, (period, at) => {
        const start = periodStart(period, at);
        const end = periodEnd(period, start);
        expect(start <= at && at < end).toBe(true);
        expect(periodStart(period, end - 1)).toBe(start);
        expect(periodStart(period, end)).toBe(end);
      }),
    );
  });
});

describe('accounting', () => {
  test('never exceeds the limit in a window, even if the clock jumps, and matches a simple model', async () => {
    const step = fc.record({
      jump: fc.integer({ min: -3 * 86_400, max: 40 * 86_400 }),
      amount: fc.bigInt({ min: 1n, max: 12n }),
    });
    await fc.assert(
      fc.asyncProperty(
        anyPeriod,
        fc.bigInt({ min: 1n, max: 20n }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (period, limit, steps) => {
          const id = await newRecord();
          const model = { windowStart: 0, spent: 0n };
          const counted = new Map<number, bigint>();
          let now = base;
          for (const { jump, amount } of steps) {
            now = Math.max(base, now + jump);
            const usage = await spend(id, period, now, amount, limit);
            const window = Math.max(model.windowStart, periodStart(period, now));
            const before = window > model.windowStart ? 0n : model.spent;
            expect(usage !== null).toBe(before + amount <= limit);
            if (!usage) continue;
            Object.assign(model, { windowStart: window, spent: before + amount });
            expect(usage).toEqual(model);
            counted.set(window, (counted.get(window) ?? 0n) + amount);
          }
          for (const total of counted.values()) expect(total <= limit).toBe(true);
        },
      ),
      runs(10, 40),
    );
  });

  test('does not reset a limit when the clock goes back over a boundary and forward again', async () => {
    const id = await newRecord();
    const midnight = base + 86_400;
    expect(await spend(id, 'day', midnight - 1, 10n, 10n)).not.toBeNull();
    expect(await spend(id, 'day', midnight, 10n, 10n)).not.toBeNull();
    expect(await spend(id, 'day', midnight - 1, 1n, 10n)).toBeNull();
    expect(await spend(id, 'day', midnight, 1n, 10n)).toBeNull();
    const entry: SpendLimit = { token, limit: 10n, period: 'day' };
    const usage = (await listUsage(db, [id])).get(id)!.get(0)!;
    expect(usageAt(entry, usage, midnight - 1)).toEqual({ windowStart: midnight, spent: 10n });
    expect(usageAt(entry, usage, midnight + 86_400)).toEqual({ windowStart: midnight + 86_400, spent: 0n });
  });

  test('allows at most twice the limit around a boundary', async () => {
    const id = await newRecord();
    const monday = Date.UTC(2026, 0, 5) / 1000;
    let total = 0n;
    for (const at of [monday - 2, monday - 1, monday, monday + 1])
      if (await spend(id, 'week', at, 10n, 10n)) total += 10n;
    expect(total).toBe(20n);
  });

  test('of 40 concurrent spends accepts exactly those that fit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 30n }),
        fc.array(fc.bigInt({ min: 1n, max: 3n }), { minLength: 40, maxLength: 40 }),
        async (limit, amounts) => {
          const id = await newRecord();
          const outcomes = await Promise.all(amounts.map((amount) => spend(id, 'hour', base, amount, limit)));
          const won = amounts
            .filter((_, i) => outcomes[i] !== null)
            .reduce((sum, amount) => sum + amount, 0n);
          const stored = (await listUsage(db, [id])).get(id)!.get(0)!.spent;
          expect(stored).toBe(won);
          expect(won <= limit).toBe(true);
          // A refused spend did not fit when it was processed, and the remaining limit has only become
          // smaller since.
          expect(amounts.filter((amount, i) => outcomes[i] === null && amount <= limit - won)).toEqual([]);
        },
      ),
      runs(2, 6),
    );
  });

  test('counts amounts of 256 bits exactly', async () => {
    const id = await newRecord();
    const limit = 2n ** 256n - 1n;
    expect(await spend(id, 'month', base, limit - 1n, limit)).not.toBeNull();
    expect(await spend(id, 'month', base, 2n, limit)).toBeNull();
    expect((await spend(id, 'month', base, 1n, limit))!.spent).toBe(limit);
  });

  test('the database refuses to delete a permission, to change its terms, or to revive an ended one', async () => {
    const id = await newRecord();
    await expect(db.query('delete from evm_permissions where id = $1', [id])).rejects.toThrow(/not allowed/);
    await expect(db.query("update evm_permissions set spend = '[]' where id = $1", [id])).rejects.toThrow(
      /never changes/,
    );
    await db.query("update evm_permissions set status = 'revoked' where id = $1", [id]);
    await expect(
      db.query("update evm_permissions set status = 'pending' where id = $1", [id]),
    ).rejects.toThrow(/never lives again/);
  });
});
