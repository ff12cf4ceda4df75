-- The end of the oldest month that is not sealed, if it was over two days ago and a later posting shows it too: a clock that is ahead would seal a
-- month that is not over. Null if there is no such month.
create or replace function ledger_unsealed(p_now timestamptz) returns timestamptz language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  c_until constant timestamptz := next_month(coalesce(
    (select s.until from ledger_seals s where s.sealed_at is not null order by s.month desc limit 1),
    (select p.created_at from ledger_postings p order by p.id limit 1)));
  c_due constant timestamptz := c_until + interval '2 days';
begin
  if c_due <= p_now then
    -- mutant (ledger/seal-months): if exists (select from ledger_postings where created_at >= c_due) then => if true then
    if exists (select from ledger_postings where created_at >= c_due) then return c_until; end if;
  end if;
  return null;
end $$;
