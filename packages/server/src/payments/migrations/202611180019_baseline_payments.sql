-- Payments requested by apps. The requested terms never change. Only the functions of this slice write the status: each transition is one
-- conditional statement in the transaction that moves the money, by the database's clock.
create table payments (
  -- UUIDv7: ascends with time, so that lists are read by it.
  id uuid primary key,
  client_id text not null references apps (client_id),
  reference text not null check (length(reference) between 1 and 64),
  request_hash bytea not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  description text not null check (length(description) between 1 and 140),
  -- The app's escrow, its hold account, and the payee: the escrow, or the player `to`.
  app_account_id bigint not null,
  hold_account_id bigint not null,
  payee_account_id bigint not null,
  payee_identity_id uuid references identities (id),
  -- The only player who may pay. Null: any player.
  asked_identity_id uuid references identities (id),
  capture text not null check (capture in ('automatic', 'manual')),
  capture_within_seconds integer not null check (capture_within_seconds between 60 and 604800),
  return_to text,
  return_origin text,
  status text not null default 'open' check (status in ('open', 'held', 'paid', 'refunded', 'void', 'declined', 'expired', 'cancelled')),
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  expires_at timestamptz not null,
  -- A top-up that is started on the payment's page moves the expiry once.
  is_extended boolean not null default false,
  -- Fixed when the payer confirms. After a capture the fees are those of the captured amount.
  payer_identity_id uuid references identities (id),
  payer_account_id bigint,
  fee_rule smallint,
  fee_bps integer,
  fee_flat integer,
  is_waived boolean,
  global_fee bigint not null default 0 check (global_fee >= 0),
  app_fee bigint not null default 0 check (app_fee >= 0),
  -- Amount and fees that the payer confirmed.
  confirmed_total bigint,
  captured bigint not null default 0,
  refunded bigint not null default 0,
  confirmed_at timestamptz,
  paid_at timestamptz,
  capture_by timestamptz,
  -- When the app is reminded of a due capture. Null: it was reminded, or need not be.
  due_at timestamptz,
  ended_at timestamptz,
  -- The player who declined.
  ended_by uuid,
  extend_for_top_up boolean not null default true,
  unique (client_id, reference),
  constraint payments_captured check (captured between 0 and amount),
  constraint payments_refunded check (refunded between 0 and captured),
  constraint payments_confirmed check ((payer_account_id is null) = (status in ('open', 'declined', 'expired', 'cancelled')))
);
create index payments_of_app on payments (client_id, id desc);
create index payments_of_payer on payments (payer_identity_id, id desc) where payer_identity_id is not null;
create index payments_of_payee on payments (payee_identity_id) where payee_identity_id is not null;
create index payments_of_asked on payments (asked_identity_id) where asked_identity_id is not null;
create index payments_ended_by on payments (ended_by) where ended_by is not null;
create index payments_open on payments (expires_at) where status = 'open';
create index payments_open_payee on payments (payee_identity_id) where status = 'open';
create index payments_open_asked on payments (asked_identity_id) where status = 'open';
create index payments_held on payments (capture_by) where status = 'held';
create index payments_held_payer on payments (payer_account_id) where status = 'held';
create index payments_held_payee on payments (payee_account_id) where status = 'held';
create index payments_held_app on payments (app_account_id) where status = 'held';
create index payments_due on payments (due_at) where due_at is not null and status = 'held';
create trigger payments_accounts before insert or update of client_id, app_account_id, hold_account_id, payee_account_id, payee_identity_id on payments
  for each row execute function require_payment_accounts();
create trigger payments_no_delete before delete on payments for each row execute function refuse_change();
create trigger payments_no_truncate before truncate on payments for each statement execute function refuse_change();

create table payment_refunds (
  -- The posting.
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount > 0),
  -- The global fee, which is returned with the last part of a full refund.
  fee bigint not null check (fee >= 0),
  reason text,
  actor text not null,
  created_at timestamptz not null
);
create index payment_refunds_of on payment_refunds (payment_id, created_at);
create trigger payment_refunds_append_only before update on payment_refunds for each row execute function payment_refunds_only_forget();
create trigger payment_refunds_no_delete before delete on payment_refunds for each row execute function refuse_change();
create trigger payment_refunds_no_truncate before truncate on payment_refunds for each statement execute function refuse_change();

-- Deleted identities whose payments still have their texts. Texts may name the payer, so they are deleted some time after a player of the
-- payment was deleted, and never within 30 days by the database's clock. Amounts, fees, app and reference stay: they are the books.
create table payment_texts_kept (
  identity_id uuid primary key references identities (id),
  deleted_at timestamptz not null default clock_timestamp()
);
create index payment_texts_kept_due on payment_texts_kept (deleted_at);
