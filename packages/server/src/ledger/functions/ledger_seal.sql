-- Does the next step of sealing months, and says what it did: `busy` (another node is sealing), `idle` (no month is due), `begun`, `waits` (for
-- transactions that were open at the beginning and may still write into the month), `read`, or `sealed`. Reads at most a few ten thousand postings and
-- locks no row that postings lock. A step that is interrupted is repeated.
create or replace function ledger_seal(p_now timestamptz, out outcome text, out month date, out hash bytea, out entries bigint) language plpgsql as $$
#variable_conflict use_column
declare
  c_most constant int := 20000;
  v_seal ledger_seals;
  v_until timestamptz;
  v_read record;
  v_broken bigint;
begin
  if not pg_try_advisory_xact_lock(4100021) then outcome := 'busy'; return; end if;
  select * into v_seal from ledger_seals s where s.sealed_at is null;
  if not found then
    month := ledger_begin_seal(p_now);
    outcome := case when month is null then 'idle' else 'begun' end;
    return;
  end if;
  month := v_seal.month;
  -- The row of the month is committed, so a transaction that gets its number from now on sees it, and the trigger refuses to post into the month. All
  -- earlier numbers are below that of this transaction. The xmax of a snapshot would not do: it is the number after the last completed transaction, and
  -- an open transaction may have it. In a database that was loaded from a dump, the stored number belongs to another server and may be in the future.
  if v_seal.waits_for is null or v_seal.waits_for > pg_current_xact_id() then
    v_seal.waits_for := pg_current_xact_id();
    update ledger_seals s set waits_for = v_seal.waits_for where s.month = v_seal.month;
  end if;
  -- mutant (ledger/seal-months): pg_snapshot_xmin(pg_current_snapshot()) < v_seal.waits_for => false
  if pg_snapshot_xmin(pg_current_snapshot()) < v_seal.waits_for then outcome := 'waits'; return; end if;

  v_until := case when isfinite(v_seal.read_until) then least(v_seal.read_until + v_seal.stride, v_seal.until) else v_seal.month::timestamp at time zone 'UTC' end;
  select * into v_read from ledger_hash(v_seal.hash, v_seal.read_until, v_until);
  with moved as materialized (
    select * from ledger_close_span(v_seal.read_until, v_until, (v_seal.month + interval '1 month')::date)
  ), closed as (
    insert into ledger_closings (account_id, month, version, balance, deposited) select m.account_id, v_seal.month, m.version, m.balance, m.deposited from moved m
    on conflict (account_id, month) do update set version = excluded.version, balance = excluded.balance, deposited = excluded.deposited
  )
  select min(m.account_id) into v_broken from moved m where not m.follows;
  if v_broken is not null then
    raise exception 'the entries of account % do not continue its closing balance', v_broken using errcode = 'integrity_constraint_violation';
  end if;
  update ledger_seals s set hash = v_read.hash, postings = s.postings + v_read.postings, entries = s.entries + v_read.entries, moved = s.moved + v_read.moved,
    read_until = v_until, stride = case when v_read.postings > c_most then greatest(s.stride / 2, interval '1 second') when v_read.postings < c_most / 4 then s.stride * 2 else s.stride end,
    sealed_at = case when v_until = s.until then p_now end
  where s.month = v_seal.month
  returning s.hash, s.entries, case when s.sealed_at is null then 'read' else 'sealed' end into hash, entries, outcome;
end $$;
revoke all on function ledger_seal from public;
