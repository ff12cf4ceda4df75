-- Continues the hash of a month with the postings of a span of time, by time and id: hash = sha256(hash || line). docs/operations.md ("Sealed
-- months") describes the line. Notes are not part of it, because they are erased some time after a player was deleted. The settings make the
-- planner use the indexes by time, whatever its statistics say about the newest rows.
create or replace function ledger_hash(
  p_hash bytea, p_from timestamptz, p_until timestamptz, out hash bytea, out postings bigint, out entries bigint, out moved numeric
) language plpgsql stable set enable_seqscan = off set enable_nestloop = off set jit = off set work_mem = '64MB' as $$
declare
  v_first uuid;
  v_last uuid;
  v_line record;
begin
  hash := p_hash; postings := 0; entries := 0; moved := 0;
  select min(p.id::text collate "C")::uuid, max(p.id::text collate "C")::uuid into v_first, v_last from ledger_postings p
    where p.created_at >= p_from and p.created_at < p_until;
  for v_line in
    select concat(p.id, ',', (extract(epoch from p.created_at) * 1000000)::bigint, ',', p.type, ',', p.payer_id, ',', p.payee_id, ',', p.app_id, ',', p.amount, ',',
        p.global_fee, ',', p.app_fee, ',', p.provider_fee, ',', p.fee_rule, ',', p.payer_balance, ',', p.reference, e.lines, chr(10)) as text,
      coalesce(e.count, 0) as entries, coalesce(e.moved, 0) as moved
    from ledger_postings p left join (
      select e.posting_id, string_agg(concat(';', e.account_id, ',', e.version, ',', e.amount, ',', e.balance_after), '' order by e.account_id, e.version) as lines,
        count(*), sum(e.amount) filter (where e.amount > 0) as moved
      from ledger_entries e where e.posting_id between v_first and v_last group by e.posting_id
    ) e on e.posting_id = p.id
    where p.created_at >= p_from and p.created_at < p_until
    order by p.created_at, p.id
  loop
    hash := sha256(hash || convert_to(v_line.text, 'UTF8'));
    postings := postings + 1;
    entries := entries + v_line.entries;
    moved := moved + v_line.moved;
  end loop;
end $$;
