-- Partitions a table by month in one short transaction. The existing rows become the first partition, without copying. Indexes, triggers,
-- privileges, views and the numbering move to the new table. `pid partitions move` prepares the slow parts: the validated constraint
-- `<table>_ends`, and the index `<table>_first_key` where the primary key lacks the partition key.
create or replace function partition_table(p_table text, p_key text, p_ends timestamptz) returns void language plpgsql as $$
declare
  v_first text := p_table || '_first';
  v_old oid := p_table::regclass;
  v_key_type regtype;
  v_columns text[];
  v_primary text;
  v_identity text;
  v_statements text[];
  v_after text[];
  v_row record;
begin
  execute format('lock table %I in access exclusive mode', p_table);
  if exists (select from pg_constraint where contype = 'f' and v_old in (conrelid, confrelid)) then raise exception '% has foreign keys', p_table; end if;
  select atttypid into strict v_key_type from pg_attribute where attrelid = v_old and attname = p_key and attnotnull;

  -- Collects the definitions that are created again on the new table. Partitions inherit the privileges of the table.
  select array_agg(pg_get_indexdef(indexrelid)) into v_statements from pg_index where indrelid = v_old and not indisprimary
    and indexrelid is distinct from to_regclass(quote_ident(v_first || '_key'));
  v_statements := v_statements || array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = v_old and not tgisinternal order by tgname);
  for v_row in
    select null::name as attname, a.* from pg_class, aclexplode(relacl) a where oid = v_old and a.grantee <> relowner
    union all select attname, a.* from pg_attribute, aclexplode(attacl) a where attrelid = v_old
  loop
    v_statements := v_statements || format('grant %s%s on %I to %s', v_row.privilege_type, case when v_row.attname is null then '' else format(' (%I)', v_row.attname) end, p_table,
      case v_row.grantee when 0 then 'public' else v_row.grantee::regrole::text end);
    -- mutant (platform/db/move-to-partitions): revoke all on => revoke truncate on
    v_after := v_after || format('revoke all on %I from %s', v_first, case v_row.grantee when 0 then 'public' else v_row.grantee::regrole::text end);
  end loop;
  v_after := v_after || array(
    select distinct format('create or replace view %s as %s', r.ev_class::regclass, pg_get_viewdef(r.ev_class)) from pg_depend d join pg_rewrite r on r.oid = d.objid
    where d.classid = 'pg_rewrite'::regclass and d.refobjid = v_old);

  -- The numbering continues with a sequence of the new table. Roles that cannot write the column cannot bypass its default.
  select attname into v_identity from pg_attribute where attrelid = v_old and attidentity <> '';
  if v_identity is not null then
    execute format('create sequence %I as bigint start %s', p_table || '_ids', nextval(pg_get_serial_sequence(quote_ident(p_table), v_identity)));
    execute format('alter table %I alter column %I drop identity, alter column %I set default nextval(%L)', p_table, v_identity, v_identity, p_table || '_ids');
    v_after := v_after || format('alter sequence %I owned by %I.%I', p_table || '_ids', p_table, v_identity) || array(
      select format('grant usage on sequence %I to %s', p_table || '_ids', grantee::regrole) from (
        select a.grantee from pg_class, aclexplode(relacl) a where oid = v_old and a.privilege_type = 'INSERT' and a.grantee <> relowner
        union select a.grantee from pg_attribute, aclexplode(attacl) a where attrelid = v_old and a.privilege_type = 'INSERT') writers);
  end if;

  -- The primary key must contain the partition key.
  select conname, array(select attname::text from unnest(conkey) with ordinality k(number, place) join pg_attribute on attrelid = v_old and attnum = k.number order by k.place)
    into strict v_primary, v_columns from pg_constraint where conrelid = v_old and contype = 'p';
  if p_key = any(v_columns) then
    execute format('alter table %I rename constraint %I to %I', p_table, v_primary, v_first || '_pkey');
  else
    v_columns := v_columns || p_key;
    if to_regclass(quote_ident(v_first || '_key')) is null then
      execute format('create unique index %I on %I (%s)', v_first || '_key', p_table, (select string_agg(quote_ident(c), ', ') from unnest(v_columns) c));
    end if;
    execute format('alter table %I drop constraint %I, add constraint %I primary key using index %I', p_table, v_primary, v_first || '_pkey', v_first || '_key');
  end if;
  for v_row in select indexrelid::regclass as name, relname from pg_index join pg_class on oid = indexrelid where indrelid = v_old and not indisprimary loop
    execute format('alter index %s rename to %I', v_row.name, v_row.relname || '_first');
  end loop;
  for v_row in select tgname from pg_trigger where tgrelid = v_old and not tgisinternal and tgtype & 1 = 1 loop
    execute format('drop trigger %I on %I', v_row.tgname, p_table);
  end loop;

  execute format('alter table %I rename to %I', p_table, v_first);
  execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', p_table, v_first, p_key);
  execute format('alter table %I drop constraint if exists %I, add primary key (%s)', p_table, p_table || '_ends', (select string_agg(quote_ident(c), ', ') from unnest(v_columns) c));
  for v_row in select statement from unnest(v_statements) statement loop execute v_row.statement; end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', p_table, v_first, partition_bound(v_key_type, p_ends));
  execute format('alter table %I drop constraint if exists %I', v_first, p_table || '_ends');
  for v_row in select statement from unnest(v_after) statement loop execute v_row.statement; end loop;
  perform partition_make(p_table, p_table || '_rest');
  execute format('alter table %I attach partition %I default', p_table, p_table || '_rest');
  perform partition_ahead(p_table, now() + interval '3 months');
end $$;
revoke all on function partition_table from public;
