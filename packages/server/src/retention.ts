import { auditRetention } from './audit/index.ts';
import { checkoutRetention } from './checkout/index.ts';
import { familyRetention } from './families/index.ts';
import { ledgerRetention } from './ledger/index.ts';
import { noticeRetention } from './notices/index.ts';
import { setting, type Reader, type Retains } from './platform/config/index.ts';
import { securityLogRetention } from './security-log/index.ts';
import { sessionRetention } from './sessions/index.ts';
import { settlementRetention } from './settlements/index.ts';

/** All personal data that is deleted automatically after a time. */
export const retentionTable = {
  ...sessionRetention,
  ...noticeRetention,
  ...auditRetention,
  ...securityLogRetention,
  ...checkoutRetention,
  ...ledgerRetention,
  ...settlementRetention,
  ...familyRetention,
} as const;

type RetentionDays = Retains<typeof retentionTable>['retentionDays'];

const daysMax = 3650;
const defaults = Object.fromEntries(
  Object.entries(retentionTable).map(([name, { days }]) => [name, days]),
) as RetentionDays;

/** `name=days`, separated by commas; names that are not listed keep their default. */
const readRetention: Reader<RetentionDays> = (text) => {
  const entries = text.split(',').map((entry) => /^\s*(\w+)=(\d{1,4})\s*$/.exec(entry));
  for (const entry of entries) {
    const limits = Object.entries(retentionTable).find(([name]) => name === entry?.[1])?.[1];
    const days = Number(entry?.[2]);
    if (!limits || days < limits.min || days > daysMax)
      throw new Error(
        `must be names with days, such as sessions=30,notices=90; the minimum of each: ${Object.entries(
          retentionTable,
        )
          .map(([name, { min }]) => `${name}=${min}`)
          .join(', ')}`,
      );
  }
  return { ...defaults, ...Object.fromEntries(entries.map((entry) => [entry![1], Number(entry![2])])) };
};

export const retentionSettings = {
  retentionDays: setting(
    'PID_RETENTION_DAYS',
    'How long personal data is kept, in days, such as sessions=30,notices=90',
    readRetention,
    defaults,
    Object.entries(defaults)
      .map(([name, days]) => `${name}=${days}`)
      .join(','),
  ),
} as const;
