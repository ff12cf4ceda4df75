-- Safe while nodes serve: yes. Both tables are new.
-- The bank account to which an app settles. One row per app; a change starts the review again.
create table bank_accounts (
  client_id text primary key,
  bank_code text not null,
  -- Sealed with the master key that `master_key` names.
  account_number bytea not null,
  master_key text not null,
  last4 text not null,
  holder_name text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  -- Changes with the details, so that an approval names what was reviewed.
  version uuid not null,
  set_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text,
  usable_from timestamptz,
  constraint bank_accounts_decided check ((status = 'pending') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint bank_accounts_usable check ((status = 'approved') = (usable_from is not null) and usable_from >= decided_at)
);
create index bank_accounts_listing on bank_accounts (set_at, client_id);

-- Money on its way from an app's escrow to a bank account. The bank details are copied, so that a later change of the bank account does not
-- change where this money goes. Functions write everything but the columns of the provider's checks.
create table settlements (
  -- Also the id of the posting that took the money, and the provider's idempotency key.
  id uuid primary key,
  client_id text not null,
  app_account_id bigint not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  status text not null check (status in ('requested', 'sent', 'paid', 'failed', 'cancelled')),
  bank_code text not null,
  -- Sealed; empty once it was erased.
  account_number bytea not null,
  master_key text not null,
  last4 text not null,
  holder_name text not null,
  -- Persons by pid (`alice@pid`, also for `pid --as alice`), machines as `machine:name`, otherwise `service` or `provider`.
  approved_by text not null,
  requested_at timestamptz not null,
  sent_at timestamptz,
  sent_by text,
  -- The export that sent it; null if it was sent one by one or by a provider.
  export_id uuid,
  -- The provider that transfers it; null if people do.
  provider text,
  provider_id text,
  -- Why the provider transfers nothing until a person decides.
  problem text,
  checks integer not null default 0,
  next_check_at timestamptz,
  paid_at timestamptz,
  paid_by text,
  paid_reference text,
  -- Of a failed or cancelled settlement.
  ended_at timestamptz,
  ended_by text,
  ended_reference text,
  reason text,
  constraint settlements_sent check ((sent_at is null) = (sent_by is null) and (sent_at is not null or status in ('requested', 'cancelled'))),
  constraint settlements_paid check ((paid_at is null) = (paid_by is null) and (status <> 'paid' or paid_at is not null) and (paid_at is null or status in ('paid', 'failed'))),
  constraint settlements_ended check ((ended_at is null) = (ended_by is null) and (ended_at is not null) = (status in ('failed', 'cancelled'))),
  -- Nobody who approved the account or sent the money says what became of it.
  constraint settlements_paid_by_other check (paid_by is null or paid_by not in (approved_by, sent_by)),
  constraint settlements_failed_by_other check (status <> 'failed' or ended_by not in (approved_by, sent_by))
);
create index settlements_of_app on settlements (client_id, requested_at desc, id desc);
create index settlements_listing on settlements (requested_at desc, id desc);
create index settlements_open on settlements (app_account_id) where status in ('requested', 'sent');
create index settlements_waiting on settlements (requested_at, id) where status = 'requested';
create index settlements_due on settlements (next_check_at) where next_check_at is not null;
create trigger settlements_steps before update on settlements for each row execute function settlement_steps();
create trigger settlements_no_delete before delete on settlements for each row execute function refuse_change();
create trigger settlements_no_truncate before truncate on settlements for each statement execute function refuse_change();
