-- Adds to the refused requests of a day. Other callers wait for the rows until this transaction ends, so call it last.
create or replace function ledger_count_refusals(p_now timestamptz, p_zone text, p_operations text[], p_reasons text[], p_counts bigint[]) returns void language sql as $$
  insert into ledger_refusals as r (day, operation, reason, refusals)
    select (p_now at time zone p_zone)::date, operation, reason, sum(count) from unnest(p_operations, p_reasons, p_counts) refused(operation, reason, count)
    group by operation, reason order by operation, reason
  on conflict (day, operation, reason) do update set refusals = r.refusals + excluded.refusals
$$;
