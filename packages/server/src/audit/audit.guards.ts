import type { Guard } from '../guard.ts';

export const guards: readonly Guard[] = [
  {
    file: 'functions/audit_events_forget.sql',
    find: 'make_interval(days => greatest(p_days, 30))',
    replace: 'make_interval(days => p_days)',
    breaks: 'whoever runs SQL as the service wipes where they were',
    tests: ['erasure.test'],
    equivalent:
      'the trigger refuses what is younger than 30 days: the function then fails instead of sparing it',
  },
  {
    file: 'functions/audit_events_only_forget.sql',
    find: " and old.at < now() - interval '30 days'",
    replace: '',
    breaks: 'where somebody was is wiped the same day',
    tests: ['erasure.test'],
  },
  {
    file: 'audit.store.ts',
    find: "...isEqual('identity_id', filter.identityId),",
    replace: '',
    breaks: 'everybody reads everybody’s activity',
    tests: ['audit/audit.test'],
  },
  {
    file: 'audit.store.ts',
    find: '...(beforeId === null ? [] : [`id < $${values.push(beforeId)}`]),',
    replace: '',
    breaks: 'a page of the audit log repeats the first for ever',
    tests: ['audit/audit.test'],
  },
  {
    file: 'audit.store.ts',
    find: 'rows.length === limit && rows.every',
    replace: 'rows.every',
    breaks: 'what is older than the latest months is not found',
    tests: ['platform/db/move-to-partitions'],
  },
];
