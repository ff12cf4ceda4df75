-- Safe while nodes serve: yes. Only nodes on loopback use the tables.
-- Only development databases have these tables (development/). They stay where one of them has rows.
set local lock_timeout = '2s';
do $$ begin
  lock table embedded_chain, embedded_chain_accounts, embedded_chain_transactions in access exclusive mode;
  if not exists (select from embedded_chain) and not exists (select from embedded_chain_accounts)
    and not exists (select from embedded_chain_transactions) then
    drop table embedded_chain, embedded_chain_accounts, embedded_chain_transactions;
  end if;
end $$;
