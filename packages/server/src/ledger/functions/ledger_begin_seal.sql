-- Begins to seal the oldest month, if the last audit found nothing after the end of the month: what an audit found must not become the beginning of
-- the next ones. At most one month an hour, so that a clock that is ahead for a moment seals at most one month too many. From the commit on, no
-- posting is written into the month.
create or replace function ledger_begin_seal(p_now timestamptz) returns date language plpgsql as $$
declare
  c_until constant timestamptz := ledger_unsealed(p_now);
  c_month constant date := (c_until at time zone 'UTC' - interval '1 month')::date;
  v_last ledger_seals;
begin
  select * into v_last from ledger_seals s order by s.month desc limit 1;
  if c_until is null or v_last.sealed_at > p_now - interval '1 hour' then return null; end if;
  -- mutant (ledger/seal-months): r.findings = 0 and r.at >= c_until => r.at >= c_until
  if (select bool_and(r.findings = 0 and r.at >= c_until) from (select * from ledger_audit_runs order by id desc limit 1) r) is not true
    or exists (select from (select * from ledger_audit_runs where since is null order by id desc limit 1) r where r.findings > 0) then
    return null;
  end if;
  insert into ledger_seals (month, until, hash, read_until) values (c_month, c_until, ledger_month_hash(c_month), coalesce(v_last.until, '-infinity'));
  return c_month;
end $$;
revoke all on function ledger_begin_seal from public;
