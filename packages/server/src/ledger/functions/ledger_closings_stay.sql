-- Closing balances are written while their month is being sealed, and never changed afterwards.
create or replace function ledger_closings_stay() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_seals s where s.sealed_at is not null and s.month in (select c.month from changed c)) then
    raise exception '% of a closing balance of a sealed month is not allowed', tg_op using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
