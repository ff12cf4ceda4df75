-- The moment from which the audit log is complete; earlier partitions were detached.
create or replace view audit_span as
  select case when bool_or(begins is null and not takes_the_rest) then '-infinity' else coalesce(min(begins), '-infinity') end::timestamptz as since
  from partitions where parent = 'audit_events';
