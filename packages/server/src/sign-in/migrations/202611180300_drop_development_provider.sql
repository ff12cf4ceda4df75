-- Safe while nodes serve: yes. On nodes of earlier commits the job `sweep sign-ins` fails at its last statement until they are replaced.
-- Only development databases have this table (development/). It stays where it has rows that have not expired.
set local lock_timeout = '2s';
do $$ begin
  lock table development_provider_records in access exclusive mode;
  delete from development_provider_records where expires_at < now();
  if not exists (select from development_provider_records) then
    drop table development_provider_records;
  end if;
end $$;
