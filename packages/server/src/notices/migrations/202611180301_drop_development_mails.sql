-- Safe while nodes serve: yes. Only nodes on loopback use the table.
-- Only development databases have this table (development/). It stays where it has rows.
set local lock_timeout = '2s';
do $$ begin
  lock table development_mails in access exclusive mode;
  if not exists (select from development_mails) then
    drop table development_mails;
  end if;
end $$;
