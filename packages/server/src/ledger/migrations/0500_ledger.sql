-- Double entry in whole rupiah. A positive balance is what we owe its holder; platform accounts carry the other side.
create table ledger_accounts (
  id bigint primary key,
  kind text not null check (kind in ('identity', 'app', 'platform')),
  identity_id uuid unique,
  client_id text unique,
  name text unique,
  balance bigint not null default 0,
  -- The number of entries: they are numbered without a gap, so that a page of a statement, a moment in time or a lost row is found by number.
  version bigint not null default 0,
  -- The time of the last entry. No later entry may be older, whatever a node's clock says.
  moved_at timestamptz not null default 'epoch',
  closed_at timestamptz,
  created_at timestamptz not null,
  constraint ledger_accounts_holder check (
    case kind when 'identity' then identity_id is not null and client_id is null and name is null
              when 'app' then client_id is not null and identity_id is null and name is null
              else name is not null and identity_id is null and client_id is null end),
  constraint ledger_accounts_not_negative check (kind = 'platform' or balance >= 0)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

create sequence ledger_account_ids as bigint;

-- Accounts are locked in the order of their ids; these come last, because every posting of every node wants them.
insert into ledger_accounts (id, kind, name, created_at) values
  (9000000000000000001, 'platform', 'fees', now()),
  (9000000000000000002, 'platform', 'payment_clearing', now()),
  (9000000000000000003, 'platform', 'provider_fees', now()),
  (9000000000000000004, 'platform', 'receivables', now()),
  (9000000000000000005, 'platform', 'forfeited', now());

-- The rule that a posting's global fee was computed by: max(minimum, ceil(amount * bps / 10 000)), or nothing where it is waived.
create table ledger_fee_rules (version smallint primary key, bps integer not null, minimum bigint not null);
insert into ledger_fee_rules (version, bps, minimum) values (1, 10, 100);

create table ledger_postings (
  -- UUIDv7, so that new rows land beside each other in the index.
  id uuid primary key,
  type text not null check (type in ('send', 'topup', 'refund', 'payout', 'forfeit')),
  payer_id bigint,
  payee_id bigint,
  app_id bigint,
  amount bigint not null check (amount between 0 and 1000000000000000),
  global_fee bigint not null default 0 check (global_fee >= 0),
  app_fee bigint not null default 0 check (app_fee >= 0),
  provider_fee bigint not null default 0 check (provider_fee >= 0),
  fee_rule smallint,
  -- What the payer had left: the first answer is given again from here.
  payer_balance bigint,
  -- The top-up behind a top-up or refund.
  reference uuid,
  note text check (length(note) <= 140),
  created_at timestamptz not null
);
create unique index ledger_postings_one_credit on ledger_postings (reference) where type = 'topup';

create table ledger_entries (
  account_id bigint not null,
  version bigint not null,
  posting_id uuid not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  primary key (account_id, version)
);

-- One deed a key and caller; `subject` is the posting or top-up that it made.
create table ledger_keys (
  account_id bigint not null,
  key text not null,
  request_hash bytea not null,
  subject uuid not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

-- What is written stays as it was written.
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();
create trigger ledger_postings_append_only before update or delete on ledger_postings for each row execute function refuse_change();
create trigger ledger_postings_no_truncate before truncate on ledger_postings for each statement execute function refuse_change();
create trigger ledger_accounts_no_delete before delete on ledger_accounts for each row execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts for each statement execute function refuse_change();
create trigger ledger_fee_rules_append_only before update or delete on ledger_fee_rules for each row execute function refuse_change();

-- Money moves by the posting functions alone. They set pid.posting for their own duration; a statement by hand is refused.
create function require_posting_function() returns trigger language plpgsql as $$
begin
  if current_setting('pid.posting', true) is distinct from 'on' then
    raise exception '% of % goes through the posting functions', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_by_function before insert on ledger_entries for each statement execute function require_posting_function();
create trigger ledger_postings_by_function before insert on ledger_postings for each statement execute function require_posting_function();
create trigger ledger_accounts_by_function before update of id, kind, identity_id, client_id, name, balance, version, moved_at on ledger_accounts
  for each statement execute function require_posting_function();
create function require_empty_account() returns trigger language plpgsql as $$
begin
  raise exception 'a new account is empty' using errcode = 'restrict_violation';
end $$;
create trigger ledger_accounts_begin_empty before insert on ledger_accounts for each row
  when (new.balance <> 0 or new.version <> 0) execute function require_empty_account();

-- Not even a posting function can write a posting that does not sum to zero, or a balance that its entries do not lead to.
create function require_balanced_postings() returns trigger language plpgsql as $$
begin
  if exists (select from fresh group by posting_id having sum(amount) <> 0) then
    raise exception 'a posting does not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_balanced after insert on ledger_entries referencing new table as fresh
  for each statement execute function require_balanced_postings();

-- A look-up a row, whatever the planner thinks of the size of either side.
create function require_entry_behind_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from moved where moved.version > 0 and moved.balance is distinct from
      (select e.balance_after from ledger_entries e where e.account_id = moved.id and e.version = moved.version)
  ) then
    raise exception 'a balance has no entry behind it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_accounts_explained after update on ledger_accounts referencing new table as moved
  for each statement execute function require_entry_behind_balance();

-- The last entry at or before a moment, found by halving: time follows the numbers. 0 when there was none yet.
create function ledger_version_at(p_account bigint, p_moment timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low bigint := 0;
  v_high bigint;
  v_middle bigint;
  v_at timestamptz;
begin
  select version into v_high from ledger_accounts where id = p_account;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    select p.created_at into strict v_at from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where e.account_id = p_account and e.version = v_middle;
    if v_at <= p_moment then v_low := v_middle; else v_high := v_middle - 1; end if;
  end loop;
  return coalesce(v_low, 0);
end $$;
