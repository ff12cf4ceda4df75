-- Safe while nodes serve: yes. The table is new.
-- Permissions of players to be charged by an app without a confirmation each time. The terms never change; functions write the state.
create table allowances (
  -- UUIDv7: ascends with time, so that lists are read by it.
  id uuid primary key,
  client_id text not null references apps (client_id),
  identity_id uuid not null references identities (id),
  reference text not null check (length(reference) between 1 and 64),
  request_hash bytea not null,
  -- Of one period, fees included.
  amount bigint not null check (amount between 1 and 1000000000000),
  period text not null check (period in ('day', 'week', 'month')),
  description text not null check (length(description) between 1 and 140),
  return_to text,
  return_origin text,
  status text not null default 'open' check (status in ('open', 'active', 'ended')),
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ends_at timestamptz not null,
  -- When it ends by itself: an open allowance a day after its creation, at the latest when an approved one would. Null once it has ended.
  due_at timestamptz,
  -- The app's name as the player approved it.
  app_name text,
  approved_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('player', 'declined', 'app', 'expired', 'lapsed', 'disconnected', 'app_deleted', 'app_paused', 'app_changed')),
  -- The period of the latest charge: its first day in `zone`, what was charged in it, and the time of that charge.
  period_start date,
  zone text,
  charged bigint not null default 0,
  charged_at timestamptz,
  -- Why charges were refused in the period that began at `told_period`. The player was told once for each reason.
  told_period date,
  told text[] not null default '{}',
  unique (client_id, reference),
  constraint allowances_end check (ends_at > created_at and ends_at <= created_at + interval '366 days'),
  constraint allowances_ended check ((status = 'ended') = (ended_at is not null) and (status = 'ended') = (end_reason is not null) and (status = 'ended') = (due_at is null)),
  constraint allowances_approved check ((approved_at is null) = (app_name is null) and (status <> 'active' or approved_at is not null) and (status <> 'open' or approved_at is null)),
  constraint allowances_charged check (charged between 0 and amount and (charged_at is null) = (period_start is null) and (charged_at is null) = (zone is null)
    and (charged_at is null or approved_at is not null))
);
create index allowances_of_player on allowances (identity_id, id desc);
create index allowances_living on allowances (client_id, identity_id) where status <> 'ended';
create index allowances_due on allowances (due_at) where due_at is not null;
create index allowances_unused on allowances (ended_at) where approved_at is null and ended_at is not null;
create trigger allowances_no_truncate before truncate on allowances for each statement execute function refuse_change();
