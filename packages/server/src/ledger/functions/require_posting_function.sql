-- Refuses changes outside of the posting functions, which set `pid.posting` while they run.
create or replace function require_posting_function() returns trigger language plpgsql as $$
begin
  if current_setting('pid.posting', true) is distinct from 'on' then
    raise exception '% of % goes through the posting functions', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
