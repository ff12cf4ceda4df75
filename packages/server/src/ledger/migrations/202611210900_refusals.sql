-- Safe while nodes serve: yes. A new table, which earlier nodes ignore.
-- Requests that age, rules of parents or tiers refused, per day of `PID_TIME_ZONE`, for `pid report`. Numbers only: no row concerns a player.
create table ledger_refusals (
  day date not null,
  operation text not null,
  reason text not null,
  refusals bigint not null check (refusals > 0),
  primary key (day, operation, reason)
);
