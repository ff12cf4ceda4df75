import { expect, test } from 'vitest';
import { testDatabase } from '../../test/test-database.ts';

const id = '018f0000-0000-7000-8000-000000000000';

test.each([
  [
    'payment_confirm_all',
    `'{${id}}', '{${id}}', '{${id}}', '{1}', '{1}', '{0}', 1::smallint, 1, 1, 1, 'Asia/Jakarta'`,
  ],
  ['payment_end_holds', `'{${id}}', '{app_1}', '{${id}}', '{1}', 1, false`],
])(
  '%s continues in its session after a migration added a column to the accounts',
  async (name, parameters) => {
    const db = await testDatabase();
    await db.transaction(async (tx) => {
      const call = async () => (await tx.query(`select * from ${name}(${parameters})`)).rows;
      const before = await call();
      await tx.query('alter table ledger_accounts add column added text');
      expect(await call()).toEqual(before);
    });
  },
);
