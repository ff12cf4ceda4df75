-- Refuses an account that is created with a balance.
create or replace function require_empty_account() returns trigger language plpgsql as $$
begin
  raise exception 'a new account is empty' using errcode = 'restrict_violation';
end $$;
