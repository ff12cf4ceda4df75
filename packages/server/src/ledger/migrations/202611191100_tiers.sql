-- Safe while nodes serve: yes. The columns have constant defaults, and the functions that earlier nodes call maintain them.
-- What players may hold and receive, by tier. At most one row: without it, there are no tiers. A node writes `PID_TIERS` and `PID_TIME_ZONE` here when it
-- starts, so that all functions of all nodes judge by the same figures.
create table ledger_tier_rules (
  is_only boolean primary key default true check (is_only),
  zone text not null,
  basic_balance bigint not null check (basic_balance > 0),
  basic_incoming bigint not null check (basic_incoming > 0),
  registered_balance bigint not null check (registered_balance >= basic_balance),
  registered_incoming bigint not null check (registered_incoming >= basic_incoming)
);
-- Of a player: the tier, the month of the last incoming posting while tiers were on, and what came in during that month.
alter table ledger_accounts add column if not exists tier text not null default 'basic';
alter table ledger_accounts add column if not exists received_month date;
alter table ledger_accounts add column if not exists received bigint not null default 0;
alter table ledger_accounts
  add constraint ledger_accounts_tier check (tier = 'basic' or tier = 'registered' and kind = 'identity') not valid,
  add constraint ledger_accounts_received check (received >= 0) not valid;
create trigger ledger_accounts_received_by_function before update of received_month, received on ledger_accounts
  for each statement execute function require_posting_function();
