-- Keeps sealed months. One exception: a month that is not over by the database's clock was sealed while that clock was ahead, and the owner of the
-- tables may delete it, because it would refuse every posting until its end.
create or replace function ledger_seals_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.sealed_at is null and (new.month, new.until) = (old.month, old.until) then return new; end if;
  if tg_op = 'DELETE' and old.until > now() then return old; end if;
  raise exception '% of a sealed month is not allowed', tg_op using errcode = 'restrict_violation';
end $$;
