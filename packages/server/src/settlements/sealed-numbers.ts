import { impossible } from '../platform/errors/index.ts';
import type { SealedColumn, Sealer } from '../platform/sealing/index.ts';

export const bankAccountColumn: SealedColumn = {
  table: 'bank_accounts',
  nameColumn: 'client_id',
  column: 'account_number',
  isLarge: true,
};

export const settlementColumn: SealedColumn = {
  table: 'settlements',
  nameColumn: 'settlements.id',
  column: 'account_number',
  isLarge: true,
};

export interface SealedNumber {
  readonly number: Buffer;
  readonly masterKey: string;
}

export function sealNumber(
  sealer: Sealer,
  { table }: SealedColumn,
  name: string,
  number: string,
): SealedNumber {
  const { bytes, masterKey } = sealer.seal({ table, name }, Buffer.from(number));
  return { number: bytes, masterKey };
}

/** Returns an empty text for a number that was erased. */
export function openNumber(
  sealer: Sealer,
  { table }: SealedColumn,
  name: string,
  { number, masterKey }: SealedNumber,
): string {
  if (number.length === 0) return '';
  const opened = sealer.open({ table, name }, { bytes: number, masterKey });
  return opened?.toString() ?? impossible(`the account number of ${name} in ${table} does not open`);
}
