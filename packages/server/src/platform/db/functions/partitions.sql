-- The partitions of this schema. The first one has no beginning; the default one has neither beginning nor end.
create or replace view partitions as
  select parent.relname::text as parent, child.relname::text as name, k.attname::text as key, k.atttypid::regtype as key_type, bound.words = 'DEFAULT' as takes_the_rest,
    partition_moment(k.atttypid, substring(bound.words from 'FROM \(''([^'']+)''\)')) as begins,
    partition_moment(k.atttypid, substring(bound.words from 'TO \(''([^'']+)''\)')) as ends
  from pg_class parent join pg_partitioned_table t on t.partrelid = parent.oid join pg_attribute k on k.attrelid = parent.oid and k.attnum = t.partattrs[0]
    join pg_inherits i on i.inhparent = parent.oid join pg_class child on child.oid = i.inhrelid
    cross join lateral (select pg_get_expr(child.relpartbound, child.oid) as words) bound
  where parent.relnamespace = current_schema()::regnamespace and t.partstrat = 'r';
