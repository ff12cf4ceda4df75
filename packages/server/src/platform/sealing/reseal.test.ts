import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/test-database.ts';
import { testSealer } from '../../../test/test-sealing.ts';
import type { Queryable } from '../db/index.ts';
import { randomIds } from '../ids.ts';
import { resealBatches } from './reseal.store.ts';
import { createSealer } from './sealer.ts';

const column = { table: 'bank_accounts', nameColumn: 'client_id', column: 'account_number' };
const previous = createHash('sha256').update('the master key of every test').digest();
const current = createHash('sha256').update('another master key').digest();
const sealer = createSealer(randomIds, { current, previous });
const options = { batchRows: 2, onBatch: () => {} };

async function world() {
  const db = await testDatabase();
  const setNumber = async (clientId: string, number: string) => {
    const { bytes, masterKey } = testSealer.seal(
      { table: column.table, name: clientId },
      Buffer.from(number),
    );
    await db.query(
      `insert into bank_accounts (client_id, bank_code, account_number, master_key, last4, holder_name, version, set_at)
       values ($1, 'BCA', $2, $3, '7890', 'PT Kelinci', gen_random_uuid(), now())
       on conflict (client_id) do update set account_number = excluded.account_number, master_key = excluded.master_key`,
      [clientId, bytes, masterKey],
    );
  };
  for (const [clientId, number] of Object.entries({
    a: '11111',
    b: '22222',
    c: '33333',
    d: '44444',
    e: '55555',
  }))
    await setNumber(clientId, number);
  /** The numbers that the new key alone opens. */
  const numbers = async () => {
    const { rows } = await db.query<{ name: string; bytes: Buffer; masterKey: string }>(
      'select client_id as name, account_number as bytes, master_key as "masterKey" from bank_accounts order by client_id',
    );
    const alone = createSealer(randomIds, { current, previous: null });
    return Object.fromEntries(
      rows.map((row) => [
        row.name,
        alone.open({ table: column.table, name: row.name }, row)?.toString() ?? null,
      ]),
    );
  };
  return { db, setNumber, numbers };
}

test('seals every value of every batch', async () => {
  const { db, numbers } = await world();
  expect(await resealBatches(db, sealer, [column], options)).toBe(5);
  expect(await numbers()).toEqual({ a: '11111', b: '22222', c: '33333', d: '44444', e: '55555' });
  expect(await resealBatches(db, sealer, [column], options)).toBe(0);
});

test('keeps a value that a node with the previous key changes meanwhile, and restores no deleted one', async () => {
  const { db, setNumber, numbers } = await world();
  let hasChanged = false;
  const racing: Queryable = {
    async query(text, values) {
      if (typeof text === 'string' && text.startsWith('update') && !hasChanged) {
        hasChanged = true;
        await setNumber('a', '99999');
        await db.query("delete from bank_accounts where client_id = 'b'");
      }
      return db.query(text, values);
    },
  };
  expect(await resealBatches(racing, sealer, [column], options)).toBe(4);
  expect(await numbers()).toEqual({ a: '99999', c: '33333', d: '44444', e: '55555' });
});

test('gives up if a value is changed again and again', async () => {
  const { db, setNumber } = await world();
  const racing: Queryable = {
    async query(text, values) {
      if (typeof text === 'string' && text.startsWith('update')) await setNumber('a', '99999');
      return db.query(text, values);
    },
  };
  await expect(resealBatches(racing, sealer, [column], options)).rejects.toThrow(
    'The secrets of bank_accounts keep changing',
  );
});
