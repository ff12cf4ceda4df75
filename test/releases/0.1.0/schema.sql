-- The schema of PID 0.1.0, with the rows of a new database. Run it as the owner of an empty database; the role pid_service must exist.
set check_function_bodies = off;
-- sequences
create sequence audit_events_ids as bigint start 1 increment 1;
create sequence ledger_account_ids as bigint start 1 increment 1;
-- tables
create table account_certificates (
  passkey_id uuid not null,
  identity_id uuid not null,
  issued_at bigint not null,
  registrar text not null,
  message bytea not null,
  signature bytea not null
);
create table account_claims (
  identity_id uuid not null,
  authority bytea not null,
  issued_at bigint not null,
  ready_at bigint not null,
  seen_at timestamp with time zone not null
);
create table app_event_heads (
  client_id text not null,
  last bigint not null,
  oldest bigint not null
);
create table app_events (
  id bigint generated always as identity,
  client_id text not null,
  type text not null,
  data jsonb not null,
  at timestamp with time zone not null,
  number bigint
);
create table app_grants (
  id uuid not null,
  client_id text not null,
  identity_id uuid not null,
  granted_at timestamp with time zone not null,
  last_login_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text
);
create table app_items (
  client_id text not null,
  sku text collate "C" not null,
  names jsonb not null,
  price bigint not null,
  image_url text,
  updated_at timestamp with time zone not null
);
create table app_logins (
  client_id text not null,
  day date not null,
  count integer not null
);
create table app_origins (
  client_id text not null,
  origin text not null
);
create table app_redirect_uris (
  client_id text not null,
  uri text not null
);
create table app_requests (
  id bigint generated always as identity,
  client_id text not null,
  at timestamp with time zone not null,
  request_id text not null,
  method text not null,
  route text not null,
  status smallint not null,
  code text,
  caller text not null
);
create table applied_functions (
  name text not null,
  hash bytea not null,
  version text not null,
  applied_at timestamp with time zone not null
);
create table applied_migrations (
  name text not null,
  hash bytea not null,
  applied_at timestamp with time zone not null
);
create table apps (
  client_id text not null,
  owner_id uuid not null,
  name text not null,
  logo_url text,
  fee_bps integer not null,
  fee_flat integer not null,
  verified boolean not null,
  secret_hash bytea not null,
  secret_epoch integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  require_secret boolean not null,
  previous_secret_hash bytea,
  previous_secret_until timestamp with time zone,
  paused_at timestamp with time zone,
  pause_reason text,
  scopes text[] not null,
  device_flow boolean not null,
  contact text
);
create table audit_events (
  id bigint not null,
  at timestamp with time zone not null,
  identity_id uuid,
  actor text not null,
  action text not null,
  target text,
  details jsonb not null,
  address text,
  user_agent text
) partition by RANGE (at);
create table audit_events_first (
  id bigint not null,
  at timestamp with time zone not null,
  identity_id uuid,
  actor text not null,
  action text not null,
  target text,
  details jsonb not null,
  address text,
  user_agent text
);
create table audit_events_rest (
  id bigint not null,
  at timestamp with time zone not null,
  identity_id uuid,
  actor text not null,
  action text not null,
  target text,
  details jsonb not null,
  address text,
  user_agent text
);
create table awaited_passkeys (
  identity_id uuid not null,
  until timestamp with time zone not null
);
create table bank_accounts (
  client_id text not null,
  bank_code text not null,
  account_number bytea not null,
  master_key text not null,
  last4 text not null,
  holder_name text not null,
  status text not null,
  version uuid not null,
  set_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  reason text,
  usable_from timestamp with time zone
);
create table burnt_credentials (
  hash bytea not null,
  burnt_at timestamp with time zone not null
);
create table chain_identity (
  only_one boolean not null,
  genesis_hash text not null,
  created_at timestamp with time zone not null
);
create table claim_tickets (
  hash bytea not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  authenticated_at timestamp with time zone,
  is_email_unverified boolean not null
);
create table claim_watch (
  only_row boolean not null,
  after_identity uuid not null
);
create table credential_approvals (
  id uuid not null,
  identity_id uuid not null,
  passkey_id uuid,
  state text not null,
  name text not null,
  fingerprint text not null,
  session_id uuid not null,
  address text,
  user_agent text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  approved_by uuid,
  assertion jsonb
);
create table device_guesses (
  key text not null,
  began_at timestamp with time zone not null,
  wrong integer not null
);
create table device_logins (
  device_hash bytea not null,
  user_hash bytea not null,
  client_id text not null,
  scope text not null,
  network text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  interval_seconds integer not null,
  polled_at timestamp with time zone,
  decision text,
  identity_id uuid,
  grant_id uuid,
  bearer_epoch integer,
  authenticated_at timestamp with time zone,
  spent_at timestamp with time zone
);
create table evm_permission_spend_keys (
  permission_id uuid not null,
  key text not null,
  token bytea,
  amount numeric(78,0) not null,
  answer jsonb,
  created_at timestamp with time zone not null
);
create table evm_permission_usage (
  permission_id uuid not null,
  entry smallint not null,
  window_start bigint not null,
  spent numeric(78,0) not null
);
create table evm_permissions (
  id uuid not null,
  identity_id uuid not null,
  client_id text,
  status text not null,
  digest bytea not null,
  chain_id bigint not null,
  account bytea not null,
  verifier bytea not null,
  key_x bytea not null,
  key_y bytea not null,
  calls jsonb not null,
  spend jsonb not null,
  starts_at bigint not null,
  expires_at bigint not null,
  salt bytea not null,
  redirect_uri text,
  state text,
  created_at timestamp with time zone not null,
  approve_by timestamp with time zone not null,
  approved_at timestamp with time zone,
  authenticator_data bytea,
  client_data_tail bytea,
  signature bytea,
  ended_at timestamp with time zone,
  end_reason text,
  contracts_seen boolean not null
);
create table freezes (
  identity_id uuid not null,
  frozen_at timestamp with time zone not null,
  until timestamp with time zone not null,
  recovery_held_from timestamp with time zone,
  recovery_held_until timestamp with time zone,
  unbroken_since timestamp with time zone
);
create table game_programs (
  program text not null,
  name text not null,
  client_id text,
  created_by text not null,
  created_at timestamp with time zone not null
);
create table identities (
  id uuid not null,
  handle text not null,
  status text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  bearer_epoch integer not null
);
create table known_devices (
  identity_id uuid not null,
  hash bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null
);
create table ledger_accounts (
  id bigint not null,
  kind text not null,
  identity_id uuid,
  client_id text,
  name text,
  balance bigint not null,
  version bigint not null,
  moved_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  sent_day date,
  sent_today bigint not null,
  sent_unproven bigint not null,
  step_up_amount bigint,
  daily_limit bigint,
  notice_amount bigint,
  next_step_up_amount bigint,
  next_daily_limit bigint,
  next_limits_from timestamp with time zone,
  held_for text,
  held bigint not null,
  next_notice_amount bigint,
  deposited bigint not null
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.05);
create table ledger_audit_runs (
  id bigint generated always as identity,
  at timestamp with time zone not null,
  seconds double precision not null,
  findings integer not null,
  entries bigint not null
);
create table ledger_entries (
  account_id bigint not null,
  version bigint not null,
  posting_id uuid not null,
  amount bigint not null,
  balance_after bigint not null
);
create table ledger_fee_rules (
  version smallint not null,
  bps integer not null,
  minimum bigint not null
);
create table ledger_full_refusals (
  account_id bigint not null,
  day date not null,
  refusals integer not null
);
create table ledger_keys (
  account_id bigint not null,
  key text not null,
  request_hash bytea not null,
  subject uuid not null,
  created_at timestamp with time zone not null
);
create table ledger_limit_history (
  account_id bigint not null,
  held_until timestamp with time zone not null,
  step_up_amount bigint not null,
  daily_limit bigint not null,
  notice_amount bigint
);
create table ledger_notes_kept (
  account_id bigint not null,
  closed_at timestamp with time zone not null
);
create table ledger_postings (
  id uuid not null,
  type text not null,
  payer_id bigint,
  payee_id bigint,
  app_id bigint,
  amount bigint not null,
  global_fee bigint not null,
  app_fee bigint not null,
  provider_fee bigint not null,
  fee_rule smallint,
  payer_balance bigint,
  reference uuid,
  note text,
  created_at timestamp with time zone not null
);
create table ledger_receivers (
  payer_id bigint not null,
  receiver_id bigint not null,
  first_at timestamp with time zone not null,
  proven boolean not null
);
create table ledger_suspense (
  id uuid not null,
  source text not null,
  reference uuid,
  provider text,
  payment_id text,
  account_id bigint not null,
  amount bigint not null,
  reason text not null,
  since timestamp with time zone not null,
  posting_id uuid not null,
  returned bigint not null,
  receivable bigint not null,
  state text not null,
  credited_account_id bigint,
  refund_asked_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by text,
  resolved_note text,
  refund_accepted_at timestamp with time zone
);
create table login_codes (
  hash bytea not null,
  protocol text not null,
  client_id text not null,
  grant_id uuid not null,
  identity_id uuid not null,
  bearer_epoch integer not null,
  redirect_uri text not null,
  redirect_origin text not null,
  code_challenge text,
  scope text,
  nonce text,
  authenticated_at timestamp with time zone not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  reused_at timestamp with time zone
);
create table machine_credentials (
  name text not null,
  role text not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_by text
);
create table not_me_tokens (
  hash bytea not null,
  identity_id uuid not null,
  expires_at timestamp with time zone not null
);
create table notice_mails (
  notice_id bigint not null,
  identity_id uuid not null,
  type text not null,
  data jsonb not null,
  at timestamp with time zone not null,
  lost_addresses text[] not null,
  locale text,
  done_hashes bytea[] not null,
  attempts integer not null,
  due_at timestamp with time zone not null
);
create table notices (
  id bigint generated always as identity,
  identity_id uuid not null,
  type text not null,
  data jsonb not null,
  at timestamp with time zone not null,
  read_at timestamp with time zone
);
create table oidc_keys (
  kid text not null,
  state text not null,
  sealed_private_key bytea not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  master_key text
);
create table passkey_challenges (
  hash bytea not null,
  bound_to bytea not null,
  expires_at timestamp with time zone not null
);
create table passkeys (
  id uuid not null,
  identity_id uuid not null,
  credential_id bytea not null,
  status text not null,
  name text not null,
  compressed_key bytea not null,
  cose_key bytea not null,
  rp_id_hash bytea not null,
  counter bigint not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  transports text[] not null,
  registered_login_id uuid,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  last_used_at timestamp with time zone not null,
  last_login_at timestamp with time zone not null,
  proven_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_reason text,
  counts_from timestamp with time zone,
  recovered_at timestamp with time zone
);
create table payment_notices (
  id bigint generated always as identity,
  provider text not null,
  body text not null,
  received_at timestamp with time zone not null
);
create table payment_refunds (
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  reason text,
  actor text not null,
  created_at timestamp with time zone not null
);
create table payment_texts_kept (
  identity_id uuid not null,
  deleted_at timestamp with time zone not null
);
create table payments (
  id uuid not null,
  client_id text not null,
  reference text not null,
  request_hash bytea not null,
  amount bigint not null,
  description text not null,
  app_account_id bigint not null,
  hold_account_id bigint not null,
  payee_account_id bigint not null,
  payee_identity_id uuid,
  asked_identity_id uuid,
  capture text not null,
  capture_within_seconds integer not null,
  return_to text,
  return_origin text,
  status text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  is_extended boolean not null,
  payer_identity_id uuid,
  payer_account_id bigint,
  fee_rule smallint,
  fee_bps integer,
  fee_flat integer,
  is_waived boolean,
  global_fee bigint not null,
  app_fee bigint not null,
  confirmed_total bigint,
  captured bigint not null,
  refunded bigint not null,
  confirmed_at timestamp with time zone,
  paid_at timestamp with time zone,
  capture_by timestamp with time zone,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  extend_for_top_up boolean not null,
  sku text,
  quantity smallint,
  item_names jsonb,
  item_image text,
  app_name text
);
create table play_moves (
  signature text not null,
  identity_id uuid not null,
  session_address text not null,
  lamports bigint not null,
  created_at timestamp with time zone not null
);
create table play_spending (
  day date not null,
  holder text not null,
  lamports bigint not null
);
create table profile_avatars (
  identity_id uuid not null,
  id text not null,
  png bytea not null,
  at timestamp with time zone not null
);
create table profiles (
  identity_id uuid not null,
  display_name text,
  avatar_url text,
  bio text,
  country text,
  locale text,
  updated_at timestamp with time zone not null
);
create table provider_logins (
  id uuid not null,
  identity_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  linked_at timestamp with time zone not null,
  last_login_at timestamp with time zone not null,
  is_email_unverified boolean not null
);
create table recovery_attempts (
  id uuid not null,
  identity_id uuid not null,
  mode text not null,
  state text not null,
  compressed_key bytea not null,
  session_id uuid,
  started_at timestamp with time zone not null,
  ready_at timestamp with time zone,
  told_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  policy_nonce numeric(20,0),
  delay_seconds integer not null,
  restarted_at timestamp with time zone,
  taken_at timestamp with time zone
);
create table recovery_guardians (
  identity_id uuid not null,
  place integer not null,
  kind text not null,
  key bytea not null,
  left_at timestamp with time zone
);
create table recovery_passkeys (
  identity_id uuid not null,
  compressed_key bytea not null,
  passkey jsonb not null,
  kept_until timestamp with time zone not null
);
create table recovery_policies (
  identity_id uuid not null,
  nonce numeric(20,0) not null,
  threshold integer,
  delay_seconds integer
);
create table recovery_sights (
  identity_id uuid not null,
  slot numeric(20,0) not null,
  seen_at timestamp with time zone not null,
  policy_nonce numeric(20,0) not null,
  authority bytea,
  is_ours boolean not null
);
create table recovery_watch (
  after_identity uuid not null,
  next_at timestamp with time zone not null,
  after_attempt uuid not null
);
create table relay_operations (
  id uuid not null,
  "position" bigint generated always as identity,
  identity_id uuid not null,
  kind text not null,
  account_address text not null,
  account_nonce bigint not null,
  state text not null,
  signature text not null,
  wire bytea not null,
  last_valid_block_height bigint not null,
  request_hash bytea not null,
  idempotency_key text,
  network_fee_lamports bigint not null,
  protocol_fee_lamports bigint not null,
  sponsored_lamports bigint not null,
  reimbursed boolean not null,
  pool text not null,
  details jsonb not null,
  error text,
  sends integer not null,
  next_attempt_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  settled_at timestamp with time zone,
  blockhash_slot bigint,
  seek_since timestamp with time zone,
  seek_before text,
  rent_account text,
  rent_lamports bigint not null,
  rent_returned_at timestamp with time zone,
  sponsor_app text
);
create table relay_spending (
  day date not null,
  pool text not null,
  holder text not null,
  lamports bigint not null
);
create table sandbox_payments (
  order_id text not null,
  outcome text not null,
  amount bigint not null,
  refunded bigint not null,
  at timestamp with time zone not null
);
create table security_events (
  id bigint generated always as identity,
  at timestamp with time zone not null,
  event text not null,
  identity_id uuid,
  client_id text,
  network text,
  operation text,
  details jsonb not null,
  written_by xid8 not null
);
create table service_grants (
  role text not null,
  hash bytea not null
);
create table service_secrets (
  name text not null,
  sealed_value bytea not null,
  created_at timestamp with time zone not null,
  master_key text
);
create table session_grants (
  session_address text not null,
  identity_id uuid not null,
  "position" bigint generated always as identity,
  vault text not null,
  session_pubkey text not null,
  allowed_program text not null,
  expires_at bigint not null,
  signature text not null,
  registered_at timestamp with time zone not null,
  close_tried_at timestamp with time zone,
  closed_at timestamp with time zone
);
create table sessions (
  id uuid not null,
  identity_id uuid not null,
  method text not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  authenticated_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamp with time zone not null,
  spent_hashes bytea[] not null,
  spent_at timestamp with time zone[] not null,
  family_expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  opened_with uuid,
  counts_as_recent boolean not null
);
create table settlements (
  id uuid not null,
  client_id text not null,
  app_account_id bigint not null,
  amount bigint not null,
  fee bigint not null,
  status text not null,
  bank_code text not null,
  account_number bytea not null,
  master_key text not null,
  last4 text not null,
  holder_name text not null,
  approved_by text not null,
  requested_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  sent_by text,
  export_id uuid,
  provider text,
  provider_id text,
  problem text,
  checks integer not null,
  next_check_at timestamp with time zone,
  paid_at timestamp with time zone,
  paid_by text,
  paid_reference text,
  ended_at timestamp with time zone,
  ended_by text,
  ended_reference text,
  reason text
);
create table sign_in_flows (
  state_hash bytea not null,
  cookie_hash bytea not null,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  linking_identity_id uuid,
  expires_at timestamp with time zone not null,
  started_at timestamp with time zone,
  fresh boolean not null,
  session_id uuid
);
create table signing_keys (
  kid text not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  revoked_at timestamp with time zone,
  master_key text
);
create table smart_accounts (
  identity_id uuid not null,
  authority bytea not null,
  epoch integer not null,
  updated_at timestamp with time zone not null
);
create table told_money (
  identity_id uuid not null,
  version bigint not null
);
create table topup_confirmations (
  topup_id uuid not null,
  provider text not null,
  payment_id text not null,
  paid bigint not null,
  notice text,
  answer text,
  answer_hash bytea,
  confirmed_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  precedes_confirmations boolean not null
);
create table topup_sessions (
  order_id text not null,
  topup_id uuid not null,
  session_id text,
  url text,
  created_at timestamp with time zone not null
);
create table topups (
  id uuid not null,
  identity_id uuid not null,
  account_id bigint not null,
  client_id text,
  app_account_id bigint,
  amount bigint not null,
  global_fee bigint not null,
  app_fee bigint not null,
  provider_fee bigint not null,
  fee_rule smallint not null,
  return_to text,
  provider text not null,
  status text not null,
  payment_id text,
  payment_request_id text,
  refunded bigint not null,
  receivable bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  opening_until timestamp with time zone,
  next_check_at timestamp with time zone,
  checks integer not null
);
create table verification_requests (
  client_id text not null,
  about text not null,
  status text not null,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  reason text
);
create table withdrawn_amounts (
  operation_id uuid not null,
  amount numeric(20,0) not null
);
-- functions
CREATE OR REPLACE FUNCTION public.audit_events_forget(p_days integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare v_count bigint;
begin
  update audit_events set address = null, user_agent = null where (id, at) in (
    select id, at from audit_events
    where (address is not null or user_agent is not null) and at < now() - make_interval(days => greatest(p_days, 30))
    order by at limit 5000
  );
  get diagnostics v_count = row_count;
  return v_count;
end $function$
;
CREATE OR REPLACE FUNCTION public.audit_events_only_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.address is null and new.user_agent is null and old.at < now() - interval '30 days'
    and (new.id, new.at, new.identity_id, new.actor, new.action, new.target, new.details)
      is not distinct from (old.id, old.at, old.identity_id, old.actor, old.action, old.target, old.details)
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.end_topup(p_topup uuid, p_status text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if p_status not in ('expired', 'failed') then raise exception 'a top-up ends expired or failed' using errcode = 'restrict_violation'; end if;
  update topups set status = p_status, next_check_at = case when p_status = 'failed' then null else next_check_at end where id = p_topup and status = 'pending';
  return found;
end $function$
;
CREATE OR REPLACE FUNCTION public.fees_of_payment(p_amount bigint, p_to_app boolean, p_fee_rule smallint, p_is_waived boolean, p_fee_bps integer, p_fee_flat integer)
 RETURNS TABLE(global_fee bigint, app_fee bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select case when p_is_waived then 0 else rule.fee end,
    -- mutant (payments/fees): ledger_ceil_bps(p_amount, p_fee_bps) => p_amount * p_fee_bps / 10000
    case when p_to_app then 0 else ledger_ceil_bps(p_amount, p_fee_bps) + p_fee_flat end
  from ledger_fee_by_rule(p_amount, p_fee_rule) rule
$function$
;
CREATE OR REPLACE FUNCTION public.has_open_settlement(p_account bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from settlements where app_account_id = p_account and status in ('requested', 'sent'))
$function$
;
CREATE OR REPLACE FUNCTION public.has_pending_topups(p_account bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from topups where status = 'pending' and (account_id = p_account or app_account_id = p_account))
$function$
;
CREATE OR REPLACE FUNCTION public.hold_identities(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from identities where id = any(p_ids) order by id for share;
end $function$
;
CREATE OR REPLACE FUNCTION public.is_fee_account(p_account bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_account = 9000000000000000001 or p_account between 9000000000000000101 and 9000000000000000115
$function$
;
CREATE OR REPLACE FUNCTION public.is_named_by_hold(p_account bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from payments where status = 'held' and payer_account_id = p_account)
    or exists (select from payments where status = 'held' and payee_account_id = p_account)
    or exists (select from payments where status = 'held' and app_account_id = p_account)
$function$
;
CREATE OR REPLACE FUNCTION public.is_settled_event(p_written_by xid8, p_snapshot pg_snapshot)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_written_by < pg_snapshot_xmin(p_snapshot) or p_written_by >= pg_snapshot_xmax(p_snapshot)
$function$
;
CREATE OR REPLACE FUNCTION public.keep_evm_permission_permanent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.identity_id, new.digest, new.chain_id, new.account, new.verifier, new.key_x, new.key_y, new.calls, new.spend, new.starts_at, new.expires_at, new.salt)
    is distinct from (old.id, old.identity_id, old.digest, old.chain_id, old.account, old.verifier, old.key_x, old.key_y, old.calls, old.spend, old.starts_at, old.expires_at, old.salt) then
    raise exception 'what a permission says never changes' using errcode = 'restrict_violation';
  end if;
  if old.status in ('expired', 'revoked') and new.status <> old.status then
    raise exception 'a permission that has ended never lives again' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_identity_permanent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.id <> old.id or new.handle <> old.handle or new.created_at <> old.created_at then
    raise exception 'a handle is permanent' using errcode = 'restrict_violation';
  end if;
  if old.status = 'deleted' and new.status <> 'deleted' then
    raise exception 'a deleted identity stays deleted' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_topup_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.recorded_at := clock_timestamp();
    new.answer_hash := sha256(convert_to(new.answer, 'UTF8'));
    return new;
  end if;
  -- Evidence of the last 30 days cannot be deleted.
  if new.notice is null and new.answer is null and old.recorded_at < clock_timestamp() - interval '30 days'
    and (new.topup_id, new.provider, new.payment_id, new.paid, new.answer_hash, new.confirmed_at, new.recorded_at, new.precedes_confirmations)
      is not distinct from
        (old.topup_id, old.provider, old.payment_id, old.paid, old.answer_hash, old.confirmed_at, old.recorded_at, old.precedes_confirmations) then
    return new;
  end if;
  raise exception 'a confirmation of a payment never changes' using errcode = 'restrict_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_topup_in_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.id <> old.id or new.account_id <> old.account_id or new.amount <> old.amount or new.global_fee <> old.global_fee
    or new.app_fee <> old.app_fee or new.provider_fee <> old.provider_fee or new.provider <> old.provider
    or new.refunded < old.refunded
    or not (old.status = new.status
      or old.status = 'pending' and new.status in ('paid', 'expired', 'failed')
      or old.status in ('expired', 'failed') and new.status = 'paid'
      or old.status = 'paid' and new.status = 'refunded') then
    raise exception 'a top-up cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_account_belongs(p_account bigint, p_kind text, p_holder text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from ledger_accounts where id = p_account and kind = p_kind and p_kind in ('identity', 'app', 'hold')
      and coalesce(identity_id::text, client_id, held_for) = p_holder)
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_account_of(p_id bigint)
 RETURNS SETOF ledger_accounts
 LANGUAGE sql
 STABLE
AS $function$
  select * from ledger_accounts where id = p_id
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_ask_refund(p_now timestamp with time zone, p_item uuid, p_asked boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_found boolean;
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense set refund_asked_at = case when p_asked then coalesce(refund_asked_at, p_now) end
    where id = p_item and state = 'open' and source = 'topup' and (p_asked or refund_accepted_at is null);
  v_found := found;
  perform set_config('pid.posting', '', true);
  return v_found;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_available(p_account bigint, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(least(past.balance + recent.given - recent.taken - recent.topup_fees - a.deposited, a.balance + ever.paid_out - ever.deposits - own.fees), 0)::bigint
  from ledger_accounts a,
    lateral (select coalesce((select e.balance_after from ledger_entries e
        where e.account_id = p_account and e.version = (select ledger_version_at(p_account, p_now - interval '7 days'))), 0) as balance) past,
    lateral (select coalesce(sum(p.amount) filter (where p.type in ('payout', 'settlement', 'payment_refund')), 0) as taken,
        coalesce(sum(p.amount) filter (where p.type in ('deposit', 'settlement_return') and p.payee_id = a.id), 0) as given,
        topup_fees_returned(array_agg(p.reference) filter (where p.type = 'refund')) as topup_fees
      from ledger_postings p where p.app_id = a.id and p.type in ('payout', 'deposit', 'settlement', 'settlement_return', 'payment_refund', 'refund')
        and p.created_at > p_now - interval '7 days') recent,
    lateral (select coalesce(sum(p.amount) filter (where p.type = 'payout'), 0) as paid_out, coalesce(sum(p.amount) filter (where p.type = 'deposit'), 0) as deposits
      from ledger_postings p where p.app_id = a.id and p.type in ('payout', 'deposit')) ever,
    -- mutant (settlements/request-settlement): coalesce(sum(p.app_fee), 0) as fees => 0 * coalesce(sum(p.app_fee), 0) as fees
    lateral (select coalesce(sum(p.app_fee), 0) as fees from ledger_postings p
      where p.app_id = a.id and p.type = 'send' and p.app_fee > 0
        and p.payer_id = (select o.id from ledger_accounts o join app_facts f on f.owner_id = o.identity_id where f.client_id = a.client_id)) own
  where a.id = p_account
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_balance_of(p_identity uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select balance from ledger_accounts where identity_id = p_identity
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_ceil_bps(p_amount bigint, p_bps bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (p_amount * p_bps + 9999) / 10000
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_claw_back(p_now timestamp with time zone, p_id uuid, p_topup uuid, p_payment_id text, p_refunded bigint, OUT outcome text, OUT refunded bigint, OUT receivable bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c_fees constant bigint := ledger_fee_account(p_topup);
  c_clearing constant bigint := 9000000000000000002;
  c_provider_fees constant bigint := 9000000000000000003;
  c_receivables constant bigint := 9000000000000000004;
  c_suspense constant bigint := 9000000000000000006;
  v_topup topups;
  v_whole ledger_suspense;
  v_app_item ledger_suspense;
  v_total bigint; v_before bigint; v_from bigint := 0; v_taken bigint; v_from_user bigint := 0; v_from_app bigint := 0;
  v_places bigint[]; v_shares bigint[];
  v_accounts bigint[] := array[c_clearing]; v_amounts bigint[];
  v_row record;
begin
  select * into v_topup from topups where id = p_topup;
  if v_topup.id is null or coalesce(p_refunded, 0) <= 0 then raise exception 'a refund names a top-up and an amount' using errcode = 'restrict_violation'; end if;
  perform from ledger_accounts where id in (v_topup.account_id, v_topup.app_account_id, c_fees, c_clearing, c_provider_fees, c_receivables, c_suspense)
    or id in (select credited_account_id from ledger_suspense where reference = p_topup) order by id for no key update;
  select * into v_topup from topups where id = p_topup for no key update;
  select * into v_whole from ledger_suspense where reference = p_topup and source = 'topup' and payment_id = p_payment_id for no key update;
  select * into v_app_item from ledger_suspense where reference = p_topup and source = 'app_fee' for no key update;
  v_total := case when v_whole.id is null then v_topup.amount + v_topup.global_fee + v_topup.app_fee + v_topup.provider_fee else v_whole.amount end;
  if v_whole.id is null and v_topup.payment_id is distinct from p_payment_id then
    raise exception 'this payment was not booked' using errcode = 'restrict_violation';
  end if;
  v_before := coalesce(v_whole.returned, v_topup.refunded);
  refunded := least(p_refunded, v_total);
  receivable := 0;
  if refunded <= v_before then outcome := 'known'; refunded := v_before; return; end if;
  if v_whole.id is not null then
    -- mutant (checkout/suspense): v_whole.credited_account_id => c_suspense
    v_places := array[case v_whole.state when 'credited' then v_whole.credited_account_id else c_suspense end];
    v_shares := array[v_total];
  else
    v_places := array[v_topup.account_id,
      case when v_app_item.id is null then v_topup.app_account_id when v_app_item.state = 'credited' then v_app_item.credited_account_id else c_suspense end,
      c_provider_fees, c_fees];
    v_shares := array[v_topup.amount, v_topup.app_fee, v_topup.provider_fee, v_topup.global_fee];
  end if;
  v_amounts := array[refunded - v_before];
  for i in 1..cardinality(v_shares) loop
    v_taken := least(refunded, v_from + v_shares[i]) - greatest(v_before, v_from);
    v_from := v_from + v_shares[i];
    continue when v_taken <= 0;
    if i = 1 then v_from_user := v_taken; end if;
    if i = 2 then v_from_app := v_taken; end if;
    v_accounts := v_accounts || v_places[i];
    v_amounts := v_amounts || -v_taken;
  end loop;

  -- The owner of an app may have received both shares: each account appears once, with at most its balance.
  -- mutant (checkout/settle-top-up): sum(s.missing) => max(s.missing)
  select array_agg(s.id order by s.id), array_agg(s.amount order by s.id), coalesce(sum(s.missing), 0) into v_accounts, v_amounts, receivable from (
    select e.id, greatest(e.amount, case when a.kind = 'platform' then e.amount else -a.balance end) as amount,
      greatest(case when a.kind = 'platform' then 0 else -e.amount - a.balance end, 0) as missing
    from (select id, sum(amount)::bigint as amount from unnest(v_accounts, v_amounts) e(id, amount) group by id) e join ledger_accounts a on a.id = e.id
  ) s;
  perform ledger_write(p_now, p_id, 'refund', case when v_whole.id is null then v_topup.account_id end, null, case when v_app_item.id is null then v_topup.app_account_id end, v_from_user, 0, 0, 0,
    null, p_topup, v_accounts || c_receivables, v_amounts || -receivable);

  perform set_config('pid.posting', 'on', true);
  if v_topup.payment_id = p_payment_id then
    update topups set refunded = ledger_claw_back.refunded, receivable = topups.receivable + ledger_claw_back.receivable,
      status = case when ledger_claw_back.refunded = v_total then 'refunded' else status end where id = p_topup;
  end if;
  update ledger_suspense s set returned = s.returned + case when s.source = 'topup' then ledger_claw_back.refunded - v_before else v_from_app end,
      receivable = s.receivable + case when v_topup.payment_id = p_payment_id then 0 else ledger_claw_back.receivable end
    where s.id = v_whole.id or s.id = v_app_item.id and v_whole.id is null and v_from_app > 0;
  update ledger_suspense s set state = 'returned', resolved_at = p_now, resolved_by = 'provider'
    where s.id in (v_whole.id, v_app_item.id) and s.state = 'open' and s.returned = s.amount;
  perform set_config('pid.posting', '', true);
  outcome := 'posted';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_close_account(p_now timestamp with time zone, p_id uuid, p_account bigint, OUT outcome text, OUT balance bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c_forfeited constant bigint := 9000000000000000005;
  v_account ledger_accounts;
  v_may_be_left bigint;
begin
  select * into v_account from ledger_accounts where id = p_account and kind in ('identity', 'app') for no key update;
  if not found then raise exception 'no account % to close', p_account using errcode = 'restrict_violation'; end if;
  balance := v_account.balance;
  if v_account.closed_at is not null then outcome := 'closed'; return; end if;
  v_may_be_left := case v_account.kind when 'identity' then 100 else 0 end;
  if is_named_by_hold(p_account) then outcome := 'holds'; return; end if;
  -- mutant (settlements/deletion): if has_open_settlement(p_account) => if false
  if has_open_settlement(p_account) then outcome := 'settlements'; return; end if;
  if balance > v_may_be_left then outcome := 'balance'; return; end if;
  if has_pending_topups(p_account) then outcome := 'topups'; return; end if;
  if balance > 0 then
    perform ledger_write(p_now, p_id, 'forfeit', p_account, null, null, balance, 0, 0, 0, null, null, array[p_account, c_forfeited], array[-balance, balance]);
  end if;
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set closed_at = p_now where id = p_account;
  perform set_config('pid.posting', '', true);
  outcome := 'closed';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_count_payer(p_now timestamp with time zone, p_payer bigint, p_receivers bigint[], p_proven boolean, p_day date, p_sent bigint, p_unproven bigint, p_held bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set sent_day = p_day, sent_today = p_sent, sent_unproven = p_unproven, held = held + p_held where id = p_payer;
  insert into ledger_receivers (payer_id, receiver_id, first_at, proven) select p_payer, id, p_now, p_proven from unnest(p_receivers) paid(id)
    on conflict (payer_id, receiver_id) do update set proven = true where excluded.proven and not ledger_receivers.proven;
  perform set_config('pid.posting', '', true);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_count_payers(p_now timestamp with time zone, p_payers ledger_accounts[], p_paying bigint[], p_receivers bigint[], p_proven boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts a set sent_day = p.sent_day, sent_today = p.sent_today, sent_unproven = p.sent_unproven, held = p.held
    from unnest(p_payers) p where a.id = p.id;
  insert into ledger_receivers (payer_id, receiver_id, first_at, proven)
    select paid.payer, paid.receiver, p_now, paid.proven from unnest(p_paying, p_receivers, p_proven) paid(payer, receiver, proven)
    on conflict (payer_id, receiver_id) do update set proven = true where excluded.proven and not ledger_receivers.proven;
  perform set_config('pid.posting', '', true);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_credit_suspense(p_now timestamp with time zone, p_id uuid, p_item uuid, p_account bigint, p_actor text, p_note text, p_balance_max bigint, OUT outcome text, OUT amount bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_account ledger_accounts;
  v_item ledger_suspense;
begin
  perform from ledger_accounts where id in (p_account, c_suspense) order by id for no key update;
  select * into v_account from ledger_accounts where id = p_account and kind = 'identity';
  select * into v_item from ledger_suspense where id = p_item and state = 'open' for no key update;
  if v_item.id is null then outcome := 'resolved'; return; end if;
  if v_item.refund_asked_at is not null then outcome := 'refund_asked'; return; end if;
  if v_account.id is null or v_account.closed_at is not null then outcome := 'payee_closed'; return; end if;
  amount := v_item.amount - v_item.returned;
  if not ledger_has_room(p_account, amount, p_balance_max) then outcome := 'payee_full'; return; end if;
  perform ledger_write(p_now, p_id, 'suspense_credit', null, p_account, null, amount, 0, 0, 0, null, p_item, array[p_account, c_suspense], array[amount, -amount]);
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense s set state = 'credited', credited_account_id = p_account, resolved_at = p_now, resolved_by = p_actor, resolved_note = p_note where s.id = p_item;
  perform set_config('pid.posting', '', true);
  outcome := 'credited';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_credit_topup(p_now timestamp with time zone, p_id uuid, p_item uuid, p_topup uuid, p_payment_id text, p_payment_request_id text, p_paid bigint, p_balance_max bigint, OUT outcome text, OUT reason text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c_fees constant bigint := ledger_fee_account(p_topup);
  c_clearing constant bigint := 9000000000000000002;
  c_provider_fees constant bigint := 9000000000000000003;
  c_suspense constant bigint := 9000000000000000006;
  v_topup topups;
  v_account ledger_accounts;
  v_total bigint;
  v_app_open boolean;
begin
  select * into v_topup from topups where id = p_topup;
  if v_topup.id is null or coalesce(p_payment_id, '') = '' or coalesce(p_paid, 0) <= 0 then
    raise exception 'a credit names a top-up and what was paid' using errcode = 'restrict_violation';
  end if;
  perform from ledger_accounts where id in (v_topup.account_id, v_topup.app_account_id, c_fees, c_clearing, c_provider_fees, c_suspense)
    order by id for no key update;
  select * into v_topup from topups where id = p_topup for no key update;
  select * into v_account from ledger_accounts where id = v_topup.account_id;
  select closed_at is null into v_app_open from ledger_accounts where id = v_topup.app_account_id;
  v_total := v_topup.amount + v_topup.global_fee + v_topup.app_fee + v_topup.provider_fee;

  if v_topup.payment_id = p_payment_id
    or exists (select from ledger_suspense where provider = v_topup.provider and payment_id = p_payment_id and source = 'topup') then
    outcome := 'known';
    return;
  end if;
  if exists (select from topups where provider = v_topup.provider and payment_id = p_payment_id) then outcome := 'foreign'; return; end if;
  if not exists (
    select from topup_confirmations
      where topup_id = p_topup and provider = v_topup.provider and payment_id = p_payment_id and paid = p_paid and not precedes_confirmations
  ) then
    raise exception 'the provider has not confirmed this payment' using errcode = 'restrict_violation';
  end if;
  reason := case
    when p_paid <> v_total then 'other_amount'
    when v_topup.payment_id is not null then 'paid_twice'
    when v_account.closed_at is not null then 'account_closed'
    when v_account.balance + v_account.held + v_topup.amount
      + (select coalesce(sum(amount), 0) from topups where account_id = v_topup.account_id and status = 'pending' and id <> p_topup) > p_balance_max
      then 'balance_full'
    when v_topup.app_fee > 0 and v_app_open is not true then 'app_closed'
  end;

  perform set_config('pid.posting', 'on', true);
  if coalesce(reason, '') not in ('other_amount', 'paid_twice') then
    update topups set status = 'paid', payment_id = p_payment_id, payment_request_id = p_payment_request_id, paid_at = p_now where id = p_topup;
  end if;
  if reason is not null then
    insert into ledger_suspense (id, source, reference, provider, payment_id, account_id, amount, reason, since, posting_id)
    values (p_item, case reason when 'app_closed' then 'app_fee' else 'topup' end, p_topup, v_topup.provider, p_payment_id,
      case reason when 'app_closed' then v_topup.app_account_id else v_topup.account_id end,
      case reason when 'app_closed' then v_topup.app_fee else p_paid end, reason, p_now, p_id);
  end if;
  if reason is null or reason = 'app_closed' then
    perform ledger_write(p_now, p_id, 'topup', null, v_topup.account_id, case when reason is null then v_topup.app_account_id end,
      v_topup.amount, v_topup.global_fee, case when reason is null then v_topup.app_fee else 0 end, v_topup.provider_fee, v_topup.fee_rule, p_topup,
      array[c_clearing, v_topup.account_id, c_fees, c_provider_fees, case when reason is null then v_topup.app_account_id else c_suspense end],
      array[-v_total, v_topup.amount, v_topup.global_fee, v_topup.provider_fee, v_topup.app_fee]);
  else
    perform ledger_write(p_now, p_id, case when reason in ('other_amount', 'paid_twice') then 'suspense' else 'topup' end, null, null, null,
      p_paid, 0, 0, 0, null, p_topup, array[c_clearing, c_suspense], array[-p_paid, p_paid]);
  end if;
  perform set_config('pid.posting', '', true);
  outcome := case when reason is null or reason = 'app_closed' then 'credited' else 'suspended' end;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_fee_account(p_id uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case number when 0 then 9000000000000000001 else 9000000000000000100 + number end from (select get_byte(uuid_send(p_id), 15) & 15 as number) chosen
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_fee_by_rule(p_amount bigint, p_rule smallint)
 RETURNS TABLE(fee bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(minimum, ledger_ceil_bps(p_amount, bps)) from ledger_fee_rules where version = p_rule
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_forget_notes(p_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_account bigint;
  v_count int;
begin
  select account_id into v_account from ledger_notes_kept where closed_at < now() - make_interval(days => greatest(p_days, 30))
    order by closed_at limit 1 for update skip locked;
  if v_account is null then return false; end if;
  update ledger_postings set note = null where id in (
    select p.id from ledger_entries e join ledger_postings p on p.id = e.posting_id where e.account_id = v_account and p.note is not null limit 2000
  );
  get diagnostics v_count = row_count;
  if v_count < 2000 then delete from ledger_notes_kept where account_id = v_account; end if;
  return true;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_global_fee(p_amount bigint, p_rule smallint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select fee from ledger_fee_by_rule(p_amount, p_rule)
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_has_room(p_account bigint, p_amount bigint, p_balance_max bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select balance + held + p_amount + pending_topups_of(id) <= p_balance_max from ledger_accounts where id = p_account
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_is_closed(p_account bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select closed_at is not null from ledger_accounts where id = p_account
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_judge(p_payer ledger_accounts, p_now timestamp with time zone, p_is_known boolean, p_out bigint, p_total bigint, p_proof integer, p_step_up bigint, p_daily_limit bigint, p_zone text, OUT outcome text, OUT available bigint, OUT proven boolean, OUT day date, OUT sent bigint, OUT unproven bigint, OUT noticed boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  c_at constant timestamptz := greatest(p_now, p_payer.moved_at);
  c_is_next constant boolean := coalesce(p_payer.next_limits_from <= c_at, false);
  v_step_up bigint; v_daily bigint; v_notice bigint;
  v_needed boolean;
begin
  if p_payer.closed_at is not null then outcome := 'payer_closed'; return; end if;
  day := (c_at at time zone p_zone)::date;
  sent := p_payer.sent_today; unproven := p_payer.sent_unproven;
  -- A new day resets the counters. A clock that was set back does not.
  if p_payer.sent_day is null or p_payer.sent_day < day then sent := 0; unproven := 0; else day := p_payer.sent_day; end if;
  v_step_up := least(p_step_up, case when c_is_next then coalesce(p_payer.next_step_up_amount, p_payer.step_up_amount) else p_payer.step_up_amount end);
  v_daily := least(p_daily_limit, case when c_is_next then coalesce(p_payer.next_daily_limit, p_payer.daily_limit) else p_payer.daily_limit end);
  v_notice := coalesce(case when c_is_next then coalesce(p_payer.next_notice_amount, p_payer.notice_amount) else p_payer.notice_amount end, p_step_up);
  unproven := unproven + p_out;
  v_needed := unproven > v_step_up or unproven * 10 > v_step_up and not p_is_known;
  if v_needed and coalesce(p_proof, 0) < 1 then outcome := 'step_up_needed'; return; end if;
  if sent + p_out > v_daily then outcome := 'daily_limit'; available := greatest(v_daily - sent, 0); return; end if;
  if p_payer.balance < p_total then outcome := 'insufficient'; available := p_payer.balance; return; end if;
  sent := sent + p_out;
  proven := v_needed or coalesce(p_proof, 0) = 2;
  if proven then unproven := 0; end if;
  noticed := p_out > v_notice;
  outcome := 'ok';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_judge_payer(p_now timestamp with time zone, p_payer bigint, p_receivers bigint[], p_out bigint, p_total bigint, p_proof integer, p_step_up bigint, p_daily_limit bigint, p_zone text, OUT outcome text, OUT available bigint, OUT proven boolean, OUT day date, OUT sent bigint, OUT unproven bigint, OUT noticed boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_payer ledger_accounts;
  v_is_known boolean;
begin
  select * into v_payer from ledger_accounts where id = p_payer and kind = 'identity';
  if v_payer.id is null or p_out <= 0 or p_total < p_out then raise exception 'a payment is made by an identity' using errcode = 'restrict_violation'; end if;
  select bool_and(coalesce(paid.is_known, false)) into v_is_known
    from unnest(p_receivers) asked(id) left join lateral ledger_paid_before(p_payer, asked.id, greatest(p_now, v_payer.moved_at)) paid on true;
  select * into outcome, available, proven, day, sent, unproven, noticed
    from ledger_judge(v_payer, p_now, v_is_known, p_out, p_total, p_proof, p_step_up, p_daily_limit, p_zone);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_keep_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_notes_kept values (new.id, new.closed_at) on conflict do nothing;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_leave_to_suspense(p_now timestamp with time zone, p_id uuid, p_account bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_account ledger_accounts;
begin
  select * into v_account from ledger_accounts where id = p_account and kind in ('identity', 'app') and closed_at is null for no key update;
  if not found or not exists (
    select from identity_facts where status = 'deleted'
      and id = coalesce(v_account.identity_id, (select owner_id from app_facts where client_id = v_account.client_id))
  ) then
    raise exception 'nobody has left account %', p_account using errcode = 'restrict_violation';
  end if;
  if v_account.balance <= (case v_account.kind when 'identity' then 100 else 0 end) then return; end if;
  perform ledger_write(p_now, p_id, 'suspense', p_account, null, null, v_account.balance, 0, 0, 0, null, null,
    array[p_account, c_suspense], array[-v_account.balance, v_account.balance]);
  perform set_config('pid.posting', 'on', true);
  insert into ledger_suspense (id, source, account_id, amount, reason, since, posting_id)
  values (gen_random_uuid(), 'account', p_account, v_account.balance,
    case v_account.kind when 'app' then 'app_closed' else 'account_closed' end, date_trunc('milliseconds', p_now), p_id);
  perform set_config('pid.posting', '', true);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_lock_accounts(p_accounts bigint[])
 RETURNS SETOF ledger_accounts
 LANGUAGE sql
AS $function$
  select * from ledger_accounts where id = any(p_accounts) order by id for no key update
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_lock_settlement(p_settlement uuid, p_app bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform ledger_lock_accounts(array[p_app, ledger_fee_account(p_settlement), 9000000000000000002, 9000000000000000006, 9000000000000000007]);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_paid_before(p_payer bigint, p_receiver bigint, p_at timestamp with time zone)
 RETURNS TABLE(is_proven boolean, is_known boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select proven, proven or first_at <= p_at - interval '7 days' from ledger_receivers where payer_id = p_payer and receiver_id = p_receiver
$function$
;
CREATE OR REPLACE FUNCTION public.ledger_pay_settlement(p_now timestamp with time zone, p_posting uuid, p_settlement uuid, p_app bigint, p_amount bigint, p_fee bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  c_clearing constant bigint := 9000000000000000002;
  c_settlements constant bigint := 9000000000000000007;
begin
  perform ledger_write(p_now, p_posting, 'settlement_paid', null, null, p_app, p_amount, p_fee, 0, 0, null, p_settlement,
    array[c_settlements, c_clearing, ledger_fee_account(p_settlement)], array[-p_amount - p_fee, p_amount, p_fee]);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_post_app_sends(p_now timestamp with time zone, p_again boolean, p_fee_rule smallint, p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text, p_accounts bigint[], p_ids uuid[], p_payers integer[], p_payees integer[], p_apps integer[], p_amounts bigint[], p_global_fees bigint[], p_app_fees bigint[], p_keys text[], p_hashes bytea[], p_notes text[], p_proofs integer[])
 RETURNS TABLE(outcome text, subject uuid, balance bigint, at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
declare
  -- A position without an account: sends through it are refused as if the app's account were closed.
  c_nowhere constant int := cardinality(p_accounts) + 1;
  v_paused bigint[];
  v_apps int[] := p_apps;
begin
  select array_agg(l.id) into v_paused from ledger_accounts l
    where l.client_id in (
      select paused_apps(array(select a.client_id from ledger_accounts a where a.id in (select p_accounts[app] from unnest(p_apps) app where app > 0)))
    );
  if v_paused is not null then
    select array_agg(case when p_accounts[q.app] = any(v_paused) then c_nowhere else q.app end order by q.i) into v_apps
      from unnest(p_apps) with ordinality q(app, i);
  end if;
  return query
    select case when s.outcome = 'app_closed' and v_apps[s.i] = c_nowhere then 'app_paused' else s.outcome end, s.subject, s.balance, s.at
    from ledger_post_sends(p_now, p_again, p_fee_rule, p_balance_max, p_step_up, p_daily_limit, p_zone,
      p_accounts, p_ids, p_payers, p_payees, v_apps, p_amounts, p_global_fees, p_app_fees, p_keys, p_hashes, p_notes, p_proofs)
      with ordinality s(outcome, subject, balance, at, i)
    order by s.i;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_post_deposit(p_now timestamp with time zone, p_id uuid, p_owner bigint, p_app bigint, p_amount bigint, p_proof integer, p_step_up bigint, p_daily_limit bigint, p_zone text, OUT outcome text, OUT available bigint, OUT escrow_balance bigint, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_owner ledger_accounts;
  v_escrow ledger_accounts;
  v_app app_facts;
  v_judged record;
begin
  perform ledger_lock_accounts(array[p_owner, p_app]);
  select * into v_owner from ledger_accounts where id = p_owner and kind = 'identity';
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app';
  select * into v_app from app_facts where client_id = v_escrow.client_id;
  if p_amount is null or p_amount <= 0 or v_app.owner_id is distinct from v_owner.identity_id or v_app.owner_id is null then
    raise exception 'a deposit goes from the owner of an app to the app' using errcode = 'restrict_violation';
  end if;
  if v_escrow.closed_at is not null or v_app.deleted_at is not null then outcome := 'app_closed'; return; end if;
  select * into v_judged from ledger_judge_payer(p_now, p_owner, array[p_app], p_amount, p_amount, p_proof, p_step_up, p_daily_limit, p_zone);
  if v_judged.outcome <> 'ok' then outcome := v_judged.outcome; available := v_judged.available; return; end if;
  perform ledger_count_payer(p_now, p_owner, array[p_app], v_judged.proven, v_judged.day, v_judged.sent, v_judged.unproven, 0);
  select w.at into at
    from ledger_write(p_now, p_id, 'deposit', p_owner, p_app, p_app, p_amount, 0, 0, 0, null, null, array[p_owner, p_app], array[-p_amount, p_amount]) w;
  escrow_balance := v_escrow.balance + p_amount;
  perform tell_app(v_escrow.client_id, 'deposit.posted', jsonb_build_object('id', p_id, 'amount', p_amount));
  -- Above the payer's notice amount: the notice is written in the same transaction, so that a crash cannot lose it.
  if v_judged.noticed then
    perform tell_owner(v_owner.identity_id, 'money.deposited', jsonb_build_object('id', p_id, 'app', v_app.name, 'amount', p_amount), at);
  end if;
  outcome := 'posted';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_post_payout(p_now timestamp with time zone, p_id uuid, p_app bigint, p_owner bigint, p_amount bigint, p_balance_max bigint, OUT outcome text, OUT payer_balance bigint, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_owner ledger_accounts;
  v_escrow ledger_accounts;
  v_app app_facts;
begin
  perform ledger_lock_accounts(array[p_app, p_owner]);
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app';
  select * into v_owner from ledger_accounts where id = p_owner and kind = 'identity';
  select * into v_app from app_facts where client_id = v_escrow.client_id;
  if p_amount is null or p_amount <= 0 or v_app.owner_id is distinct from v_owner.identity_id or v_app.owner_id is null then
    raise exception 'a payout goes from an app to its owner' using errcode = 'restrict_violation';
  end if;
  if v_owner.closed_at is not null then outcome := 'payee_closed'; return; end if;
  if v_escrow.closed_at is not null or v_app.deleted_at is not null then outcome := 'app_closed'; return; end if;
  if v_escrow.balance < p_amount then outcome := 'insufficient'; payer_balance := v_escrow.balance; return; end if;
  if not ledger_has_room(p_owner, p_amount, p_balance_max) then outcome := 'payee_full'; return; end if;
  select w.payer_balance, w.at into payer_balance, at
    from ledger_write(p_now, p_id, 'payout', p_app, p_owner, p_app, p_amount, 0, 0, 0, null, null, array[p_app, p_owner], array[-p_amount, p_amount]) w;
  perform tell_app(v_escrow.client_id, 'payout.posted', jsonb_build_object('id', p_id, 'amount', p_amount));
  outcome := 'posted';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_post_sends(p_now timestamp with time zone, p_again boolean, p_fee_rule smallint, p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text, p_accounts bigint[], p_ids uuid[], p_payers integer[], p_payees integer[], p_apps integer[], p_amounts bigint[], p_global_fees bigint[], p_app_fees bigint[], p_keys text[], p_hashes bytea[], p_notes text[], p_proofs integer[])
 RETURNS TABLE(outcome text, subject uuid, balance bigint, at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  n int := cardinality(p_ids);
  v_fees int := cardinality(p_accounts);
  v_accounts bigint[]; v_balances bigint[]; v_versions bigint[]; v_open boolean[]; v_kinds text[];
  v_at timestamptz; v_day date;
  v_days date[]; v_sent bigint[]; v_unproven bigint[]; v_step_ups bigint[]; v_dailies bigint[]; v_notices bigint[]; v_coming bigint[];
  v_bps bigint; v_minimum bigint;
  v_known uuid[]; v_same boolean[]; v_any boolean := false;
  v_receiver_known boolean[]; v_receiver_seen boolean[]; v_app_known boolean[]; v_app_seen boolean[];
  v_outcomes text[] := array_fill(null::text, array[n]);
  v_zeros bigint[] := array_fill(0::bigint, array[n]);
  v_proven boolean[] := array_fill(false, array[n]);
  v_noticed int[];
  v_payer_balances bigint[] := v_zeros; v_payer_versions bigint[] := v_zeros;
  v_payee_balances bigint[] := v_zeros; v_payee_versions bigint[] := v_zeros;
  v_app_balances bigint[] := v_zeros; v_app_versions bigint[] := v_zeros;
  v_fee_balances bigint[] := v_zeros; v_fee_versions bigint[] := v_zeros;
  v_fee_balance bigint; v_fee_version bigint;
  v_payer int; v_payee int; v_app int; v_amount bigint; v_fee bigint; v_app_fee bigint; v_left bigint; v_out bigint; v_sum bigint; v_needed boolean;
begin
  select bps, minimum into v_bps, v_minimum from ledger_fee_rules where version = p_fee_rule;
  if v_bps is null or is_fee_account(p_accounts[v_fees]) is not true then
    raise exception 'sends name their fee rule, and the fee account last' using errcode = 'restrict_violation';
  end if;
  select array_agg(l.id), array_agg(l.balance), array_agg(l.version), array_agg(l.closed_at is null), array_agg(l.kind), greatest(p_now, max(l.moved_at)),
      array_agg(l.sent_day), array_agg(l.sent_today), array_agg(l.sent_unproven),
      array_agg(least(p_step_up, case when l.next_limits_from <= p_now then coalesce(l.next_step_up_amount, l.step_up_amount) else l.step_up_amount end)),
      array_agg(least(p_daily_limit, case when l.next_limits_from <= p_now then coalesce(l.next_daily_limit, l.daily_limit) else l.daily_limit end)),
      array_agg(coalesce(case when l.next_limits_from <= p_now then coalesce(l.next_notice_amount, l.notice_amount) else l.notice_amount end, p_step_up))
    into v_accounts, v_balances, v_versions, v_open, v_kinds, v_at, v_days, v_sent, v_unproven, v_step_ups, v_dailies, v_notices
    from (select * from ledger_accounts a where a.id = any(p_accounts) order by a.id for no key update) l;
  if v_accounts is distinct from p_accounts then
    if (select array_agg(distinct id order by id) from unnest(p_accounts) id) is distinct from p_accounts then
      raise exception 'accounts are named once each, in their order' using errcode = 'restrict_violation';
    end if;
    -- Sends from or to an account that does not exist are refused; the others continue.
    select array_agg(l.balance order by p.position), array_agg(l.version order by p.position), array_agg(coalesce(l.open, false) order by p.position),
        array_agg(l.kind order by p.position), array_agg(l.day order by p.position), array_agg(l.sent order by p.position),
        array_agg(l.unproven order by p.position), array_agg(l.step_up order by p.position), array_agg(l.daily order by p.position), array_agg(l.notice order by p.position)
      into v_balances, v_versions, v_open, v_kinds, v_days, v_sent, v_unproven, v_step_ups, v_dailies, v_notices
      from unnest(p_accounts) with ordinality p(id, position)
      left join unnest(v_accounts, v_balances, v_versions, v_open, v_kinds, v_days, v_sent, v_unproven, v_step_ups, v_dailies, v_notices)
        l(id, balance, version, open, kind, day, sent, unproven, step_up, daily, notice) on l.id = p.id;
  end if;
  v_day := (v_at at time zone p_zone)::date;

  -- Pending top-ups count as part of the balance. They are created under the account's lock, so this statement sees all of them.
  -- mutant (payments/holds): coalesce(a.held, 0) => 0::bigint
  select array_agg(coalesce(a.held, 0) order by p.position) into v_coming from unnest(p_accounts) with ordinality p(id, position) left join ledger_accounts a on a.id = p.id;
  for v_payee, v_sum in select a.position, sum(t.amount) from unnest(p_accounts) with ordinality a(id, position)
    cross join lateral (select t.amount from topups t where t.account_id = a.id and t.status = 'pending' offset 0) t group by 1
  loop
    v_coming[v_payee] := v_coming[v_payee] + v_sum;
  end loop;

  if p_keys is not null then
    select array_agg(k.subject order by q.i), array_agg(k.request_hash = q.hash order by q.i), bool_or(k.subject is not null)
      into v_known, v_same, v_any
      from unnest(p_payers, p_keys, p_hashes) with ordinality q(payer, key, hash, i)
      left join lateral (select * from ledger_keys k where k.account_id = p_accounts[q.payer] and k.key = q.key offset 0) k on true;
  end if;
  if p_again then
    select array_agg(coalesce(p.id, v_known[q.i]) order by q.i), array_agg(coalesce(p.id is not null or v_same[q.i], false) order by q.i), true
      into v_known, v_same, v_any
      from unnest(p_ids) with ordinality q(id, i) left join lateral (select p.id from ledger_postings p where p.id = q.id offset 0) p on true;
  end if;
  -- mutant (ledger/step-up-sends): v_at - interval '7 days' => v_at
  select array_agg(coalesce(r.proven or r.first_at <= v_at - interval '7 days', false) order by q.i), array_agg(r.payer_id is not null order by q.i)
    into v_receiver_known, v_receiver_seen
    from unnest(p_payers, p_payees) with ordinality q(payer, payee, i)
    left join lateral (select * from ledger_receivers r where r.payer_id = p_accounts[q.payer] and r.receiver_id = p_accounts[q.payee] offset 0) r on true;

  v_app_known := array_fill(true, array[n]);
  v_app_seen := v_app_known;
  if exists (select from unnest(p_app_fees) fee where fee > 0) then
    select array_agg(q.fee = 0 or coalesce(r.proven or r.first_at <= v_at - interval '7 days', false) order by q.i), array_agg(q.fee = 0 or r.payer_id is not null order by q.i)
      into v_app_known, v_app_seen
      from unnest(p_payers, p_apps, p_app_fees) with ordinality q(payer, app, fee, i)
      left join lateral (select * from ledger_receivers r where r.payer_id = p_accounts[q.payer] and r.receiver_id = p_accounts[q.app] offset 0) r on true;
  end if;

  v_fee_balance := v_balances[v_fees];
  v_fee_version := v_versions[v_fees];
  for i in 1..n loop
    if v_any and v_known[i] is not null then
      v_outcomes[i] := case when v_same[i] then 'replayed' else 'key_reused' end;
      continue;
    end if;
    v_payer := p_payers[i]; v_payee := p_payees[i]; v_app := p_apps[i];
    v_amount := p_amounts[i]; v_fee := p_global_fees[i]; v_app_fee := p_app_fees[i];
    if v_open[v_payer] is not true then v_outcomes[i] := 'payer_closed'; continue; end if;
    if v_open[v_payee] is not true then v_outcomes[i] := 'payee_closed'; continue; end if;
    if v_app > 0 and v_open[v_app] is not true then v_outcomes[i] := 'app_closed'; continue; end if;
    if (v_payer <> v_payee and v_kinds[v_payer] = 'identity' and v_kinds[v_payee] = 'identity' and v_amount > 0
        and (v_app = 0 and v_app_fee = 0 or v_app > 0 and v_kinds[v_app] = 'app' and v_app_fee between 0 and (v_amount * 1000 + 9999) / 10000 + 1000000)
        and (v_fee = greatest(v_minimum, ledger_ceil_bps(v_amount, v_bps)) or v_fee = 0 and v_app > 0)) is not true then
      raise exception 'a send goes from one identity to another, with the fees of its rule' using errcode = 'restrict_violation';
    end if;
    -- A new day resets the counters. A clock that was set back does not.
    if v_days[v_payer] is null or v_days[v_payer] < v_day then
      -- mutant (ledger/step-up-sends): v_sent[v_payer] := 0; => nothing
      v_days[v_payer] := v_day; v_sent[v_payer] := 0; v_unproven[v_payer] := 0;
    end if;
    -- mutant (ledger/step-up-sends): + v_app_fee => nothing
    v_out := v_amount + v_app_fee;
    v_sum := v_unproven[v_payer] + v_out;
    -- mutant (ledger/step-up-sends): v_needed := v_sum => v_needed := v_amount
    v_needed := v_sum > v_step_ups[v_payer] or v_sum * 10 > v_step_ups[v_payer] and not (v_receiver_known[i] and v_app_known[i]);
    if v_needed and coalesce(p_proofs[i], 0) < 1 then v_outcomes[i] := 'step_up_needed'; continue; end if;
    -- mutant (ledger/step-up-sends): v_sent[v_payer] + v_out => v_out
    if v_sent[v_payer] + v_out > v_dailies[v_payer] then
      v_outcomes[i] := 'daily_limit';
      v_payer_balances[i] := greatest(v_dailies[v_payer] - v_sent[v_payer], 0);
      continue;
    end if;
    v_left := v_balances[v_payer] - v_amount - v_fee - v_app_fee;
    if v_left < 0 then
      v_outcomes[i] := 'insufficient';
      v_payer_balances[i] := v_balances[v_payer];
      continue;
    end if;
    -- mutant (checkout/suspense): + v_coming[v_payee] => nothing
    if v_balances[v_payee] + v_coming[v_payee] + v_amount > p_balance_max then v_outcomes[i] := 'payee_full'; continue; end if;
    v_outcomes[i] := 'posted';
    if v_out > v_notices[v_payer] then v_noticed := v_noticed || i; end if;
    v_sent[v_payer] := v_sent[v_payer] + v_out;
    -- mutant (ledger/step-up-sends): v_unproven[v_payer] := v_sum; => nothing
    v_unproven[v_payer] := v_sum;
    -- mutant (ledger/step-up-sends): v_needed or p_proofs[i] = 2 => true
    if v_needed or p_proofs[i] = 2 then
      v_unproven[v_payer] := 0;
      v_proven[i] := true;
      for j in i + 1..n loop
        if p_payers[j] = v_payer and p_payees[j] = v_payee then v_receiver_known[j] := true; end if;
        if p_payers[j] = v_payer and p_apps[j] = v_app and v_app_fee > 0 then v_app_known[j] := true; end if;
      end loop;
    end if;
    v_balances[v_payer] := v_left; v_versions[v_payer] := v_versions[v_payer] + 1;
    v_payer_balances[i] := v_left; v_payer_versions[i] := v_versions[v_payer];
    v_balances[v_payee] := v_balances[v_payee] + v_amount; v_versions[v_payee] := v_versions[v_payee] + 1;
    v_payee_balances[i] := v_balances[v_payee]; v_payee_versions[i] := v_versions[v_payee];
    if v_app_fee > 0 then
      v_balances[v_app] := v_balances[v_app] + v_app_fee; v_versions[v_app] := v_versions[v_app] + 1;
      v_app_balances[i] := v_balances[v_app]; v_app_versions[i] := v_versions[v_app];
    end if;
    if v_fee > 0 then
      v_fee_balance := v_fee_balance + v_fee; v_fee_version := v_fee_version + 1;
      v_fee_balances[i] := v_fee_balance; v_fee_versions[i] := v_fee_version;
    end if;
  end loop;
  v_balances[v_fees] := v_fee_balance;
  v_versions[v_fees] := v_fee_version;

  perform set_config('pid.posting', 'on', true);
  return query
  with sends as materialized (
    select q.* from unnest(p_ids, p_payers, p_payees, p_apps, p_amounts, p_global_fees, p_app_fees, v_outcomes, p_keys, p_hashes, p_notes,
      v_payer_balances, v_payer_versions, v_payee_balances, v_payee_versions, v_app_balances, v_app_versions, v_fee_balances, v_fee_versions,
      v_proven, v_receiver_seen, v_app_seen)
      with ordinality q(id, payer, payee, app, amount, fee, app_fee, outcome, key, hash, note,
        payer_balance, payer_version, payee_balance, payee_version, app_balance, app_version, fee_balance, fee_version, proven, seen, app_seen, i)
  ), postings as (
    insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, fee_rule, payer_balance, note, created_at)
    select id, 'send', p_accounts[payer], p_accounts[payee], case when app > 0 then p_accounts[app] end, amount, fee, app_fee, p_fee_rule, payer_balance, note, v_at
    from sends where payer_version > 0
  ), keys as (
    insert into ledger_keys (account_id, key, request_hash, subject, created_at)
    select p_accounts[payer], key, hash, id, v_at from sends where payer_version > 0 and key is not null
  ), receivers as (
    insert into ledger_receivers (payer_id, receiver_id, first_at, proven)
    select p_accounts[payer], p_accounts[receiver], v_at, bool_or(proven) from (
      select payer, payee as receiver, proven from sends where payer_version > 0 and (not seen or proven)
      union all select payer, app, proven from sends where app_version > 0 and (not app_seen or proven)
    ) paid group by payer, receiver
    on conflict (payer_id, receiver_id) do update set proven = true where excluded.proven and not ledger_receivers.proven
  ), accounts as (
    update ledger_accounts a set balance = m.balance, version = m.version, moved_at = v_at, sent_day = m.day, sent_today = m.sent, sent_unproven = m.unproven
    from unnest(p_accounts, v_balances, v_versions, v_days, v_sent, v_unproven) m(id, balance, version, day, sent, unproven) where a.id = m.id and a.version <> m.version
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after)
    select p_accounts[payer], payer_version, id, -(amount + fee + app_fee), payer_balance from sends where payer_version > 0
    union all select p_accounts[payee], payee_version, id, amount, payee_balance from sends where payee_version > 0
    union all select p_accounts[app], app_version, id, app_fee, app_balance from sends where app_version > 0
    union all select p_accounts[v_fees], fee_version, id, fee, fee_balance from sends where fee_version > 0
  )
  select s.outcome, case when s.outcome in ('replayed', 'key_reused') then v_known[s.i] else s.id end, s.payer_balance, v_at from sends s order by s.i;
  perform set_config('pid.posting', '', true);
  -- Above the payer's notice amount: the notice is written in the same transaction, so that a crash cannot lose it.
  if v_noticed is not null then
    perform tell_owner(payer.identity_id, 'money.sent', jsonb_build_object('id', p_ids[i], 'to', identities.handle || '@pid', 'amount', p_amounts[i]), v_at)
      from unnest(v_noticed) i join ledger_accounts payer on payer.id = p_accounts[p_payers[i]]
        join ledger_accounts payee on payee.id = p_accounts[p_payees[i]] join identities on identities.id = payee.identity_id;
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_postings_only_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.note is null and to_jsonb(new) - 'note' = to_jsonb(old) - 'note'
    and exists (select from ledger_accounts where id in (old.payer_id, old.payee_id) and closed_at < now() - interval '30 days')
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_refund_accepted(p_now timestamp with time zone, p_item uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense set refund_accepted_at = coalesce(refund_accepted_at, p_now) where id = p_item and refund_asked_at is not null;
  perform set_config('pid.posting', '', true);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_release_held(p_now timestamp with time zone, p_postings uuid[], p_payments uuid[], p_payers bigint[], p_held bigint[], p_returned bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts a set held = a.held - released.amount
    from (select id, sum(amount)::bigint as amount from unnest(p_payers, p_held) held(id, amount) group by id) released where a.id = released.id;
  insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    select gen_random_uuid(), 'payment', ended.payment, ended.payer, ended.returned, 'account_closed', date_trunc('milliseconds', p_now), ended.posting
    from unnest(p_postings, p_payments, p_payers, p_returned) ended(posting, payment, payer, returned)
    where ended.returned > 0 and ledger_is_closed(ended.payer);
  perform set_config('pid.posting', '', true);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_return_activation(p_now timestamp with time zone, p_id uuid, p_operation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c_suspense constant bigint := 9000000000000000006;
  c_activations constant bigint := 9000000000000000008;
  v_taken ledger_postings;
  v_payer ledger_accounts;
  v_is_closed boolean;
  v_at timestamptz;
begin
  select * into v_taken from ledger_postings where type = 'activation' and reference = p_operation;
  if not found then return; end if;
  perform ledger_lock_accounts(array[v_taken.payer_id, c_suspense, c_activations]);
  if exists (select from ledger_postings where type = 'activation_return' and reference = p_operation) then return; end if;
  -- mutant (account/paid-activation): if not exists (select from paid_operations => if false and not exists (select from paid_operations
  if not exists (select from paid_operations where id = p_operation and state in ('failed', 'expired', 'superseded')) then
    raise exception 'operation % may still land', p_operation using errcode = 'restrict_violation';
  end if;
  select * into v_payer from ledger_accounts where id = v_taken.payer_id;
  v_is_closed := v_payer.closed_at is not null;
  select w.at into v_at from ledger_write(p_now, p_id, 'activation_return', null, case when not v_is_closed then v_payer.id end, null, v_taken.amount,
    0, 0, 0, null, p_operation, array[case when v_is_closed then c_suspense else v_payer.id end, c_activations], array[v_taken.amount, -v_taken.amount]) w;
  if v_is_closed then
    perform set_config('pid.posting', 'on', true);
    insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    values (gen_random_uuid(), 'activation', p_operation, v_payer.id, v_taken.amount, 'account_closed', date_trunc('milliseconds', p_now), p_id);
    perform set_config('pid.posting', '', true);
  else
    perform tell_owner(v_payer.identity_id, 'activation.returned', jsonb_build_object('id', p_id, 'amount', v_taken.amount), v_at);
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_return_settlement(p_now timestamp with time zone, p_posting uuid, p_settlement uuid, p_app bigint, p_amount bigint, p_fee bigint, p_was_paid boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  c_clearing constant bigint := 9000000000000000002;
  c_suspense constant bigint := 9000000000000000006;
  c_settlements constant bigint := 9000000000000000007;
  c_total constant bigint := p_amount + p_fee;
  v_is_closed constant boolean := ledger_is_closed(p_app);
  v_to constant bigint := case when v_is_closed then c_suspense else p_app end;
begin
  if p_was_paid then
    perform ledger_write(p_now, p_posting, 'settlement_return', null, case when not v_is_closed then p_app end, p_app, c_total, 0, 0, 0, null, p_settlement,
      array[v_to, c_clearing, ledger_fee_account(p_settlement)], array[c_total, -p_amount, -p_fee]);
  else
    perform ledger_write(p_now, p_posting, 'settlement_return', null, case when not v_is_closed then p_app end, p_app, c_total, 0, 0, 0, null, p_settlement,
      array[v_to, c_settlements], array[c_total, -c_total]);
  end if;
  if v_is_closed then
    perform set_config('pid.posting', 'on', true);
    insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    values (gen_random_uuid(), 'settlement', p_settlement, p_app, c_total, 'app_closed', date_trunc('milliseconds', p_now), p_posting);
    perform set_config('pid.posting', '', true);
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_take_activation(p_now timestamp with time zone, p_id uuid, p_payer bigint, p_operation uuid, p_step_up bigint, p_daily_limit bigint, p_zone text, OUT outcome text, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  c_activations constant bigint := 9000000000000000008;
  c_signed constant integer := 2;
  v_payer ledger_accounts;
  v_operation paid_operations;
  v_judged record;
  v_at timestamptz;
begin
  perform ledger_lock_accounts(array[p_payer, c_activations]);
  select * into v_payer from ledger_accounts where id = p_payer and kind = 'identity';
  select * into v_operation from paid_operations where id = p_operation and state = 'prepared';
  if v_operation.id is null or v_operation.identity_id is distinct from v_payer.identity_id or coalesce(v_operation.price, 0) <= 0 then
    raise exception 'the price of an activation is paid by its player' using errcode = 'restrict_violation';
  end if;
  select * into v_judged from ledger_judge_payer(
    p_now, p_payer, array[c_activations], v_operation.price, v_operation.price, c_signed, p_step_up, p_daily_limit, p_zone);
  if v_judged.outcome <> 'ok' then outcome := v_judged.outcome; available := v_judged.available; return; end if;
  perform ledger_count_payer(p_now, p_payer, array[c_activations], v_judged.proven, v_judged.day, v_judged.sent, v_judged.unproven, 0);
  select w.at into v_at from ledger_write(p_now, p_id, 'activation', p_payer, null, null, v_operation.price, 0, 0, 0, null, p_operation,
    array[p_payer, c_activations], array[-v_operation.price, v_operation.price]) w;
  if v_judged.noticed then
    perform tell_owner(v_payer.identity_id, 'activation.paid', jsonb_build_object('id', p_id, 'amount', v_operation.price), v_at);
  end if;
  outcome := 'posted';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_take_recovered(p_now timestamp with time zone, p_id uuid, p_app bigint, p_total bigint, OUT outcome text, OUT available bigint, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  c_settlements constant bigint := 9000000000000000007;
  v_escrow ledger_accounts;
begin
  perform ledger_lock_accounts(array[p_app, c_settlements]);
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app';
  if p_total is null or p_total <= 0 or v_escrow.id is null then
    raise exception 'a settlement is taken from the escrow of an app' using errcode = 'restrict_violation';
  end if;
  if v_escrow.closed_at is not null then outcome := 'app_closed'; return; end if;
  available := v_escrow.balance - v_escrow.deposited;
  if available < p_total then outcome := 'insufficient'; return; end if;
  select w.at into at
    from ledger_write(p_now, p_id, 'settlement', p_app, null, p_app, p_total, 0, 0, 0, null, p_id, array[p_app, c_settlements], array[-p_total, p_total]) w;
  outcome := 'taken';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_take_settlement(p_now timestamp with time zone, p_id uuid, p_app bigint, p_total bigint, OUT outcome text, OUT available bigint, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  c_settlements constant bigint := 9000000000000000007;
  v_escrow ledger_accounts;
begin
  perform ledger_lock_accounts(array[p_app, c_settlements]);
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app';
  if p_total is null or p_total <= 0 or v_escrow.id is null then
    raise exception 'a settlement is taken from the escrow of an app' using errcode = 'restrict_violation';
  end if;
  if v_escrow.closed_at is not null then outcome := 'app_closed'; return; end if;
  -- By the database's clock: the clock of a node does not shorten the seven days.
  available := ledger_available(p_app, clock_timestamp());
  -- mutant (settlements/request-settlement): if available < p_total => if v_escrow.balance < p_total
  if available < p_total then outcome := 'insufficient'; return; end if;
  select w.at into at
    from ledger_write(p_now, p_id, 'settlement', p_app, null, p_app, p_total, 0, 0, 0, null, p_id, array[p_app, c_settlements], array[-p_total, p_total]) w;
  outcome := 'taken';
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_version_at(p_account bigint, p_moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_write(p_now timestamp with time zone, p_id uuid, p_type text, p_payer bigint, p_payee bigint, p_app bigint, p_amount bigint, p_global_fee bigint, p_app_fee bigint, p_provider_fee bigint, p_fee_rule smallint, p_reference uuid, p_accounts bigint[], p_amounts bigint[], OUT payer_balance bigint, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_moved int;
begin
  perform set_config('pid.posting', 'on', true);
  select greatest(p_now, max(l.moved_at)) into at
    from (select moved_at from ledger_accounts where id = any(p_accounts) order by id for no key update) l;
  with moved as (
    update ledger_accounts a set balance = a.balance + e.amount, version = a.version + 1, moved_at = at,
      deposited = greatest(a.deposited + case when p_type = 'deposit' or e.amount < 0 and p_type <> 'settlement' then e.amount else 0 end, 0)
    from unnest(p_accounts, p_amounts) e(id, amount) where a.id = e.id and e.amount <> 0
    returning a.id, a.version, e.amount, a.balance
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after) select m.id, m.version, p_id, m.amount, m.balance from moved m
    returning account_id, balance_after
  )
  select max(e.balance_after) filter (where e.account_id = p_payer), count(*) into payer_balance, v_moved from entries e;
  if v_moved <> (select count(*) from unnest(p_amounts) amount where amount <> 0) then
    raise exception 'an account to post to is missing or named twice' using errcode = 'foreign_key_violation';
  end if;
  insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, provider_fee, fee_rule, payer_balance, reference, created_at)
  values (p_id, p_type, p_payer, p_payee, p_app, p_amount, p_global_fee, p_app_fee, p_provider_fee, p_fee_rule, payer_balance, p_reference, at);
  perform set_config('pid.posting', '', true);
end $function$
;
CREATE OR REPLACE FUNCTION public.ledger_write_all(p_now timestamp with time zone, p_postings ledger_postings[], p_positions integer[], p_accounts bigint[], p_amounts bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_at timestamptz;
  v_written int;
begin
  perform set_config('pid.posting', 'on', true);
  select greatest(p_now, max(moved_at)) into v_at from ledger_accounts where id = any(p_accounts);
  with asked as materialized (
    select e.position, e.account, e.amount, a.kind, a.balance + sum(e.amount) over of_account as balance, a.version + row_number() over of_account as version
    from unnest(p_positions, p_accounts, p_amounts) with ordinality e(position, account, amount, i) join ledger_accounts a on a.id = e.account
    where e.amount <> 0 window of_account as (partition by e.account order by e.i)
  ), moved as (
    update ledger_accounts a set balance = m.balance, version = m.version, moved_at = v_at
    from (select distinct on (account) account, balance, version from asked order by account, version desc) m where a.id = m.account
  ), postings as (
    insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, provider_fee, fee_rule, reference, created_at)
    select p.id, p.type, p.payer_id, p.payee_id, p.app_id, p.amount, p.global_fee, p.app_fee, 0, p.fee_rule, p.reference, v_at from unnest(p_postings) p
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after)
    select account, version, p_postings[position].id, amount, balance from asked where kind <> 'app' or amount > 0 returning 1
  )
  select count(*) into v_written from entries;
  if v_written <> (select count(*) from unnest(p_amounts) amount where amount <> 0) then
    raise exception 'an account to post to is missing, or an escrow would pay' using errcode = 'foreign_key_violation';
  end if;
  perform set_config('pid.posting', '', true);
end $function$
;
CREATE OR REPLACE FUNCTION public.next_month(p_moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (date_trunc('month', p_moment at time zone 'UTC') + interval '1 month') at time zone 'UTC'
$function$
;
CREATE OR REPLACE FUNCTION public.notice_data(p_type text, p_data jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  with refund as (select id, payment_id from payment_refund_facts where p_type = 'money.returned' and id = (p_data->>'id')::uuid)
  select p_data
    || coalesce((select jsonb_build_object('app', name) from app_facts where p_type = 'money.returned' and client_id = p_data->>'from'), '{}')
    || coalesce((select jsonb_build_object('payment', f.id, 'app', coalesce(f.app_name, (select name from app_facts where client_id = f.client_id)),
        'to', (select pid from identity_facts where id = f.payee_identity_id), 'item', f.description, 'goods', f.goods, 'status', f.status, 'refunded', f.refunded)
      -- Only the payer may see the fees and the part of the hold that came back.
      || case when p_type = 'money.received' then '{}' else jsonb_build_object('fee', f.confirmed_total - f.amount, 'returned', f.returned) end
      from payment_facts f where f.id = case when p_type = 'payment.confirmed' then (p_data->>'id')::uuid
        when p_type in ('money.received', 'money.returned') then coalesce((p_data->>'payment')::uuid, (select payment_id from refund)) end), '{}')
    || case when exists (select from refund) then '{"refund": true}'::jsonb else '{}' end
$function$
;
CREATE OR REPLACE FUNCTION public.number_app_events(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_count int;
begin
  if not pg_try_advisory_xact_lock(4100009) then return null; end if;
  with fresh as materialized (
    select id, client_id from app_events where number is null order by id limit p_most
  ), heads as (
    insert into app_event_heads as h (client_id, last) select client_id, count(*) from fresh group by client_id
    on conflict (client_id) do update set last = h.last + excluded.last returning client_id, last
  ), numbered as (
    update app_events e set number = n.number from (
      select f.id, heads.last - count(*) over (partition by f.client_id) + row_number() over (partition by f.client_id order by f.id) as number
      from fresh f join heads using (client_id)
    ) n where e.id = n.id
  ), told as (
    select pg_notify('pid', 'app-events:' || client_id) from heads
  )
  select (select count(*) from fresh) + 0 * count(*) into v_count from told;
  return v_count;
end $function$
;
CREATE OR REPLACE FUNCTION public.partition_add(p_table text, p_key_type regtype, p_begins timestamp with time zone, p_ends timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare v_name text := p_table || to_char(p_begins at time zone 'UTC', '_YYYY_MM');
begin
  perform partition_make(p_table, v_name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, v_name, partition_bound(p_key_type, p_begins), partition_bound(p_key_type, p_ends));
end $function$
;
CREATE OR REPLACE FUNCTION public.partition_ahead(p_table text, p_until timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_last record;
  v_begins timestamptz;
  v_ends timestamptz;
  v_made integer := 0;
begin
  select key, key_type, max(ends) as ends into v_last from partitions where parent = p_table group by key, key_type;
  v_begins := v_last.ends;
  while v_begins < p_until loop
    v_ends := next_month(v_begins);
    begin
      perform partition_add(p_table, v_last.key_type, v_begins, v_ends);
    exception when check_violation then
      v_ends := partition_name_the_rest(p_table, v_last.key, v_last.key_type, v_begins, p_until);
    end;
    v_begins := v_ends;
    v_made := v_made + 1;
  end loop;
  return v_made;
end $function$
;
CREATE OR REPLACE FUNCTION public.partition_bound(p_type regtype, p_moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case p_type when 'timestamptz'::regtype then p_moment::text
    else (lpad(to_hex((extract(epoch from p_moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text end
$function$
;
CREATE OR REPLACE FUNCTION public.partition_make(p_table text, p_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare v_trigger text;
begin
  execute format('create table %I (like %I including defaults including constraints)', p_name, p_table);
  for v_trigger in
    select replace(pg_get_triggerdef(oid), format(' ON %I.%I ', current_schema(), p_table), format(' ON %I.%I ', current_schema(), p_name))
    from pg_trigger where tgrelid = p_table::regclass and not tgisinternal and tgtype & 1 = 0
  loop execute v_trigger; end loop;
end $function$
;
CREATE OR REPLACE FUNCTION public.partition_moment(p_type regtype, p_bound text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case p_type when 'timestamptz'::regtype then p_bound::timestamptz
    else to_timestamp(('x' || lpad(left(replace(p_bound, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) end
$function$
;
CREATE OR REPLACE FUNCTION public.partition_name_the_rest(p_table text, p_key text, p_key_type regtype, p_begins timestamp with time zone, p_limit timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
declare
  v_rest text := p_table || '_rest';
  v_name text := p_table || to_char(p_begins at time zone 'UTC', '_YYYY_MM');
  v_last text;
  v_ends timestamptz;
begin
  execute format('alter table %I detach partition %I', p_table, v_rest);
  execute format('select %I::text from %I order by %I desc limit 1', p_key, v_rest, p_key) into v_last;
  v_ends := next_month(partition_moment(p_key_type, v_last));
  if v_ends > next_month(p_limit) then
    raise exception '% holds rows of %, far ahead of its months', v_rest, partition_moment(p_key_type, v_last) using errcode = 'check_violation';
  end if;
  execute format('alter table %I rename to %I', v_rest, v_name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, v_name, partition_bound(p_key_type, p_begins), partition_bound(p_key_type, v_ends));
  perform partition_make(p_table, v_rest);
  execute format('alter table %I attach partition %I default', p_table, v_rest);
  return v_ends;
end $function$
;
CREATE OR REPLACE FUNCTION public.partition_table(p_table text, p_key text, p_ends timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_first text := p_table || '_first';
  v_old oid := p_table::regclass;
  v_key_type regtype;
  v_columns text[];
  v_primary text;
  v_identity text;
  v_statements text[];
  v_after text[];
  v_row record;
begin
  execute format('lock table %I in access exclusive mode', p_table);
  if exists (select from pg_constraint where contype = 'f' and v_old in (conrelid, confrelid)) then raise exception '% has foreign keys', p_table; end if;
  select atttypid into strict v_key_type from pg_attribute where attrelid = v_old and attname = p_key and attnotnull;

  -- Collects the definitions that are created again on the new table. Partitions inherit the privileges of the table.
  select array_agg(pg_get_indexdef(indexrelid)) into v_statements from pg_index where indrelid = v_old and not indisprimary
    and indexrelid is distinct from to_regclass(quote_ident(v_first || '_key'));
  v_statements := v_statements || array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = v_old and not tgisinternal order by tgname);
  for v_row in
    select null::name as attname, a.* from pg_class, aclexplode(relacl) a where oid = v_old and a.grantee <> relowner
    union all select attname, a.* from pg_attribute, aclexplode(attacl) a where attrelid = v_old
  loop
    v_statements := v_statements || format('grant %s%s on %I to %s', v_row.privilege_type, case when v_row.attname is null then '' else format(' (%I)', v_row.attname) end, p_table,
      case v_row.grantee when 0 then 'public' else v_row.grantee::regrole::text end);
    -- mutant (platform/db/move-to-partitions): revoke all on => revoke truncate on
    v_after := v_after || format('revoke all on %I from %s', v_first, case v_row.grantee when 0 then 'public' else v_row.grantee::regrole::text end);
  end loop;
  v_after := v_after || array(
    select distinct format('create or replace view %s as %s', r.ev_class::regclass, pg_get_viewdef(r.ev_class)) from pg_depend d join pg_rewrite r on r.oid = d.objid
    where d.classid = 'pg_rewrite'::regclass and d.refobjid = v_old);

  -- The numbering continues with a sequence of the new table. Roles that cannot write the column cannot bypass its default.
  select attname into v_identity from pg_attribute where attrelid = v_old and attidentity <> '';
  if v_identity is not null then
    execute format('create sequence %I as bigint start %s', p_table || '_ids', nextval(pg_get_serial_sequence(quote_ident(p_table), v_identity)));
    execute format('alter table %I alter column %I drop identity, alter column %I set default nextval(%L)', p_table, v_identity, v_identity, p_table || '_ids');
    v_after := v_after || format('alter sequence %I owned by %I.%I', p_table || '_ids', p_table, v_identity) || array(
      select format('grant usage on sequence %I to %s', p_table || '_ids', grantee::regrole) from (
        select a.grantee from pg_class, aclexplode(relacl) a where oid = v_old and a.privilege_type = 'INSERT' and a.grantee <> relowner
        union select a.grantee from pg_attribute, aclexplode(attacl) a where attrelid = v_old and a.privilege_type = 'INSERT') writers);
  end if;

  -- The primary key must contain the partition key.
  select conname, array(select attname::text from unnest(conkey) with ordinality k(number, place) join pg_attribute on attrelid = v_old and attnum = k.number order by k.place)
    into strict v_primary, v_columns from pg_constraint where conrelid = v_old and contype = 'p';
  if p_key = any(v_columns) then
    execute format('alter table %I rename constraint %I to %I', p_table, v_primary, v_first || '_pkey');
  else
    v_columns := v_columns || p_key;
    if to_regclass(quote_ident(v_first || '_key')) is null then
      execute format('create unique index %I on %I (%s)', v_first || '_key', p_table, (select string_agg(quote_ident(c), ', ') from unnest(v_columns) c));
    end if;
    execute format('alter table %I drop constraint %I, add constraint %I primary key using index %I', p_table, v_primary, v_first || '_pkey', v_first || '_key');
  end if;
  for v_row in select indexrelid::regclass as name, relname from pg_index join pg_class on oid = indexrelid where indrelid = v_old and not indisprimary loop
    execute format('alter index %s rename to %I', v_row.name, v_row.relname || '_first');
  end loop;
  for v_row in select tgname from pg_trigger where tgrelid = v_old and not tgisinternal and tgtype & 1 = 1 loop
    execute format('drop trigger %I on %I', v_row.tgname, p_table);
  end loop;

  execute format('alter table %I rename to %I', p_table, v_first);
  execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', p_table, v_first, p_key);
  execute format('alter table %I drop constraint if exists %I, add primary key (%s)', p_table, p_table || '_ends', (select string_agg(quote_ident(c), ', ') from unnest(v_columns) c));
  for v_row in select statement from unnest(v_statements) statement loop execute v_row.statement; end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', p_table, v_first, partition_bound(v_key_type, p_ends));
  execute format('alter table %I drop constraint if exists %I', v_first, p_table || '_ends');
  for v_row in select statement from unnest(v_after) statement loop execute v_row.statement; end loop;
  perform partition_make(p_table, p_table || '_rest');
  execute format('alter table %I attach partition %I default', p_table, p_table || '_rest');
  perform partition_ahead(p_table, now() + interval '3 months');
end $function$
;
CREATE OR REPLACE FUNCTION public.partitions_ahead()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET lock_timeout TO '2s'
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_row record;
  v_made integer := 0;
begin
  if not pg_try_advisory_xact_lock(4100012) then return 0; end if;
  for v_row in select distinct parent from partitions order by parent loop
    v_made := v_made + partition_ahead(v_row.parent, now() + interval '3 months');
  end loop;
  for v_row in
    select c.conrelid::regclass as name, c.conname from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.connamespace = current_schema()::regnamespace and c.contype = 'c' and c.conname = t.relname || '_ends' and t.relkind = 'r' and not t.relispartition
      -- mutant (platform/db/move-to-partitions): now() + interval '7 days' => now() - interval '7 days'
      and coalesce(obj_description(c.oid, 'pg_constraint')::timestamptz, '-infinity') < now() + interval '7 days'
  loop
    execute format('alter table %s drop constraint %I', v_row.name, v_row.conname);
  end loop;
  return v_made;
end $function$
;
CREATE OR REPLACE FUNCTION public.paused_apps(p_client_ids text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_identities(array(select a.owner_id from apps a where a.client_id = any(p_client_ids)));
  -- A separate statement, whose snapshot is taken after the owners were locked.
  return query
    select held.client_id
    from (select a.client_id, a.owner_id, a.paused_at, a.deleted_at from apps a where a.client_id = any(p_client_ids) order by a.client_id for share) held
    where held.deleted_at is null
      and (held.paused_at is not null or not exists (select from identity_facts i where i.id = held.owner_id and i.status = 'active'));
end $function$
;
CREATE OR REPLACE FUNCTION public.payment_confirm_all(p_payments uuid[], p_postings uuid[], p_payers uuid[], p_payer_accounts bigint[], p_expected_totals bigint[], p_proofs integer[], p_fee_rule smallint, p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text)
 RETURNS TABLE(outcome text, available bigint, total bigint, global_fee bigint, app_fee bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_variable
declare
  v_paused text[];
  v_now timestamptz;
  v_order record;
  v_payment payments;
  v_payer ledger_accounts;
  v_posting ledger_postings;
  v_judged record;
  v_to_app boolean; v_is_manual boolean; v_is_known boolean; v_credited bigint;
  v_changed payments[]; v_types text[]; v_noticed uuid[];
  v_payers ledger_accounts[]; v_paying bigint[]; v_receivers bigint[]; v_proven boolean[];
  v_postings ledger_postings[]; v_positions int[]; v_accounts bigint[]; v_amounts bigint[];
begin
  if (select count(distinct id) < cardinality(p_payments) from unnest(p_payments) id) or (select count(distinct id) < cardinality(p_payers) from unnest(p_payers) id) then
    raise exception 'a batch names each payment and each payer once' using errcode = 'restrict_violation';
  end if;
  v_paused := array(select paused_apps(array(select p.client_id from payments p where p.id = any(p_payments))));
  perform ledger_lock_accounts(p_payer_accounts || array(
    select touched.id from unnest(p_payments) q(id) cross join lateral (select * from payments p where p.id = q.id offset 0) p
      cross join unnest(array[p.payee_account_id, p.app_account_id, case p.capture when 'manual' then p.hold_account_id else payment_fee_account_of(p.app_account_id) end]) touched(id)
    where p.status = 'open'));
  perform from payments p where p.id = any(p_payments) order by p.id for no key update;
  v_now := clock_timestamp();

  for v_order in
    select q.*, p as payment, payer as payer, terms.*, fees.global_fee as its_global_fee, fees.app_fee as its_app_fee,
      payee.id is not null and payee.closed_at is null as payee_is_open, app.id is not null and app.closed_at is null as app_is_open,
      paid_payee.is_proven as payee_is_proven, coalesce(paid_payee.is_known, false) as knows_payee,
      paid_app.is_proven as app_is_proven, coalesce(paid_app.is_known, false) as knows_app
    from unnest(p_payments, p_postings, p_payers, p_payer_accounts, p_expected_totals, p_proofs)
      with ordinality q(payment_id, posting_id, payer_id, payer_account_id, expected_total, proof, i)
    left join payments p on p.id = q.payment_id
    left join lateral ledger_account_of(q.payer_account_id) payer on payer.identity_id = q.payer_id
    left join lateral ledger_account_of(p.payee_account_id) payee on true
    left join lateral ledger_account_of(p.app_account_id) app on true
    left join lateral ledger_paid_before(q.payer_account_id, p.payee_account_id, greatest(v_now, payer.moved_at)) paid_payee on true
    left join lateral ledger_paid_before(q.payer_account_id, p.app_account_id, greatest(v_now, payer.moved_at)) paid_app on true
    left join lateral terms_of_app(p.client_id, q.payer_id) terms on true
    left join lateral fees_of_payment(p.amount, p.payee_identity_id is null, p_fee_rule, terms.is_waived, terms.fee_bps, terms.fee_flat) fees on true
    order by q.i
  loop
    v_payment := v_order.payment;
    v_payer := v_order.payer;
    outcome := null; available := null;
    global_fee := v_order.its_global_fee; app_fee := v_order.its_app_fee;
    total := v_payment.amount + global_fee + app_fee;
    v_to_app := v_payment.payee_identity_id is null;
    v_is_manual := v_payment.capture = 'manual';
    -- mutant (payments/payments): or v_now >= v_payment.expires_at => nothing
    outcome := case
      when v_payment.id is null or v_payment.asked_identity_id <> v_order.payer_id then 'not_found'
      when v_payment.status <> 'open' or v_now >= v_payment.expires_at then 'ended'
      when v_payment.client_id = any(v_paused) then 'app_paused'
      when v_order.owner_id is null or not v_order.app_is_open then 'not_found'
      when v_order.payer_id in (v_order.owner_id, v_payment.payee_identity_id) then 'own_payment'
      when v_order.expected_total is distinct from total then 'total_changed'
      when not v_order.payee_is_open then 'payee_closed'
      when v_payer.id is null then 'payer_closed' end;
    if outcome is not null then return next; continue; end if;

    v_is_known := v_order.knows_payee and (app_fee = 0 or v_order.knows_app);
    v_judged := ledger_judge(v_payer, v_now, v_is_known, v_payment.amount + app_fee, total, v_order.proof, p_step_up, p_daily_limit, p_zone);
    outcome := v_judged.outcome; available := v_judged.available;
    if outcome <> 'ok' then return next; continue; end if;
    -- Judged last, so that only a payer who could pay learns that the receiver's balance is full. Counts what this batch has credited so far.
    if not v_is_manual and not v_to_app then
      v_credited := (select coalesce(sum(m.amount), 0) from unnest(v_accounts, v_amounts) m(account, amount) where m.account = v_payment.payee_account_id and m.amount > 0);
      -- mutant (payments/batches): v_credited + v_payment.amount => v_payment.amount
      if not ledger_has_room(v_payment.payee_account_id, v_credited + v_payment.amount, p_balance_max) then outcome := 'payee_full'; return next; continue; end if;
    end if;

    v_payment.status := case when v_is_manual then 'held' else 'paid' end;
    v_payment.payer_identity_id := v_order.payer_id;
    v_payment.payer_account_id := v_payer.id;
    v_payment.app_name := v_order.name;
    v_payment.fee_rule := p_fee_rule; v_payment.fee_bps := v_order.fee_bps; v_payment.fee_flat := v_order.fee_flat; v_payment.is_waived := v_order.is_waived;
    v_payment.global_fee := global_fee; v_payment.app_fee := app_fee; v_payment.confirmed_total := total; v_payment.confirmed_at := v_now;
    if v_is_manual then
      v_payment.capture_by := v_now + make_interval(secs => v_payment.capture_within_seconds);
      v_payment.due_at := v_payment.capture_by - make_interval(secs => least(3600, v_payment.capture_within_seconds / 4));
    else
      v_payment.captured := v_payment.amount;
      v_payment.paid_at := v_now;
    end if;
    v_changed := v_changed || v_payment;
    v_types := v_types || ('payment.' || v_payment.status);
    v_payer.sent_day := v_judged.day; v_payer.sent_today := v_judged.sent; v_payer.sent_unproven := v_judged.unproven;
    if v_is_manual then v_payer.held := v_payer.held + total; end if;
    v_payers := v_payers || v_payer;
    -- mutant (payments/batches): v_order.payee_is_proven is null => false
    if v_order.payee_is_proven is null or v_judged.proven and not v_order.payee_is_proven then
      v_paying := v_paying || v_payer.id; v_receivers := v_receivers || v_payment.payee_account_id; v_proven := v_proven || v_judged.proven;
    end if;
    if app_fee > 0 and (v_order.app_is_proven is null or v_judged.proven and not v_order.app_is_proven) then
      v_paying := v_paying || v_payer.id; v_receivers := v_receivers || v_payment.app_account_id; v_proven := v_proven || v_judged.proven;
    end if;
    v_posting := null;
    v_posting.id := v_order.posting_id; v_posting.payer_id := v_payer.id; v_posting.payee_id := v_payment.payee_account_id; v_posting.app_id := v_payment.app_account_id;
    v_posting.reference := v_payment.id;
    if v_is_manual then
      v_posting.type := 'hold'; v_posting.amount := total; v_posting.global_fee := 0; v_posting.app_fee := 0;
      v_accounts := v_accounts || array[v_payer.id, v_payment.hold_account_id];
      v_amounts := v_amounts || array[-total, total];
    else
      v_posting.type := 'payment'; v_posting.amount := v_payment.amount; v_posting.global_fee := global_fee; v_posting.app_fee := app_fee; v_posting.fee_rule := p_fee_rule;
      v_accounts := v_accounts || array[v_payer.id, v_payment.payee_account_id, v_payment.app_account_id, payment_fee_account_of(v_payment.app_account_id)];
      v_amounts := v_amounts || array[-total, v_payment.amount, app_fee, global_fee];
    end if;
    v_postings := v_postings || v_posting;
    v_positions := v_positions || array_fill(cardinality(v_postings), array[cardinality(v_accounts) - coalesce(cardinality(v_positions), 0)]);
    if v_judged.noticed then v_noticed := v_noticed || v_payment.id; end if;
    outcome := v_payment.status;
    return next;
  end loop;
  if v_changed is null then return; end if;

  perform payments_save(v_changed);
  perform ledger_count_payers(v_now, v_payers, v_paying, v_receivers, v_proven);
  perform ledger_write_all(v_now, v_postings, v_positions, v_accounts, v_amounts);
  perform tell_of_payments(v_changed, v_types);
  -- Above the payer's notice amount: the notice is written in the same transaction, so that a crash cannot lose it.
  if v_noticed is not null then
    perform tell_owner(p.payer_identity_id, 'payment.confirmed', jsonb_build_object('id', p.id, 'app', p.app_name, 'amount', p.confirmed_total), v_now)
      from unnest(v_changed) p where p.id = any(v_noticed);
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.payment_end(p_payment uuid, p_status text, p_by uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_payment payments;
begin
  if p_status not in ('declined', 'cancelled', 'expired') then raise exception 'an open payment is declined, cancelled or expires' using errcode = 'restrict_violation'; end if;
  update payments set status = p_status, ended_at = clock_timestamp(), ended_by = p_by
    where id = p_payment and case status when 'open' then (clock_timestamp() < expires_at) = (p_status <> 'expired') end returning * into v_payment;
  if not found then return false; end if;
  perform tell_of_payment(v_payment, 'payment.' || p_status);
  return true;
end $function$
;
CREATE OR REPLACE FUNCTION public.payment_end_holds(p_payments uuid[], p_client_ids text[], p_postings uuid[], p_amounts bigint[], p_balance_max bigint, p_is_forced boolean)
 RETURNS TABLE(outcome text, most bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_variable
declare
  c_suspense constant bigint := 9000000000000000006;
  v_held uuid[];
  v_paused text[];
  v_now timestamptz;
  v_order record;
  v_payment payments;
  v_posting ledger_postings;
  v_amount bigint; v_rest bigint; v_to bigint; v_credited bigint;
  v_is_void boolean;
  v_changed payments[]; v_types text[];
  v_ids uuid[]; v_posting_ids uuid[]; v_payers bigint[]; v_held_amounts bigint[]; v_returned bigint[];
  v_postings ledger_postings[]; v_positions int[]; v_accounts bigint[]; v_amounts bigint[];
begin
  if (select count(distinct id) < cardinality(p_payments) from unnest(p_payments) id) then
    raise exception 'a batch names each payment once' using errcode = 'restrict_violation';
  end if;
  -- `offset 0` makes the planner look payments up by id, and not by their status.
  v_held := array(select q.id from unnest(p_payments) q(id) cross join lateral (select p.status from payments p where p.id = q.id offset 0) p where p.status = 'held');
  -- A paused app captures nothing. Voids are always possible.
  v_paused := array(select paused_apps(array(select q.client_id from unnest(p_client_ids, p_amounts) q(client_id, amount) where q.amount is distinct from 0)));
  perform ledger_lock_accounts(array(
    select touched.id from unnest(p_payments, p_amounts) q(payment_id, amount) join payments p on p.id = q.payment_id
      -- mutant (payments/batches): case when ledger_is_closed(p.payer_account_id) then c_suspense end => c_suspense
      cross join unnest(array[p.hold_account_id, p.payer_account_id, case when ledger_is_closed(p.payer_account_id) then c_suspense end]
        || case when q.amount is distinct from 0 then array[p.payee_account_id, p.app_account_id, payment_fee_account_of(p.app_account_id)] end) touched(id)
    where p.id = any(v_held)));
  perform from payments p where p.id = any(v_held) order by p.id for no key update;
  v_now := clock_timestamp();

  for v_order in
    select q.*, p as payment, payer.closed_at is not null as payer_is_closed, payee.id is not null and payee.closed_at is null as payee_is_open, fees.*
    from unnest(p_payments, p_client_ids, p_postings, p_amounts) with ordinality q(payment_id, client_id, posting_id, amount, i)
    left join payments p on p.id = q.payment_id
    left join lateral ledger_account_of(p.payer_account_id) payer on true
    left join lateral ledger_account_of(p.payee_account_id) payee on true
    left join lateral fees_of_payment(coalesce(q.amount, p.amount), p.payee_identity_id is null, p.fee_rule, p.is_waived, p.fee_bps, p.fee_flat) fees on true
    order by q.i
  loop
    v_payment := v_order.payment;
    v_amount := coalesce(v_order.amount, v_payment.amount);
    v_is_void := v_amount = 0;
    most := null;
    outcome := case
      when v_payment.id is null or v_payment.client_id <> v_order.client_id then 'not_found'
      when v_payment.status <> 'held' or not v_payment.id = any(v_held) then 'ended'
      when v_amount not between 0 and v_payment.amount then 'beyond'
      when not v_is_void and v_payment.client_id = any(v_paused) then 'app_paused'
      when v_order.client_id is null and not p_is_forced and v_now < v_payment.capture_by then 'early' end;
    if outcome = 'beyond' then most := v_payment.amount; end if;
    if outcome is not null then return next; continue; end if;
    -- mutant (payments/holds): or v_now >= v_payment.capture_by => nothing
    if not v_is_void and (not v_order.payee_is_open or v_now >= v_payment.capture_by) then
      v_is_void := true;
      outcome := 'ended';
    else
      outcome := case when v_is_void then 'void' else 'paid' end;
    end if;
    if not v_is_void and v_payment.payee_identity_id is not null then
      v_credited := (select coalesce(sum(m.amount), 0) from unnest(v_accounts, v_amounts) m(account, amount) where m.account = v_payment.payee_account_id and m.amount > 0);
      if not ledger_has_room(v_payment.payee_account_id, v_credited + v_amount, p_balance_max) then outcome := 'payee_full'; return next; continue; end if;
    end if;

    v_posting := null;
    v_posting.id := v_order.posting_id; v_posting.app_id := v_payment.app_account_id; v_posting.reference := v_payment.id;
    v_to := case when v_order.payer_is_closed then c_suspense else v_payment.payer_account_id end;
    v_payment.due_at := null;
    if v_is_void then
      v_payment.status := 'void'; v_payment.ended_at := v_now;
      v_rest := payment_returned(v_payment);
      v_posting.type := 'hold_return'; v_posting.payer_id := v_payment.payee_account_id; v_posting.payee_id := v_payment.payer_account_id;
      v_posting.amount := v_rest; v_posting.global_fee := 0; v_posting.app_fee := 0;
      v_accounts := v_accounts || array[v_payment.hold_account_id, v_to];
      v_amounts := v_amounts || array[-v_rest, v_rest];
      v_types := v_types || 'payment.void'::text;
    else
      v_payment.status := 'paid'; v_payment.captured := v_amount; v_payment.paid_at := v_now;
      v_payment.global_fee := v_order.global_fee; v_payment.app_fee := v_order.app_fee;
      v_rest := payment_returned(v_payment);
      v_posting.type := 'capture'; v_posting.payer_id := v_payment.payer_account_id; v_posting.payee_id := v_payment.payee_account_id;
      v_posting.amount := v_amount; v_posting.global_fee := v_order.global_fee; v_posting.app_fee := v_order.app_fee; v_posting.fee_rule := v_payment.fee_rule;
      v_accounts := v_accounts || array[v_payment.hold_account_id, v_payment.payee_account_id, v_payment.app_account_id, payment_fee_account_of(v_payment.app_account_id), v_to];
      v_amounts := v_amounts || array[-v_payment.confirmed_total, v_amount, v_order.app_fee, v_order.global_fee, v_rest];
      v_types := v_types || 'payment.captured'::text;
    end if;
    v_changed := v_changed || v_payment;
    v_postings := v_postings || v_posting;
    v_positions := v_positions || array_fill(cardinality(v_postings), array[cardinality(v_accounts) - coalesce(cardinality(v_positions), 0)]);
    v_ids := v_ids || v_payment.id;
    v_posting_ids := v_posting_ids || v_posting.id;
    v_payers := v_payers || v_payment.payer_account_id;
    v_held_amounts := v_held_amounts || v_payment.confirmed_total;
    v_returned := v_returned || v_rest;
    return next;
  end loop;
  if v_changed is null then return; end if;

  perform payments_save(v_changed);
  perform ledger_release_held(v_now, v_posting_ids, v_ids, v_payers, v_held_amounts, v_returned);
  perform ledger_write_all(v_now, v_postings, v_positions, v_accounts, v_amounts);
  perform tell_of_payments(v_changed, v_types);
end $function$
;
CREATE OR REPLACE FUNCTION public.payment_extend(p_payment uuid, p_payer uuid, p_fee_rule smallint, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_payment payments;
  v_terms record;
  v_total bigint;
begin
  select * into v_payment from payments where id = p_payment;
  if v_payment.id is null then return false; end if;
  select * into v_terms from terms_of_app(v_payment.client_id, p_payer);
  select v_payment.amount + f.global_fee + f.app_fee into v_total
    from fees_of_payment(v_payment.amount, v_payment.payee_identity_id is null, p_fee_rule, v_terms.is_waived, v_terms.fee_bps, v_terms.fee_flat) f;
  if v_total is null or coalesce(ledger_balance_of(p_payer), 0) >= v_total then return false; end if;
  update payments set expires_at = least(p_until, created_at + interval '1 day'), is_extended = true
    where id = p_payment and status = 'open' and extend_for_top_up and not is_extended and clock_timestamp() < expires_at
      and least(p_until, created_at + interval '1 day') > expires_at returning * into v_payment;
  if not found then return false; end if;
  perform tell_of_payment(v_payment, 'payment.extended', jsonb_build_object('expiresAt', to_char(v_payment.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return true;
end $function$
;
CREATE OR REPLACE FUNCTION public.payment_fee_account_of(p_app_account bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  -- mutant (payments/batches): p_app_account & 15 => 3
  select case p_app_account & 15 when 0 then 9000000000000000001 else 9000000000000000100 + (p_app_account & 15) end
$function$
;
CREATE OR REPLACE FUNCTION public.payment_refund(p_payment uuid, p_client_id text, p_posting uuid, p_amount bigint, p_reason text, p_actor text, OUT outcome text, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_payment payments;
  v_fees bigint; v_fee bigint;
  v_escrow_balance bigint; v_payer_open boolean;
  v_now timestamptz;
begin
  select * into v_payment from payments where id = p_payment and (p_client_id is null or client_id = p_client_id);
  if v_payment.id is null then outcome := 'not_found'; return; end if;
  if p_amount is null or p_amount <= 0 then raise exception 'a refund is of something' using errcode = 'restrict_violation'; end if;
  if v_payment.payee_identity_id is not null then outcome := 'not_to_app'; return; end if;
  if v_payment.captured = 0 then outcome := 'ended'; return; end if;
  v_fees := payment_fee_account_of(v_payment.app_account_id);
  select max(l.balance) filter (where l.id = v_payment.app_account_id), bool_or(l.closed_at is null) filter (where l.id = v_payment.payer_account_id)
    into v_escrow_balance, v_payer_open
    from ledger_lock_accounts(array[v_payment.app_account_id, v_payment.payer_account_id, v_fees]) l;
  -- Read again: every transaction that changes these amounts holds the lock of the escrow.
  select * into v_payment from payments where id = p_payment;
  v_now := clock_timestamp();
  if v_payment.refunded + p_amount > v_payment.captured then outcome := 'beyond'; available := v_payment.captured - v_payment.refunded; return; end if;
  if v_payer_open is not true then outcome := 'payer_closed'; return; end if;
  if v_escrow_balance < p_amount then outcome := 'insufficient'; available := v_escrow_balance; return; end if;
  update payments set refunded = refunded + p_amount, status = case when refunded + p_amount = captured then 'refunded' else status end
    where id = p_payment and status = 'paid' and refunded + p_amount <= captured returning * into v_payment;
  if not found then outcome := 'ended'; return; end if;
  -- mutant (payments/hold): when 'refunded' => when 'never'
  v_fee := case v_payment.status when 'refunded' then v_payment.global_fee else 0 end;
  insert into payment_refunds (id, payment_id, amount, fee, reason, actor, created_at) values (p_posting, p_payment, p_amount, v_fee, p_reason, p_actor, v_now);
  perform ledger_write(v_now, p_posting, 'payment_refund', v_payment.app_account_id, v_payment.payer_account_id, v_payment.app_account_id, p_amount, 0, 0, 0, null, p_payment,
    array[v_payment.app_account_id, v_fees, v_payment.payer_account_id], array[-p_amount, -v_fee, p_amount + v_fee]);
  perform tell_of_payment(v_payment, 'payment.refunded', jsonb_build_object('refund', jsonb_build_object('id', p_posting, 'amount', p_amount)));
  outcome := 'refunded';
end $function$
;
CREATE OR REPLACE FUNCTION public.payment_refunds_only_forget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason'
    and exists (
      select from payments p join payment_texts_kept k on k.identity_id in (p.payer_identity_id, p.payee_identity_id)
      where p.id = old.payment_id and k.deleted_at < now() - interval '30 days'
    )
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.payment_returned(p_payment payments)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_payment.status = 'void' then p_payment.confirmed_total when p_payment.captured = 0 then 0
    else p_payment.confirmed_total - p_payment.captured - p_payment.global_fee - p_payment.app_fee end
$function$
;
CREATE OR REPLACE FUNCTION public.payments_forget_texts(p_days integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_identity uuid;
  v_payments uuid[];
begin
  select k.identity_id into v_identity from payment_texts_kept k join identity_facts i on i.id = k.identity_id and i.status = 'deleted'
    where k.deleted_at < now() - make_interval(days => greatest(p_days, 30)) order by k.deleted_at limit 1 for update of k skip locked;
  if v_identity is null then return false; end if;
  select array_agg(id) into v_payments from (
    select id from payments where description <> '[erased]'
      and (payer_identity_id = v_identity or payee_identity_id = v_identity or asked_identity_id = v_identity or ended_by = v_identity)
    limit 2000
  ) due;
  update payment_refunds set reason = null where payment_id = any(v_payments) and reason is not null;
  update payments set description = '[erased]', return_to = null,
    item_names = (select jsonb_object_agg(language, '[erased]') from jsonb_object_keys(item_names) language), item_image = null where id = any(v_payments);
  if cardinality(v_payments) is distinct from 2000 then delete from payment_texts_kept where identity_id = v_identity; end if;
  return true;
end $function$
;
CREATE OR REPLACE FUNCTION public.payments_save(p_changed payments[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update payments p set status = c.status, payer_identity_id = c.payer_identity_id, payer_account_id = c.payer_account_id, app_name = c.app_name,
    fee_rule = c.fee_rule, fee_bps = c.fee_bps, fee_flat = c.fee_flat, is_waived = c.is_waived, global_fee = c.global_fee, app_fee = c.app_fee,
    confirmed_total = c.confirmed_total, captured = c.captured, confirmed_at = c.confirmed_at, paid_at = c.paid_at, capture_by = c.capture_by,
    due_at = c.due_at, ended_at = c.ended_at
  from unnest(p_changed) c where p.id = c.id
$function$
;
CREATE OR REPLACE FUNCTION public.pending_topups_of(p_account bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(amount), 0)::bigint from topups where account_id = p_account and status = 'pending'
$function$
;
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.relay_operations_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'relayed operations are never deleted'; end if;
  if old.state in ('finalized', 'failed', 'expired', 'superseded') and new.state <> old.state then
    raise exception 'operation % is settled as %', old.id, old.state;
  end if;
  if (new.wire, new.signature, new.account_address, new.account_nonce, new.identity_id) is distinct from
     (old.wire, old.signature, old.account_address, old.account_nonce, old.identity_id) then
    raise exception 'the bytes of operation % are signed', old.id;
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.relay_refuse(step text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'step % was refused', step using errcode = 'PR001', constraint = step;
end $function$
;
CREATE OR REPLACE FUNCTION public.require_balanced_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from fresh group by posting_id having sum(amount) <> 0) then
    raise exception 'a posting does not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.require_empty_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a new account is empty' using errcode = 'restrict_violation';
end $function$
;
CREATE OR REPLACE FUNCTION public.require_entry_behind_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from moved where moved.version > 0 and moved.balance is distinct from
      (select e.balance_after from ledger_entries e where e.account_id = moved.id and e.version = moved.version)
  ) then
    raise exception 'a balance has no entry behind it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.require_payment_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if ledger_account_belongs(new.app_account_id, 'app', new.client_id) is not true
    or ledger_account_belongs(new.hold_account_id, 'hold', new.client_id) is not true
    or new.payee_identity_id is null and new.payee_account_id <> new.app_account_id
    or new.payee_identity_id is not null
      and ledger_account_belongs(new.payee_account_id, 'identity', new.payee_identity_id::text) is not true then
    raise exception 'a payment names the accounts of its app and of its payee' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.require_posting_function()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('pid.posting', true) is distinct from 'on' then
    raise exception '% of % goes through the posting functions', tg_op, tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.require_topup_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if ledger_account_belongs(new.account_id, 'identity', new.identity_id::text) is not true
    or (new.client_id is null) <> (new.app_account_id is null)
    or new.client_id is not null and ledger_account_belongs(new.app_account_id, 'app', new.client_id) is not true
    or new.client_id is null and new.app_fee <> 0 then
    raise exception 'a top-up names the account of its player and the escrow of its app' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.security_events_sweep(p_events integer, p_networks integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from security_events where at < now() - make_interval(days => greatest(p_events, 30));
  update security_events set network = null
  where at < now() - make_interval(days => greatest(p_networks, 7)) and network is not null;
$function$
;
CREATE OR REPLACE FUNCTION public.settlement_block(p_client_id text, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE sql
AS $function$
  select case
    when a.client_id is null or a.deleted_at is not null then 'app_deleted'
    when exists (select from paused_apps(array[p_client_id])) then 'app_paused'
    when exists (select from freeze_facts f where f.identity_id = a.owner_id and f.until > p_now) then 'owner_frozen'
    when not a.verified then 'app_not_verified'
  end from (select p_client_id as asked) q left join app_facts a on a.client_id = q.asked
$function$
;
CREATE OR REPLACE FUNCTION public.settlement_end(p_now timestamp with time zone, p_id uuid, p_posting uuid, p_to text, p_by text, p_reference text, p_reason text, OUT outcome text, OUT before text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_settlement settlements;
  v_now timestamptz;
begin
  if p_to not in ('paid', 'failed', 'cancelled') or p_by is null then
    raise exception 'a settlement ends as paid, failed or cancelled' using errcode = 'restrict_violation';
  end if;
  select * into v_settlement from settlements where id = p_id;
  if v_settlement.id is null then outcome := 'not_found'; return; end if;
  perform ledger_lock_settlement(p_id, v_settlement.app_account_id);
  select * into v_settlement from settlements where id = p_id for no key update;
  before := v_settlement.status;
  v_now := date_trunc('milliseconds', clock_timestamp());
  if (before, p_to) not in (('requested', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('paid', 'failed')) then outcome := 'ended'; return; end if;
  if p_to <> 'cancelled' then
    -- mutant (settlements/transfer-settlements): v_settlement.problem is null => false
    if p_by <> 'provider' and v_settlement.provider is not null and v_settlement.problem is null then outcome := 'with_provider'; return; end if;
    if exists (select from app_facts a join identity_facts i on i.id = a.owner_id where a.client_id = v_settlement.client_id and i.pid = p_by) then
      outcome := 'own_app'; return;
    end if;
    if p_by in (v_settlement.approved_by, v_settlement.sent_by) then outcome := 'same_person'; return; end if;
  end if;
  if p_to = 'paid' then
    update settlements set status = 'paid', paid_at = v_now, paid_by = p_by, paid_reference = p_reference, problem = null where id = p_id;
    perform ledger_pay_settlement(v_now, p_posting, p_id, v_settlement.app_account_id, v_settlement.amount, v_settlement.fee);
  else
    update settlements set status = p_to, ended_at = v_now, ended_by = p_by, ended_reference = p_reference, reason = p_reason, problem = null, next_check_at = null
      where id = p_id;
    perform ledger_return_settlement(v_now, p_posting, p_id, v_settlement.app_account_id, v_settlement.amount, v_settlement.fee, before = 'paid');
  end if;
  if p_to <> 'cancelled' and exists (select from app_facts where client_id = v_settlement.client_id and deleted_at is null) then
    perform tell_app(v_settlement.client_id, 'settlement.' || p_to, jsonb_build_object('id', p_id, 'amount', v_settlement.amount));
  end if;
  outcome := 'done';
end $function$
;
CREATE OR REPLACE FUNCTION public.settlement_recover(p_id uuid, p_client_id text, p_app bigint, p_amount bigint, p_fee bigint, p_bank_code text, p_number bytea, p_master_key text, p_last4 text, p_holder text, p_by text, p_provider text, OUT outcome text, OUT before text, OUT available bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  v_settlement settlements;
  v_at timestamptz;
  v_now constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  perform paused_apps(array[p_client_id]);
  select * into v_settlement from settlements where id = p_id for no key update;
  if v_settlement.id is not null then
    before := v_settlement.status;
    if (v_settlement.client_id, v_settlement.amount) is distinct from (p_client_id, p_amount) then outcome := 'other_terms'; return; end if;
    if before <> 'requested' then outcome := 'known'; return; end if;
    update settlements set status = 'sent', sent_at = v_now, sent_by = p_by, provider = p_provider,
      problem = case when p_provider is not null then 'recovered' end, next_check_at = case when p_provider is not null then v_now end where id = p_id;
    outcome := 'sent';
    return;
  end if;
  if p_amount is null or p_amount <= 0 or p_fee is null or p_fee < 0 or not ledger_account_belongs(p_app, 'app', p_client_id) then
    raise exception 'a settlement is of income of an app' using errcode = 'restrict_violation';
  end if;
  select t.outcome, t.available, t.at into outcome, available, v_at from ledger_take_recovered(v_now, p_id, p_app, p_amount + p_fee) t;
  if outcome <> 'taken' then return; end if;
  insert into settlements (id, client_id, app_account_id, amount, fee, status, bank_code, account_number, master_key, last4, holder_name, approved_by,
    requested_at, sent_at, sent_by, provider, problem, next_check_at)
  values (p_id, p_client_id, p_app, p_amount, p_fee, 'sent', p_bank_code, p_number, p_master_key, p_last4, p_holder, p_by,
    date_trunc('milliseconds', v_at), v_now, p_by, p_provider, case when p_provider is not null then 'recovered' end, case when p_provider is not null then v_now end);
end $function$
;
CREATE OR REPLACE FUNCTION public.settlement_request(p_now timestamp with time zone, p_id uuid, p_client_id text, p_app bigint, p_amount bigint, p_fee bigint, p_version uuid, p_number bytea, p_master_key text, OUT outcome text, OUT available bigint, OUT frozen_until timestamp with time zone, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_account bank_accounts;
  v_now timestamptz;
begin
  perform paused_apps(array[p_client_id]);
  if p_amount is null or p_amount <= 0 or p_fee is null or p_fee < 0 or not ledger_account_belongs(p_app, 'app', p_client_id) then
    raise exception 'a settlement is of income of an app' using errcode = 'restrict_violation';
  end if;
  v_now := date_trunc('milliseconds', clock_timestamp());
  outcome := settlement_block(p_client_id, v_now);
  if outcome is not null then
    select f.until into frozen_until from app_facts a join freeze_facts f on f.identity_id = a.owner_id where a.client_id = p_client_id;
    return;
  end if;
  select * into v_account from bank_accounts where client_id = p_client_id and version = p_version and status = 'approved' for share;
  -- mutant (settlements/database-rules): or v_account.usable_from > v_now then => then
  if v_account.client_id is null or v_account.usable_from > v_now then outcome := 'account_not_usable'; return; end if;
  select t.outcome, t.available, t.at into outcome, available, at from ledger_take_settlement(v_now, p_id, p_app, p_amount + p_fee) t;
  if outcome <> 'taken' then return; end if;
  insert into settlements (id, client_id, app_account_id, amount, fee, status, bank_code, account_number, master_key, last4, holder_name, approved_by, requested_at)
  values (p_id, p_client_id, p_app, p_amount, p_fee, 'requested', v_account.bank_code, p_number, p_master_key, v_account.last4, v_account.holder_name,
    v_account.decided_by, date_trunc('milliseconds', at));
  outcome := 'requested';
end $function$
;
CREATE OR REPLACE FUNCTION public.settlement_steps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> old.status
    and (old.status, new.status) not in (('requested', 'sent'), ('requested', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('paid', 'failed')) then
    raise exception 'a settlement does not become % after %', new.status, old.status using errcode = 'restrict_violation';
  end if;
  if (new.id, new.client_id, new.app_account_id, new.amount, new.fee, new.bank_code, new.last4, new.approved_by, new.requested_at)
      is distinct from (old.id, old.client_id, old.app_account_id, old.amount, old.fee, old.bank_code, old.last4, old.approved_by, old.requested_at)
    or new.holder_name not in (old.holder_name, '')
    or old.sent_at is not null and (new.sent_at, new.sent_by, new.provider) is distinct from (old.sent_at, old.sent_by, old.provider)
    or old.paid_at is not null and (new.paid_at, new.paid_by, new.paid_reference) is distinct from (old.paid_at, old.paid_by, old.paid_reference) then
    raise exception 'the terms of a settlement do not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.settlements_forget(p_before timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update settlements set account_number = '', holder_name = ''
    where account_number <> '' and coalesce(ended_at, paid_at) < p_before and status in ('paid', 'failed', 'cancelled')
$function$
;
CREATE OR REPLACE FUNCTION public.settlements_send(p_now timestamp with time zone, p_ids uuid[], p_limit integer, p_by text, p_provider text, p_export uuid)
 RETURNS SETOF settlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_now timestamptz;
  v_clients text[] := array(select distinct client_id from settlements where status = 'requested' and (p_ids is null or id = any(p_ids)));
begin
  perform paused_apps(v_clients);
  v_now := date_trunc('milliseconds', clock_timestamp());
  -- A separate statement, whose snapshot is taken after the apps were locked.
  -- mutant (settlements/end-settlement): settlement_block(client, v_now) is null => true
  v_clients := array(select client from unnest(v_clients) client where settlement_block(client, v_now) is null
    and not exists (select from app_facts a join identity_facts i on i.id = a.owner_id where a.client_id = client and i.pid = p_by));
  return query
    update settlements s set status = 'sent', sent_at = v_now, sent_by = p_by, provider = p_provider, export_id = p_export,
      next_check_at = case when p_provider is not null then v_now end
    where s.id in (
      select d.id from settlements d where d.status = 'requested' and d.client_id = any(v_clients) and (p_ids is null or d.id = any(p_ids))
      order by d.requested_at, d.id limit p_limit for update)
    returning s.*;
end $function$
;
CREATE OR REPLACE FUNCTION public.spend_login_code(p_hash bytea, p_protocol text, p_client_id text, p_code_challenge text, p_is_authenticated boolean, p_now timestamp with time zone, p_redirect_uri text)
 RETURNS TABLE(is_paused boolean, grant_id uuid, identity_id uuid, bearer_epoch integer, handle text, scope text, nonce text, authenticated_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  -- Locks the app, so that it is not paused before this transaction ends.
  if exists (select from paused_apps(array[p_client_id])) then
    is_paused := true;
    return next;
    return;
  end if;
  return query
    update login_codes c set spent_at = p_now from identity_facts i
    where c.hash = p_hash and c.protocol = p_protocol and c.client_id = p_client_id and c.spent_at is null and c.expires_at > p_now
      and c.code_challenge is not distinct from p_code_challenge and (c.code_challenge is not null or p_is_authenticated)
      and (p_redirect_uri is null or c.redirect_uri = p_redirect_uri)
      and i.id = c.identity_id and i.status = 'active' and i.bearer_epoch = c.bearer_epoch
      and exists (select from app_grants g where g.id = c.grant_id and g.ended_at is null)
      and exists (select from apps a where a.client_id = c.client_id and a.deleted_at is null and (p_is_authenticated or not a.require_secret))
      and (c.redirect_origin like 'http://%' or (
        (c.redirect_origin not like 'https://%' or exists (select from app_origins o where o.client_id = c.client_id and o.origin = c.redirect_origin))
        and (exists (select from app_redirect_uris u where u.client_id = c.client_id and u.uri = c.redirect_uri)
          or (c.redirect_origin like 'https://%' and not exists (select from app_redirect_uris u where u.client_id = c.client_id)))))
    returning false, c.grant_id, c.identity_id, c.bearer_epoch, i.handle, c.scope, c.nonce, c.authenticated_at;
end $function$
;
CREATE OR REPLACE FUNCTION public.sweep_app_events(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_count int;
begin
  with old as (
    select id from app_events where at < p_before and number is not null order by at limit p_most for update skip locked
  ), gone as (
    delete from app_events e using old where e.id = old.id returning e.client_id, e.number
  ), heads as (
    update app_event_heads h set oldest = greatest(h.oldest, g.number + 1) from (select client_id, max(number) as number from gone group by client_id) g
    where h.client_id = g.client_id
  )
  select count(*) into v_count from gone;
  return v_count;
end $function$
;
CREATE OR REPLACE FUNCTION public.tell_app(p_client_id text, p_type text, p_data jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into app_events (client_id, type, data, at) values (p_client_id, p_type, p_data, date_trunc('milliseconds', clock_timestamp()))
$function$
;
CREATE OR REPLACE FUNCTION public.tell_apps(p_client_ids text[], p_types text[], p_data jsonb[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into app_events (client_id, type, data, at) select client_id, type, data, date_trunc('milliseconds', clock_timestamp())
  from unnest(p_client_ids, p_types, p_data) with ordinality told(client_id, type, data, i) order by i
$function$
;
CREATE OR REPLACE FUNCTION public.tell_due_captures(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_payment payments;
  v_count int := 0;
begin
  for v_payment in
    update payments set due_at = null where status = 'held' and due_at is not null
      and id in (select id from payments where status = 'held' and due_at <= clock_timestamp() order by due_at limit p_most for no key update skip locked) returning *
  loop
    perform tell_of_payment(v_payment, 'payment.capture_due',
      jsonb_build_object('captureBy', to_char(v_payment.capture_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    v_count := v_count + 1;
  end loop;
  return v_count;
end $function$
;
CREATE OR REPLACE FUNCTION public.tell_of_app()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.deleted_at is not null then return null; end if;
  if new.verified <> old.verified then
    perform tell_app(new.client_id, case when new.verified then 'app.verified' else 'app.unverified' end, '{}');
  end if;
  -- An app whose owner is suspended is paused already and stays paused.
  if (new.paused_at is null) <> (old.paused_at is null)
    and exists (select from identity_facts where id = new.owner_id and status = 'active') then
    perform tell_app(new.client_id, case when new.paused_at is null then 'app.resumed' else 'app.paused' end, '{}');
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.tell_of_grant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_app(new.client_id, case when new.ended_at is null then 'connection.created' else 'connection.ended' end,
    jsonb_build_object('pid', (select pid from identity_facts where id = new.identity_id)));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.tell_of_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_app(g.client_id, case new.status when 'suspended' then 'player.suspended' when 'active' then 'player.reactivated' else 'player.deleted' end,
      jsonb_build_object('pid', new.handle || '@pid'))
    from app_grants g join apps a using (client_id) where g.identity_id = new.id and g.ended_at is null and a.deleted_at is null;
  if new.status <> 'deleted' then
    perform tell_app(a.client_id, case new.status when 'active' then 'app.resumed' else 'app.paused' end, '{}')
      from apps a where a.owner_id = new.id and a.deleted_at is null and a.paused_at is null;
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.tell_of_payment(p_payment payments, p_type text, p_more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select tell_of_payments(array[p_payment], array[p_type], p_more)
$function$
;
CREATE OR REPLACE FUNCTION public.tell_of_payments(p_payments payments[], p_types text[], p_more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  select tell_apps(array_agg(p.client_id order by p.ordinality), p_types, array_agg(jsonb_build_object('paymentId', p.id, 'reference', p.reference, 'status', p.status,
    'amount', p.amount, 'captured', p.captured, 'refunded', p.refunded, 'payer', payer.pid)
    || case when p.sku is null then '{}' else jsonb_build_object('sku', p.sku, 'quantity', p.quantity) end || p_more order by p.ordinality))
  from unnest(p_payments) with ordinality p left join identity_facts payer on payer.id = p.payer_identity_id
$function$
;
CREATE OR REPLACE FUNCTION public.tell_owner(identity_id uuid, type text, data jsonb, at timestamp with time zone, lost_addresses text[] DEFAULT '{}'::text[])
 RETURNS bigint
 LANGUAGE sql
AS $function$
  with told as (
    insert into notices (identity_id, type, data, at) values ($1, $2, $3, $4) returning id
  ), outbox as (
    insert into notice_mails (notice_id, identity_id, type, data, at, due_at, lost_addresses) select id, $1, $2, $3, $4, $4, $5 from told
  )
  select id from told, pg_notify('pid', 'notice:' || $1)
$function$
;
CREATE OR REPLACE FUNCTION public.terms_of_app(p_client_id text, p_identity uuid)
 RETURNS TABLE(name text, owner_id uuid, fee_bps integer, fee_flat integer, is_waived boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select a.name, a.owner_id, a.fee_bps, a.fee_flat,
    a.verified and exists (select from app_grants g where g.client_id = a.client_id and g.identity_id = p_identity and g.ended_at is null)
  from apps a where a.client_id = p_client_id and a.deleted_at is null
$function$
;
CREATE OR REPLACE FUNCTION public.topup_confirmations_forget(p_before timestamp with time zone, p_most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_count bigint;
begin
  update topup_confirmations set notice = null, answer = null where (topup_id, payment_id, paid) in (
    select topup_id, payment_id, paid from topup_confirmations
      where (answer is not null or notice is not null) and recorded_at < least(p_before, clock_timestamp() - interval '30 days')
      order by recorded_at limit p_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $function$
;
CREATE OR REPLACE FUNCTION public.topup_fees_returned(p_topups uuid[])
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(least(greatest(t.refunded - t.amount, 0), t.app_fee)), 0) from topups t where t.id = any(p_topups)
$function$
;
CREATE OR REPLACE FUNCTION public.trim_app_requests(p_client_ids text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not pg_try_advisory_xact_lock(4100010) then return; end if;
  delete from app_requests r using (
    -- mutant (app-activity/app-activity): , caller = 'unproven' => nothing
    select id, caller, row_number() over (partition by client_id, caller = 'unproven' order by id desc) as place
    from app_requests where client_id = any(p_client_ids)
  ) k where r.id = k.id and k.place > case when k.caller = 'unproven' then 50 else 200 end;
end $function$
;
-- defaults
alter table app_event_heads alter column last set default 0;
alter table app_event_heads alter column oldest set default 1;
alter table applied_functions alter column applied_at set default now();
alter table applied_migrations alter column applied_at set default now();
alter table apps alter column verified set default false;
alter table apps alter column secret_epoch set default 0;
alter table apps alter column require_secret set default false;
alter table apps alter column scopes set default '{read,payments}'::text[];
alter table apps alter column device_flow set default false;
alter table audit_events alter column id set default nextval('audit_events_ids'::regclass);
alter table audit_events alter column details set default '{}'::jsonb;
alter table audit_events_first alter column id set default nextval('audit_events_ids'::regclass);
alter table audit_events_first alter column details set default '{}'::jsonb;
alter table audit_events_rest alter column id set default nextval('audit_events_ids'::regclass);
alter table audit_events_rest alter column details set default '{}'::jsonb;
alter table bank_accounts alter column status set default 'pending'::text;
alter table chain_identity alter column only_one set default true;
alter table claim_tickets alter column is_email_unverified set default false;
alter table claim_watch alter column only_row set default true;
alter table claim_watch alter column after_identity set default '00000000-0000-0000-0000-000000000000'::uuid;
alter table evm_permissions alter column contracts_seen set default false;
alter table identities alter column status set default 'active'::text;
alter table identities alter column bearer_epoch set default 0;
alter table ledger_accounts alter column balance set default 0;
alter table ledger_accounts alter column version set default 0;
alter table ledger_accounts alter column moved_at set default '1970-01-01 00:00:00+00'::timestamp with time zone;
alter table ledger_accounts alter column sent_today set default 0;
alter table ledger_accounts alter column sent_unproven set default 0;
alter table ledger_accounts alter column held set default 0;
alter table ledger_accounts alter column deposited set default 0;
alter table ledger_postings alter column global_fee set default 0;
alter table ledger_postings alter column app_fee set default 0;
alter table ledger_postings alter column provider_fee set default 0;
alter table ledger_suspense alter column returned set default 0;
alter table ledger_suspense alter column receivable set default 0;
alter table ledger_suspense alter column state set default 'open'::text;
alter table notice_mails alter column lost_addresses set default '{}'::text[];
alter table notice_mails alter column done_hashes set default '{}'::bytea[];
alter table notice_mails alter column attempts set default 0;
alter table payment_texts_kept alter column deleted_at set default clock_timestamp();
alter table payments alter column status set default 'open'::text;
alter table payments alter column created_at set default date_trunc('milliseconds'::text, clock_timestamp());
alter table payments alter column is_extended set default false;
alter table payments alter column global_fee set default 0;
alter table payments alter column app_fee set default 0;
alter table payments alter column captured set default 0;
alter table payments alter column refunded set default 0;
alter table payments alter column extend_for_top_up set default true;
alter table provider_logins alter column is_email_unverified set default false;
alter table recovery_attempts alter column delay_seconds set default 604800;
alter table recovery_watch alter column next_at set default '2000-01-01 00:00:00+00'::timestamp with time zone;
alter table recovery_watch alter column after_attempt set default '00000000-0000-0000-0000-000000000000'::uuid;
alter table relay_operations alter column state set default 'prepared'::text;
alter table relay_operations alter column details set default '{}'::jsonb;
alter table relay_operations alter column sends set default 0;
alter table relay_operations alter column rent_lamports set default 0;
alter table sandbox_payments alter column refunded set default 0;
alter table security_events alter column details set default '{}'::jsonb;
alter table security_events alter column written_by set default pg_current_xact_id();
alter table sessions alter column spent_hashes set default '{}'::bytea[];
alter table sessions alter column spent_at set default '{}'::timestamp with time zone[];
alter table sessions alter column counts_as_recent set default true;
alter table settlements alter column checks set default 0;
alter table sign_in_flows alter column fresh set default false;
alter table topup_confirmations alter column recorded_at set default clock_timestamp();
alter table topup_confirmations alter column precedes_confirmations set default false;
alter table topups alter column status set default 'pending'::text;
alter table topups alter column refunded set default 0;
alter table topups alter column receivable set default 0;
alter table topups alter column checks set default 0;
-- owned
alter sequence audit_events_ids owned by audit_events.id;
-- partitions
alter table audit_events attach partition audit_events_first FOR VALUES FROM (MINVALUE) TO ('2026-12-01 00:00:00+00');
alter table audit_events attach partition audit_events_rest DEFAULT;
-- rows
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('active_passkeys',  E'\\xfc44b85969eb3d97a5299eca6df7dc62783bcd67099817317f5408d600bf0bf8', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('app_facts',  E'\\x80182e7af3bb3b5881fe5c09c829455d7231e8cf77a3b82e4cf4fbb94eb494e9', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('audit_events_forget',  E'\\x830c9b724b95812e13cfc247d8b089941cd541ee7e1cb182455bc9ce140689e7', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('audit_events_only_forget',  E'\\x9513b428007c071f0102a38cf0b4884bf2c5ec20e0e190ebc50c7935cec9cea2', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('audit_facts',  E'\\xaba07e9e233686c142d8cfc287b4555a0aea36b0e76ef130921ee0abe226765b', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('audit_span',  E'\\x1c9014a2e54c67b46f488b1e1c820865f7ad763b32ac434eef2e59e380af23ea', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('end_topup',  E'\\xc16991a46d1c615b7540d06775a0063d4f10b33a1c3b6b50efd0ed2858a512c0', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('fees_of_payment',  E'\\x932f513d877b68fe094e98888af93b5e9708a757c5a0fcda58159b9c98497dfb', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('final_operations',  E'\\xe3a9063f2ad9624d11ba96246d79bb03e851bf18470de52d05e4a6fc60f6d7b2', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('freeze_facts',  E'\\xca58e24d788ba747d27116e9b06912841dd34ac190f10500aba76a8b14c68f05', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('has_open_settlement',  E'\\x3f033ff90a9f30800e97e55e61e7a2308e6f67de6d41eff1af87a04f17d38d4a', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('has_pending_topups',  E'\\xc9b34d63364458203af145324b9ed54543e12578649995401ea550aac68df95d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('hold_identities',  E'\\xbc5fcf19f703821c1c96767de66f1e553de2e27214b8c3312c00eb9fa338073b', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('identity_facts',  E'\\x7e0d00639935ab42dacf0934aa6dcc08eec2421b4b000349a0a15b59c652548d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('is_fee_account',  E'\\xab16d3d8d239adc90359e2ad4e0f855f86c0a7389ef682499b1b453879d82509', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('is_named_by_hold',  E'\\x146b600647a03d1382be5696baa8339e01b099a7460fe925cdf6ba00f97217e8', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('is_settled_event',  E'\\xbcfa772e22c6767ad39a9e76bb326876f861491f30e0601936a38c135ca0dc16', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('keep_evm_permission_permanent',  E'\\x8a758bc4711f9a1ffd35a69dba3fa10698d38d159f4abbf811545c99c0092b6b', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('keep_identity_permanent',  E'\\x56c6a55c73b1f14f11bb539800fcf861da9d43b0e05beada6f1acc62d9857b10', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('keep_topup_confirmation',  E'\\x9bad8083965893e099512e8a79e6654ae27369277d38cd6c5f7a3619df006d2c', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('keep_topup_in_order',  E'\\xc1400957a59657bfba1be1013c9d9656f684ccb5d4bddf699c2493ba98d3ae50', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_account_belongs',  E'\\x394fd792375d5da755b775bb02d6a08e670218fed58e72c67473eedb0e14b87f', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_account_of',  E'\\x7796c53ddfe4282987c24bb809808c4bcb69fdfa727ff05c126e5d4bfd986d9d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_ask_refund',  E'\\x4f07378acfba3939c9a0919a0214deaedf45cc86a7e3fb3eecc9819f77a13e46', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_available',  E'\\x5e16a94fc29ade26905750b9edb387edbdcc1f088f55f5a15f4e27d5fc16d5e0', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_balance_of',  E'\\x9d923cb0bbeb0f29edd1d2a584ac4ce0b3354bcc0e19f7b5fd333ea80127850e', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_ceil_bps',  E'\\xed0ef4a890998c6fad3417a0dca9d5d4c708cdcd65e42f2a1663146c2481e67a', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_claw_back',  E'\\xed7284616bb7198afee290def2265e3c7ff8165afa34d4cffbe207d302fa7751', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_close_account',  E'\\x0d4e5bc66207029eb46f2891f877b83535074119740da75a3ff637e71e6efa26', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_count_payer',  E'\\x1b4f73cfcb6f3820d035fea7855fa7787144f7fbf558e9aa23d28579ada9fb06', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_count_payers',  E'\\x7302a9921cc4c23aae562d9b4d6cb0158118bbc5898712788a7aaa1cc36894ad', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_credit_suspense',  E'\\x7757b146871bb672d89e0a15db6b13e766d39d60e28d11a3923020fc19c954e4', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_credit_topup',  E'\\x3ef117c1a5384707c9b45e559d4567289bce3ff7e2648340e061d23f4710670a', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_fee_account',  E'\\x5cffb4a3a4d2bff0fc29abb4aa956ab3daba742da032c223ef3fff870868d6fd', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_fee_by_rule',  E'\\xe005c9144207a5f3832f61fdc3f485d025faadfa3d3f6ac68d95c1b952a1831e', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_forget_notes',  E'\\x6d26e30ab544bb04b3ffec4538f8c7a92c459a9f3d51c20a26c336b1931235c5', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_global_fee',  E'\\x73ee1256cc99245888b09b522baccd6caef2ca5792945d74668bd94c57c4d8a7', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_has_room',  E'\\x0f6f9a1064db6664aafe3bfbf06398f9a2512836df04ccc7bedf49ebfe6d266b', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_is_closed',  E'\\xe5b47f32fec0b643b696b636a39f07360d79b46f4b92739bfe4c54df3bf15f5f', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_judge',  E'\\x25ebfde95c12c5a620648645bc54b25dbae7a108085a4a312f2e4c2f7c71d9bd', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_judge_payer',  E'\\xc384adebbeae7f3d28bebde9e5787247c0c07c188b135b474b6bdef476921f19', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_keep_notes',  E'\\x606221dbf569f18e115aa60975967ed39182a3fa99bac600dbc40df28bf01699', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_leave_to_suspense',  E'\\xe5f1a9ffcf3ca9d57bb36557eb7dfa826b57f5ac1e8253f1780bcd03b0525c5f', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_lock_accounts',  E'\\x1a07bebfa815a795e67c81ae57cff4dde19c59a9382e407efa0712315f49b702', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_lock_settlement',  E'\\xfad58fdfe4b09311db676a375be08ad75e6a3206ab7349ca34d93bc2b44dbcea', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_paid_before',  E'\\x795c86ab4a1c0cbecee5102330faafb6cdf64e5a1de7c699b330ef1b32249620', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_pay_settlement',  E'\\x2692d5b60e0f1ef2e24223cad60aed8c6240eda135ed06f815eb89d1b3024f90', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_post_app_sends',  E'\\x7f038bf5b9c903e377ad11af0c27e3cd07d168c5736cb906851544719a43b387', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_post_deposit',  E'\\x2999f7a4d5f0ac0fdf25983efc6ee172f68d751559480b58de6a78102d05e5e1', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_post_payout',  E'\\xaed99f58b5b37f633f5cadf5f64c1a8b2079f06851274d8b933b3bf67194ced9', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_post_sends',  E'\\x4a1380ac7f2434cf19f2c031625730d5642ffb6723579e92d2c304f8a49f6f1b', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_postings_only_forget',  E'\\xee01d0282b0201ad2fe728266a90cc68a499b0be3e6ec42348aa1265e3fff76c', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_refund_accepted',  E'\\xc29daef30cc911b6337de44da89fc8bd85e8b1b367d13b0009f778987948c727', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_release_held',  E'\\x44850c06b7316d32e309ae1e8e2d09644156855901938fff4b3050f4198ea9c7', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_return_activation',  E'\\x7ad1723fcff6b07462c2d9177b58b392a55d8fbe0a080e79508f01f8753abc15', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_return_settlement',  E'\\xd5c337cd1db414091e88cf2f44292643c4d802f670e992ce7987aad13c36affc', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_take_activation',  E'\\x2e5379a556a4a266bbf6611e72309befc2c2d185bf93d32666e5aadd9f278c82', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_take_recovered',  E'\\x2119ae11e0a95339f5446f667d3804c2a33bf0fa1dcb25d080929d034cb58033', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_take_settlement',  E'\\x938e5836eff6f92887c5679079eb688bb3c1c9ed2edccbe12224913556d98e94', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_version_at',  E'\\x36c5a2d92af646b2f537d5b6f4f5c5b6af8b3ff3b32b64cb4fbca3fc7a47758d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_write',  E'\\x6d53d87b36bf0a9e2383c4ef5e86475749c29b81a7bbfd7893a2f45c27b80c82', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('ledger_write_all',  E'\\xf603216233b445c4f7d93833de41ddc5fe9a110ecd1b4ec2a3091eabfa2f8cbd', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('next_month',  E'\\x32a8917de7b70d503c6a71806da490bb8c697bf9d9fc5f6acad142665beda9ac', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('notice_data',  E'\\x270ed909ae295c08d722549f5722b4dcce8fbdc420477cfb526a363368edfee5', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('number_app_events',  E'\\xc0151c610f70d2cd42306ac6731967bf99cf0d713674b666078eecc0715aa622', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('paid_operations',  E'\\x0818b95ceec7d3ab8acaedd0ae7b7f8417c52f151fdad6ee7805ec45b7b327b8', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partition_add',  E'\\xb31bbadc57207ba3a7cf532c4a60e16345886643b204e1f76da61d107198e8e0', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partition_ahead',  E'\\x07d8c8b01213994e553a33bd1ae99c55f214d2395557f72de8b0defb54dfe40e', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partition_bound',  E'\\xf58f2f860541ed11f4eb7288588700dc53fe51873b3532364e332db161461819', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partition_make',  E'\\xa7311b6da058bd0629c1982f99818762b648769c3797d39d2412d5bdb7a84260', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partition_moment',  E'\\x893fd72b0527fad2e1a2c7bb2326c26708e36c079ad16c5c1b574c31ef9ccdb8', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partition_name_the_rest',  E'\\x6b9f55ae4db10f26c0e984e04d4a60e3f157d4bc48d6dc3f63f0721f2de23e9e', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partition_table',  E'\\x62e529e38601a649ff14118ca2f457d8062ef9be79a2fc94714417bee4379cc7', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partitions',  E'\\x5b805c664ee213dd5dbf86fc2e6ab475a08a99c08db99aef9a41fe3ca830fdea', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('partitions_ahead',  E'\\xd427849d736513b437094de63ee60c14408dc98f01381529303ba5e9c9eef588', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('paused_apps',  E'\\x3125c2b29cc60ad36ac8f0bce46c5f433f52a586cea5e094d6361a6cf4e381d1', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_confirm_all',  E'\\xb51949c405688f0a7162ac4af387086584070cd750cb0e2d82be0f0a8aa6274a', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_end',  E'\\xb733f2a85858a14ebc2d76730a9789b57648be5835c5e018b762d4db98325f7d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_end_holds',  E'\\x9d949880bf8f7eaea839189973c29998c8079f514e00016b8487c7ac907e377d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_extend',  E'\\x1e7455460bc1e9c7539704075e03c4855535a0e1256d0909fd66e037334e5466', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_facts',  E'\\x15b7767532d52699112b7e34867948b35b0bac6c42d7ddb57610ec059a28f86c', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_fee_account_of',  E'\\x1ce09308325252aad134ed88678b1983b7b6647c2514b33d020649376b52410d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_refund',  E'\\x99d7f9450b8b550bd2296de831676f6bcc3a434769ff688c55d068b6fad25958', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_refund_facts',  E'\\x845733e88276af7107e45845222e7eb61323e5e64cd2cee470966adc2b800802', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_refunds_only_forget',  E'\\x6e65fe0622949618bedabd45586587b71e0fe8629c71ae3a17d377bed7851e3a', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payment_returned',  E'\\x70148d75cde4ae1415ef11dc6423ad6dd541cffb2654c10bf668ceaab3699190', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payments_forget_texts',  E'\\x16d4dff04d1e5d5b25ead190dd24014150dd5fcaaf7d31a9be8711fdffba2d2c', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('payments_save',  E'\\x3955f6906a73214446e2d84892b62b2e841572b0275113e0eb432f145ad74372', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('pending_topups_of',  E'\\xe0507235a9d3a811e2d4c42a5cbaf17bebd48940e2b3ec5b80b0f42352518dce', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('refuse_change',  E'\\x30b8d151ab367a52ec8c2f2b1289c10da31b839fc1264729d908b218d7e41f78', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('relay_operations_guard',  E'\\x5ae0fd3341d8e4921033c22dabd941c069675daa804b16b9adc95311a463927e', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('relay_refuse',  E'\\x1f93a72af9cd7e80d9c4680f6c98d492821b0f56512eae5e5886067d954405ed', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('require_balanced_postings',  E'\\x62143e48f3a9ab88759d0a7f5dfb57c3d19fde429cb46826eec3da3517e843b6', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('require_empty_account',  E'\\x2074420f5ebe1783a173aa15198620e7f94f74596a29d06f31a7e06f55babcc1', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('require_entry_behind_balance',  E'\\xc7d5f3aae9692b1b1c00b56be2cd52bd415e32c07c4c0e4cb08e1498fd4f1962', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('require_payment_accounts',  E'\\x20ea9d9162e0dd463b11ce0b62dea0b7b22b38438d0cf460ed8a7f1fefd60716', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('require_posting_function',  E'\\xef93795325885c48d94cd26dc77254a780ee7dd68722684946d0d05df2a6ed9e', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('require_topup_accounts',  E'\\xc44afe837f0f4b22dcd01eb7efd3198dd4aa7eb268be5047f70f67e60328c7a6', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('security_events_sweep',  E'\\x1cc26e499cdd5bdc88fe1977235baa15c1c17ff63e75f3f755ba4e14e001efca', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlement_block',  E'\\x8e7237f887068d0256a5e178948b001c724382dd93b99ebffc8ecdef176e4921', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlement_end',  E'\\xa952471d5221d7e4b21a04d7ddac0284d1a8e3e59e86757416c2333451ebb8eb', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlement_facts',  E'\\x4598214c03f07f4a33ed8535ddb5bdd0614dc119cc64d26cbb30a033ff115d90', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlement_recover',  E'\\x81ba3887041051a9482f99ccde903311b20bf0cd61b00f10f431a467a70f42ed', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlement_request',  E'\\xfd8b28965d096e1c578163b6704fe740c54d15583039b7f6298b7552fcc3cbfb', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlement_steps',  E'\\xc622792685386ecf9a0ae65d2748a62ac10a3114e5a2d0137309fb7624bb26b0', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlements_forget',  E'\\x91282aed5a2097d152e41afec1cfc0df2dfb545d99f7a1d69661c8480ea93b3d', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('settlements_send',  E'\\x5cafb82941c7123d379ec2095f08bcc4d8e9489bc40d726e3faddccf2f6a2b2b', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('spend_login_code',  E'\\xdfd49031eff02cc41e461dab0f318d13ff4351d6683f2f4a9103a9adfd42dfbb', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('suspense_facts',  E'\\x8b5ca1022d5af15742b2d61e88e729a14833781cd63779f995a6a0bd5ac3226c', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('sweep_app_events',  E'\\xd256b6860b53639d8f24bfbc267d83dc6657cb2737e508f2b50bba5cdcc60920', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_app',  E'\\xebe61c2e9469e1c6045efc6e5fa11df2eb2dbab082c8c4617c002415266e4c31', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_apps',  E'\\xc4ec08d8264cc60886e299985508ae99d5eb15745097531e8a6e0f60f91706d5', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_due_captures',  E'\\xb73ffed44666a738fed758331cb5f91a9da8e67f8f4aa926fef2f85684f6d9e2', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_of_app',  E'\\xf583e6cb4b83563c3485d0610535b60e56150d5ac4d2bbb9563246987d39511a', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_of_grant',  E'\\x20a82204d85b45de63f60edd9e80821507b7bb7b580f0fca7aef84f7a5fe2893', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_of_identity',  E'\\x9cd5f773727bcbd63685e57c5c842d054779f6b80a002f01d2a40cd29233aeed', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_of_payment',  E'\\x8261ad1ecabe59d49008aff5a4b3b330c72fc4b28513eaad9b40c4d2455791b9', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_of_payments',  E'\\x98bf99fd0768ca4d933da3471969b54c47ce11a52dac38821c40c1437d4f3730', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('tell_owner',  E'\\x536c469bbc1077241ef1b176c41e372fd44290288b91b9d29ecfb6a03faa7767', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('terms_of_app',  E'\\xe5ece814d76df2b7adcf8e09cbfa18c802ad70f96137b3fd56362fc2bf4adb60', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('topup_confirmations_forget',  E'\\x785cce81869bf915c14291397e4340f7748d299bbab3db7c217a7da96bee8807', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('topup_fees_returned',  E'\\x8e4d9228312d6c183ef934a0a10b2aa51f40f5278081361e6861d490473d9589', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_functions" ("name", "hash", "version", "applied_at") overriding system value values ('trim_app_requests',  E'\\x5c3a030e764ab7ae06fe54469e0d0b4befb039bdbbcdc5a5f28dd3de4a6ec2a3', '0.1.0', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180001_baseline_audit',  E'\\x51dacf1016e3c3270b5f0ad31d0e16d06c0b5f1c0378f0b61166eecce8e47f7d', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180002_baseline_identity',  E'\\xc4c6c03e559d08905c06ef427d9dc3ccc0c75e6c1f2cf47fb8d70b57a87f57bb', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180003_baseline_profile',  E'\\xeb9b6f2c00edeae07bf031231062bee69deaabdf349fadfd9b21fa69b4459728', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180004_baseline_sessions',  E'\\x525a98d8a1881b0076a23feb62df3722607652b4f50269ee4ae668840a43a52b', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180005_baseline_credentials',  E'\\x30baadb402c712cf0ebae12b26b4f2ccf56598908ebd09d8ba9b95e0c17d566f', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180006_baseline_sign_in',  E'\\x92ee8e4c8b751ae10ac553888924e9f7fd06e44ed9c3b3122ca02361f77310c1', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180007_baseline_relying_parties',  E'\\x561bb49b4b8cf9ee8f72997bcf568073231eafb03d4df8459d801591e0058692', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180008_baseline_app_events',  E'\\xedf1bd58eec5952d842312d0b4faa7bce551b5d65a8bd6ca11a3ace4357ede31', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180009_baseline_app_activity',  E'\\x2126bce4c9b9d00f06e8099b389dc978451364ddf312651ecf79558acc035f85', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180010_baseline_verification',  E'\\xe1314e436d6bd4c36a3e9cdb9d04b240feaf9d9d00cb92f7e97ae04282dffb56', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180011_baseline_ledger',  E'\\xc0dce6ee4ad1bdcdde98f84f0ddedaacf6f5ab73d73b06456537574fecc0fd59', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180012_baseline_checkout',  E'\\xe99946c2e9cce8d06d856bfd3fe9fbea755e50d82ad9752fbc54ad8eaefa4269', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180013_baseline_embedded_chain',  E'\\x4ff9a23c39d7f87c6fd087f80f5f6c9f1e5a1275712f1d8ddbb42a78934d3647', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180014_baseline_chain',  E'\\xdc8a47722c3ba13e3d1df7f906e3b51e7e6afa0a31fa03361e4c50a9f06b9e5b', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180015_baseline_relay',  E'\\x89c9cbd4055b936b32c1e5f6f399abf508eb9063d67c3bb6933e998e49ae4e02', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180016_baseline_account',  E'\\x5f20697fe7ff89d6f90da257dfdc954a890e8f8c3b294ba4aa9134cf94d0c8d7', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180017_baseline_session_grants',  E'\\x47c135b9a115ed310bd6af468b2ae31d62eb0d555c030fdf5954bce6e34d89cf', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180018_baseline_evm_permissions',  E'\\x31559d9cbd051d2d919c176ca3926c9a0c9800ef133c1e3bd49c3c2fe98b3cee', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180019_baseline_payments',  E'\\x09e38ccd33d2634ff117b20ae629eab639bc8d73a8f178ffe9581f989d692bf9', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180020_baseline_recovery',  E'\\x20dba9594506d1d27826e99719217b9fdef67ceb40c4663b2273ce806988ca3e', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180021_baseline_notices',  E'\\xd34a94282778d2033dc2dc67b48595eabda7649d928887354fcf3c54548e2542', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180022_baseline_security_log',  E'\\x1a4ebae452afe0f1b074e7721872006660d1e51ed4b83fb17d44d3bb9d915077', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180023_baseline_admin',  E'\\x2771863c4e2f986b5f940c9a3fbd0ee2674291c03e2a46a64623420bb70abb6d', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180101_drop_recovery_players',  E'\\xfb2f1e39ab96e32ba82fcbf74aaf0846cceac84a4b2ecce19ed4ce814c42e9a7', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180102_profiles_comment',  E'\\xf915f204827d123ee0e359b3484bf1ce5a9f8978431133a9e636ad7d34162dfa', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180103_drop_old_sweep',  E'\\x5ed2a1b86bf40aa6d236427986fac447e66405b880bdb23100bc09225d0f6d96', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180200_awaited_passkeys',  E'\\xe25fb734fd17c0ea4c9ad877ca04cba8740a9bfaed30a02a9249ceb7a3c24ce5', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180201_unbroken_freezes',  E'\\x80bd45f07238491f5ec6bc38c6fbcb40d012e8a1c974232a8d5c7475efc92f04', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180300_drop_development_provider',  E'\\x3223da366a3fc71314c65b1addb543f66036308b8336729a6864d71be60bbf3a', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180301_drop_development_mails',  E'\\x649bdefc48c7055f948c97423d46c257301f28329570a4c146ddce8791299fe9', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180302_drop_embedded_chain',  E'\\x3dbaaf37ce53857574e4ae4af4a6a450cdb5b80d5946120a4ee3190ed8a0ecc3', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180400_app_deposits',  E'\\x874e432cd81373a8a3159fff20048c754a8fb6f4e9038b33471270842593583a', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180401_app_deposits_checked',  E'\\x03af0a2d3a200e5d2ac071eef5c190ec0586eceb83c2004c9c6ddbcc4fc84e25', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180500_items',  E'\\x879c44426be137307ea977564c1ce01e2ffa8d215ba3c185c9a6487874e77d25', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180500_payment_app_name',  E'\\x85dcb308c2438a89983a7fc3b31163e8ed580abaf5c098829b7c0deafedd1677', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180510_settlement_account',  E'\\x4f2a83b6683b4a1d921c4ba84c082c56104a904a118297209a3896e256e373f5', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180511_settlement_account_checked',  E'\\xc2f7264cbd20153d0e38d9eb9c6cab4e0b1fe1eacd15b7acc2521f9af63c9232', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180512_settlements',  E'\\xdf648cb8e77dc7ad6ce30c0033780207ad326736e5a64b2e5f93eea272af58e8', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180530_activation_account',  E'\\xad50786ffd9cb153c7c10e0c01ce040692bb878d602fbe65f26488652c067a3c', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180531_activation_account_checked',  E'\\xf22381833c124d539e3dd010a59e41daa4ca533e6e978ce4e6c2d07ea0426960', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180532_paid_pool',  E'\\x9456f55964156bb613a130a80b65319f2bc9e5df22574940d4608b9bf7e087c6', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180533_paid_pool_checked',  E'\\x899eacd649a10b60afe2fd0cb2c49be914a4f57747935277221429f586204438', '2026-11-18 05:30:27+00');
insert into "applied_migrations" ("name", "hash", "applied_at") overriding system value values ('202611180700_available_indexes',  E'\\x838822424638b87c5163645ede7323fdead3afa42355ce14c5de166bcc98c90d', '2026-11-18 05:30:27+00');
insert into "claim_watch" ("only_row", "after_identity") overriding system value values ('true', '00000000-0000-0000-0000-000000000000');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000001', 'platform', null, null, 'fees', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000002', 'platform', null, null, 'payment_clearing', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000003', 'platform', null, null, 'provider_fees', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000004', 'platform', null, null, 'receivables', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000005', 'platform', null, null, 'forfeited', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000006', 'platform', null, null, 'suspense', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000007', 'platform', null, null, 'settlements', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000008', 'platform', null, null, 'activations', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000101', 'platform', null, null, 'fees 1', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000102', 'platform', null, null, 'fees 2', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000103', 'platform', null, null, 'fees 3', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000104', 'platform', null, null, 'fees 4', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000105', 'platform', null, null, 'fees 5', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000106', 'platform', null, null, 'fees 6', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000107', 'platform', null, null, 'fees 7', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000108', 'platform', null, null, 'fees 8', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000109', 'platform', null, null, 'fees 9', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000110', 'platform', null, null, 'fees 10', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000111', 'platform', null, null, 'fees 11', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000112', 'platform', null, null, 'fees 12', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000113', 'platform', null, null, 'fees 13', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000114', 'platform', null, null, 'fees 14', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_accounts" ("id", "kind", "identity_id", "client_id", "name", "balance", "version", "moved_at", "closed_at", "created_at", "sent_day", "sent_today", "sent_unproven", "step_up_amount", "daily_limit", "notice_amount", "next_step_up_amount", "next_daily_limit", "next_limits_from", "held_for", "held", "next_notice_amount", "deposited") overriding system value values ('9000000000000000115', 'platform', null, null, 'fees 15', '0', '0', '1970-01-01 00:00:00+00', null, '2026-11-18 05:30:27+00', null, '0', '0', null, null, null, null, null, null, null, '0', null, '0');
insert into "ledger_fee_rules" ("version", "bps", "minimum") overriding system value values ('1', '10', '100');
insert into "recovery_watch" ("after_identity", "next_at", "after_attempt") overriding system value values ('00000000-0000-0000-0000-000000000000', '2000-01-01 00:00:00+00', '00000000-0000-0000-0000-000000000000');
-- constraints
alter table account_certificates add constraint account_certificates_pkey PRIMARY KEY (passkey_id);
alter table account_claims add constraint account_claims_pkey PRIMARY KEY (identity_id);
alter table app_event_heads add constraint app_event_heads_pkey PRIMARY KEY (client_id);
alter table app_events add constraint app_events_pkey PRIMARY KEY (id);
alter table app_grants add constraint app_grants_pkey PRIMARY KEY (id);
alter table app_items add constraint app_items_pkey PRIMARY KEY (client_id, sku);
alter table app_logins add constraint app_logins_pkey PRIMARY KEY (client_id, day);
alter table app_origins add constraint app_origins_pkey PRIMARY KEY (client_id, origin);
alter table app_redirect_uris add constraint app_redirect_uris_pkey PRIMARY KEY (client_id, uri);
alter table app_requests add constraint app_requests_pkey PRIMARY KEY (id);
alter table applied_functions add constraint applied_functions_pkey PRIMARY KEY (name);
alter table applied_migrations add constraint applied_migrations_pkey PRIMARY KEY (name);
alter table apps add constraint apps_pkey PRIMARY KEY (client_id);
alter table audit_events_first add constraint audit_events_first_pkey PRIMARY KEY (id, at);
alter table audit_events_rest add constraint audit_events_rest_pkey PRIMARY KEY (id, at);
alter table awaited_passkeys add constraint awaited_passkeys_pkey PRIMARY KEY (identity_id);
alter table bank_accounts add constraint bank_accounts_pkey PRIMARY KEY (client_id);
alter table burnt_credentials add constraint burnt_credentials_pkey PRIMARY KEY (hash);
alter table chain_identity add constraint chain_identity_pkey PRIMARY KEY (only_one);
alter table claim_tickets add constraint claim_tickets_pkey PRIMARY KEY (hash);
alter table claim_watch add constraint claim_watch_pkey PRIMARY KEY (only_row);
alter table credential_approvals add constraint credential_approvals_passkey_id_key UNIQUE (passkey_id);
alter table credential_approvals add constraint credential_approvals_pkey PRIMARY KEY (id);
alter table device_guesses add constraint device_guesses_pkey PRIMARY KEY (key);
alter table device_logins add constraint device_logins_pkey PRIMARY KEY (device_hash);
alter table device_logins add constraint device_logins_user_hash_key UNIQUE (user_hash);
alter table evm_permission_spend_keys add constraint evm_permission_spend_keys_pkey PRIMARY KEY (permission_id, key);
alter table evm_permission_usage add constraint evm_permission_usage_pkey PRIMARY KEY (permission_id, entry);
alter table evm_permissions add constraint evm_permissions_digest_key UNIQUE (digest);
alter table evm_permissions add constraint evm_permissions_pkey PRIMARY KEY (id);
alter table freezes add constraint freezes_pkey PRIMARY KEY (identity_id);
alter table game_programs add constraint game_programs_pkey PRIMARY KEY (program);
alter table identities add constraint identities_handle_key UNIQUE (handle);
alter table identities add constraint identities_pkey PRIMARY KEY (id);
alter table known_devices add constraint known_devices_pkey PRIMARY KEY (identity_id, hash);
alter table ledger_accounts add constraint ledger_accounts_client_id_key UNIQUE (client_id);
alter table ledger_accounts add constraint ledger_accounts_held_for_key UNIQUE (held_for);
alter table ledger_accounts add constraint ledger_accounts_identity_id_key UNIQUE (identity_id);
alter table ledger_accounts add constraint ledger_accounts_name_key UNIQUE (name);
alter table ledger_accounts add constraint ledger_accounts_pkey PRIMARY KEY (id);
alter table ledger_audit_runs add constraint ledger_audit_runs_pkey PRIMARY KEY (id);
alter table ledger_entries add constraint ledger_entries_pkey PRIMARY KEY (account_id, version);
alter table ledger_fee_rules add constraint ledger_fee_rules_pkey PRIMARY KEY (version);
alter table ledger_full_refusals add constraint ledger_full_refusals_pkey PRIMARY KEY (account_id);
alter table ledger_keys add constraint ledger_keys_pkey PRIMARY KEY (account_id, key);
alter table ledger_limit_history add constraint ledger_limit_history_pkey PRIMARY KEY (account_id, held_until);
alter table ledger_notes_kept add constraint ledger_notes_kept_pkey PRIMARY KEY (account_id);
alter table ledger_postings add constraint ledger_postings_pkey PRIMARY KEY (id);
alter table ledger_receivers add constraint ledger_receivers_pkey PRIMARY KEY (payer_id, receiver_id);
alter table ledger_suspense add constraint ledger_suspense_pkey PRIMARY KEY (id);
alter table login_codes add constraint login_codes_pkey PRIMARY KEY (hash);
alter table machine_credentials add constraint machine_credentials_pkey PRIMARY KEY (name);
alter table machine_credentials add constraint machine_credentials_secret_hash_key UNIQUE (secret_hash);
alter table not_me_tokens add constraint not_me_tokens_pkey PRIMARY KEY (hash);
alter table notice_mails add constraint notice_mails_pkey PRIMARY KEY (notice_id);
alter table notices add constraint notices_pkey PRIMARY KEY (id);
alter table oidc_keys add constraint oidc_keys_pkey PRIMARY KEY (kid);
alter table passkey_challenges add constraint passkey_challenges_pkey PRIMARY KEY (hash);
alter table passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (id);
alter table payment_notices add constraint payment_notices_pkey PRIMARY KEY (id);
alter table payment_refunds add constraint payment_refunds_pkey PRIMARY KEY (id);
alter table payment_texts_kept add constraint payment_texts_kept_pkey PRIMARY KEY (identity_id);
alter table payments add constraint payments_client_id_reference_key UNIQUE (client_id, reference);
alter table payments add constraint payments_pkey PRIMARY KEY (id);
alter table play_moves add constraint play_moves_pkey PRIMARY KEY (signature);
alter table play_spending add constraint play_spending_pkey PRIMARY KEY (day, holder);
alter table profile_avatars add constraint profile_avatars_id_key UNIQUE (id);
alter table profile_avatars add constraint profile_avatars_pkey PRIMARY KEY (identity_id);
alter table profiles add constraint profiles_pkey PRIMARY KEY (identity_id);
alter table provider_logins add constraint provider_logins_issuer_subject_key UNIQUE (issuer, subject);
alter table provider_logins add constraint provider_logins_pkey PRIMARY KEY (id);
alter table recovery_attempts add constraint recovery_attempts_pkey PRIMARY KEY (id);
alter table recovery_guardians add constraint recovery_guardians_pkey PRIMARY KEY (identity_id, place);
alter table recovery_passkeys add constraint recovery_passkeys_pkey PRIMARY KEY (identity_id, compressed_key);
alter table recovery_policies add constraint recovery_policies_pkey PRIMARY KEY (identity_id);
alter table recovery_sights add constraint recovery_sights_pkey PRIMARY KEY (identity_id);
alter table relay_operations add constraint relay_operations_pkey PRIMARY KEY (id);
alter table relay_operations add constraint relay_operations_signature_key UNIQUE (signature);
alter table relay_spending add constraint relay_spending_pkey PRIMARY KEY (day, pool, holder);
alter table sandbox_payments add constraint sandbox_payments_pkey PRIMARY KEY (order_id);
alter table security_events add constraint security_events_pkey PRIMARY KEY (id);
alter table service_grants add constraint service_grants_pkey PRIMARY KEY (role);
alter table service_secrets add constraint service_secrets_pkey PRIMARY KEY (name);
alter table session_grants add constraint session_grants_pkey PRIMARY KEY (session_address);
alter table sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table settlements add constraint settlements_pkey PRIMARY KEY (id);
alter table sign_in_flows add constraint sign_in_flows_pkey PRIMARY KEY (state_hash);
alter table signing_keys add constraint signing_keys_pkey PRIMARY KEY (kid);
alter table smart_accounts add constraint smart_accounts_pkey PRIMARY KEY (identity_id);
alter table told_money add constraint told_money_pkey PRIMARY KEY (identity_id);
alter table topup_confirmations add constraint topup_confirmations_pkey PRIMARY KEY (topup_id, payment_id, paid);
alter table topup_sessions add constraint topup_sessions_pkey PRIMARY KEY (order_id);
alter table topups add constraint topups_pkey PRIMARY KEY (id);
alter table verification_requests add constraint verification_requests_pkey PRIMARY KEY (client_id);
alter table withdrawn_amounts add constraint withdrawn_amounts_pkey PRIMARY KEY (operation_id);
alter table audit_events add constraint audit_events_pkey PRIMARY KEY (id, at);
alter table account_certificates add constraint account_certificates_message_check CHECK ((length(message) = 186));
alter table account_certificates add constraint account_certificates_signature_check CHECK ((length(signature) = 64));
alter table account_claims add constraint account_claims_authority_check CHECK ((length(authority) = 33));
alter table app_items add constraint app_items_image_url_check CHECK ((length(image_url) <= 500));
alter table app_items add constraint app_items_names_check CHECK ((jsonb_typeof(names) = 'object'::text));
alter table app_items add constraint app_items_price_check CHECK (((price >= 1) AND (price <= '1000000000000'::bigint)));
alter table app_items add constraint app_items_sku_check CHECK ((sku ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text));
alter table app_logins add constraint app_logins_count_check CHECK ((count > 0));
alter table app_requests add constraint app_requests_caller_check CHECK ((caller = ANY (ARRAY['app'::text, 'player'::text, 'unproven'::text])));
alter table apps add constraint apps_contact_check CHECK (((length(contact) >= 1) AND (length(contact) <= 400)));
alter table apps add constraint apps_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 1000)));
alter table apps add constraint apps_fee_flat_check CHECK (((fee_flat >= 0) AND (fee_flat <= 1000000)));
alter table apps add constraint apps_scopes_check CHECK (((scopes <@ '{read,payments}'::text[]) AND ('read'::text = ANY (scopes))));
alter table bank_accounts add constraint bank_accounts_decided CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL))));
alter table bank_accounts add constraint bank_accounts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text])));
alter table bank_accounts add constraint bank_accounts_usable CHECK ((((status = 'approved'::text) = (usable_from IS NOT NULL)) AND (usable_from >= decided_at)));
alter table chain_identity add constraint chain_identity_only_one_check CHECK (only_one);
alter table claim_watch add constraint claim_watch_only_row_check CHECK (only_row);
alter table credential_approvals add constraint credential_approvals_check CHECK (((state = 'pending'::text) = (decided_at IS NULL)));
alter table credential_approvals add constraint credential_approvals_check1 CHECK (((state = 'approved'::text) = (assertion IS NOT NULL)));
alter table credential_approvals add constraint credential_approvals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text])));
alter table device_logins add constraint device_logins_decision_check CHECK ((decision = ANY (ARRAY['allowed'::text, 'denied'::text])));
alter table evm_permission_usage add constraint evm_permission_usage_spent_check CHECK ((spent >= (0)::numeric));
alter table evm_permissions add constraint evm_permissions_account_check CHECK ((octet_length(account) = 20));
alter table evm_permissions add constraint evm_permissions_chain_id_check CHECK ((chain_id > 0));
alter table evm_permissions add constraint evm_permissions_check CHECK ((expires_at > starts_at));
alter table evm_permissions add constraint evm_permissions_check1 CHECK (((status <> 'active'::text) OR (approved_at IS NOT NULL)));
alter table evm_permissions add constraint evm_permissions_digest_check CHECK ((octet_length(digest) = 32));
alter table evm_permissions add constraint evm_permissions_key_x_check CHECK ((octet_length(key_x) = 32));
alter table evm_permissions add constraint evm_permissions_key_y_check CHECK ((octet_length(key_y) = 32));
alter table evm_permissions add constraint evm_permissions_salt_check CHECK ((octet_length(salt) = 32));
alter table evm_permissions add constraint evm_permissions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'expired'::text, 'revoked'::text])));
alter table evm_permissions add constraint evm_permissions_verifier_check CHECK ((octet_length(verifier) = 20));
alter table game_programs add constraint game_programs_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)));
alter table game_programs add constraint game_programs_program_check CHECK (((length(program) >= 32) AND (length(program) <= 44)));
alter table identities add constraint identities_handle_check CHECK ((handle ~ '^[a-z0-9_]{3,20}$'::text));
alter table identities add constraint identities_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'deleted'::text])));
alter table ledger_accounts add constraint ledger_accounts_activations_not_negative CHECK (((name IS DISTINCT FROM 'activations'::text) OR (balance >= 0)));
alter table ledger_accounts add constraint ledger_accounts_closed_is_empty CHECK (((closed_at IS NULL) OR (balance = 0)));
alter table ledger_accounts add constraint ledger_accounts_counters CHECK (((sent_today >= 0) AND (sent_unproven >= 0)));
alter table ledger_accounts add constraint ledger_accounts_deposited CHECK (((deposited = 0) OR ((kind = 'app'::text) AND ((deposited >= 0) AND (deposited <= balance)))));
alter table ledger_accounts add constraint ledger_accounts_held CHECK (((held = 0) OR ((held > 0) AND (kind = 'identity'::text))));
alter table ledger_accounts add constraint ledger_accounts_holder CHECK (
CASE kind
    WHEN 'identity'::text THEN ((identity_id IS NOT NULL) AND (client_id IS NULL) AND (name IS NULL) AND (held_for IS NULL))
    WHEN 'app'::text THEN ((client_id IS NOT NULL) AND (identity_id IS NULL) AND (name IS NULL) AND (held_for IS NULL))
    WHEN 'hold'::text THEN ((held_for IS NOT NULL) AND (identity_id IS NULL) AND (client_id IS NULL) AND (name IS NULL))
    ELSE ((name IS NOT NULL) AND (identity_id IS NULL) AND (client_id IS NULL) AND (held_for IS NULL))
END);
alter table ledger_accounts add constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['identity'::text, 'app'::text, 'platform'::text, 'hold'::text])));
alter table ledger_accounts add constraint ledger_accounts_limits CHECK (((next_limits_from IS NULL) = ((next_step_up_amount IS NULL) AND (next_daily_limit IS NULL) AND (next_notice_amount IS NULL))));
alter table ledger_accounts add constraint ledger_accounts_not_negative CHECK (((kind = 'platform'::text) OR (balance >= 0)));
alter table ledger_accounts add constraint ledger_accounts_settlements_not_negative CHECK (((name IS DISTINCT FROM 'settlements'::text) OR (balance >= 0)));
alter table ledger_accounts add constraint ledger_accounts_suspense_not_negative CHECK (((name IS DISTINCT FROM 'suspense'::text) OR (balance >= 0)));
alter table ledger_entries add constraint ledger_entries_amount_check CHECK ((amount <> 0));
alter table ledger_postings add constraint ledger_postings_amount_check CHECK (((amount >= 0) AND (amount <= '1000000000000000'::bigint)));
alter table ledger_postings add constraint ledger_postings_app_fee_check CHECK ((app_fee >= 0));
alter table ledger_postings add constraint ledger_postings_global_fee_check CHECK ((global_fee >= 0));
alter table ledger_postings add constraint ledger_postings_known_types CHECK ((type = ANY (ARRAY['send'::text, 'topup'::text, 'refund'::text, 'payout'::text, 'deposit'::text, 'forfeit'::text, 'suspense'::text, 'suspense_credit'::text, 'payment'::text, 'hold'::text, 'capture'::text, 'hold_return'::text, 'payment_refund'::text, 'settlement'::text, 'settlement_paid'::text, 'settlement_return'::text, 'activation'::text, 'activation_return'::text])));
alter table ledger_postings add constraint ledger_postings_note_check CHECK ((length(note) <= 140));
alter table ledger_postings add constraint ledger_postings_provider_fee_check CHECK ((provider_fee >= 0));
alter table ledger_suspense add constraint ledger_suspense_amount_check CHECK ((amount > 0));
alter table ledger_suspense add constraint ledger_suspense_check CHECK (((returned >= 0) AND (returned <= amount)));
alter table ledger_suspense add constraint ledger_suspense_known_sources CHECK ((source = ANY (ARRAY['topup'::text, 'app_fee'::text, 'account'::text, 'payment'::text, 'settlement'::text, 'activation'::text])));
alter table ledger_suspense add constraint ledger_suspense_reason_check CHECK ((reason = ANY (ARRAY['account_closed'::text, 'app_closed'::text, 'balance_full'::text, 'paid_twice'::text, 'other_amount'::text])));
alter table ledger_suspense add constraint ledger_suspense_receivable_check CHECK ((receivable >= 0));
alter table ledger_suspense add constraint ledger_suspense_resolved CHECK ((((state = 'open'::text) = (resolved_at IS NULL)) AND ((state = 'credited'::text) = (credited_account_id IS NOT NULL))));
alter table ledger_suspense add constraint ledger_suspense_returned CHECK (((state <> 'returned'::text) OR (returned = amount)));
alter table ledger_suspense add constraint ledger_suspense_state_check CHECK ((state = ANY (ARRAY['open'::text, 'returned'::text, 'credited'::text])));
alter table login_codes add constraint login_codes_protocol_check CHECK ((protocol = ANY (ARRAY['pid'::text, 'oidc'::text])));
alter table machine_credentials add constraint machine_credentials_check CHECK ((expires_at > created_at));
alter table machine_credentials add constraint machine_credentials_check1 CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)));
alter table machine_credentials add constraint machine_credentials_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{1,39}$'::text));
alter table machine_credentials add constraint machine_credentials_role_check CHECK ((role = ANY (ARRAY['reader'::text, 'support'::text, 'money'::text, 'owner'::text])));
alter table machine_credentials add constraint machine_credentials_secret_hash_check CHECK ((length(secret_hash) = 32));
alter table oidc_keys add constraint oidc_keys_state_check CHECK ((state = ANY (ARRAY['next'::text, 'active'::text, 'retired'::text, 'revoked'::text])));
alter table passkeys add constraint passkeys_check CHECK (((status = 'pending'::text) = (activated_at IS NULL)));
alter table passkeys add constraint passkeys_check1 CHECK (((status = 'revoked'::text) = (revoked_at IS NOT NULL)));
alter table passkeys add constraint passkeys_compressed_key_check CHECK ((octet_length(compressed_key) = 33));
alter table passkeys add constraint passkeys_counter_check CHECK (((counter >= 0) AND (counter <= '4294967295'::bigint)));
alter table passkeys add constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023)));
alter table passkeys add constraint passkeys_rp_id_hash_check CHECK ((octet_length(rp_id_hash) = 32));
alter table passkeys add constraint passkeys_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'revoked'::text])));
alter table payment_refunds add constraint payment_refunds_amount_check CHECK ((amount > 0));
alter table payment_refunds add constraint payment_refunds_fee_check CHECK ((fee >= 0));
alter table payments add constraint payments_amount_check CHECK (((amount >= 1) AND (amount <= '1000000000000'::bigint)));
alter table payments add constraint payments_app_fee_check CHECK ((app_fee >= 0));
alter table payments add constraint payments_capture_check CHECK ((capture = ANY (ARRAY['automatic'::text, 'manual'::text])));
alter table payments add constraint payments_capture_within_seconds_check CHECK (((capture_within_seconds >= 60) AND (capture_within_seconds <= 604800)));
alter table payments add constraint payments_captured CHECK (((captured >= 0) AND (captured <= amount)));
alter table payments add constraint payments_confirmed CHECK (((payer_account_id IS NULL) = (status = ANY (ARRAY['open'::text, 'declined'::text, 'expired'::text, 'cancelled'::text]))));
alter table payments add constraint payments_description_check CHECK (((length(description) >= 1) AND (length(description) <= 140)));
alter table payments add constraint payments_global_fee_check CHECK ((global_fee >= 0));
alter table payments add constraint payments_item CHECK ((((sku IS NULL) = (quantity IS NULL)) AND ((sku IS NULL) = (item_names IS NULL)) AND ((item_image IS NULL) OR (sku IS NOT NULL)) AND ((quantity IS NULL) OR (((quantity >= 1) AND (quantity <= 99)) AND ((amount % (quantity)::bigint) = 0))))) NOT VALID;
alter table payments add constraint payments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 64)));
alter table payments add constraint payments_refunded CHECK (((refunded >= 0) AND (refunded <= captured)));
alter table payments add constraint payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'held'::text, 'paid'::text, 'refunded'::text, 'void'::text, 'declined'::text, 'expired'::text, 'cancelled'::text])));
alter table play_moves add constraint play_moves_lamports_check CHECK ((lamports >= 0));
alter table play_spending add constraint play_spending_lamports_check CHECK ((lamports >= 0));
alter table profile_avatars add constraint profile_avatars_png_check CHECK ((length(png) <= 300000));
alter table recovery_attempts add constraint recovery_attempts_check CHECK (((state = 'open'::text) = (settled_at IS NULL)));
alter table recovery_attempts add constraint recovery_attempts_compressed_key_check CHECK ((octet_length(compressed_key) = 33));
alter table recovery_attempts add constraint recovery_attempts_mode_check CHECK ((mode = ANY (ARRAY['chain'::text, 'database'::text])));
alter table recovery_attempts add constraint recovery_attempts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'cancelled'::text, 'finished'::text])));
alter table recovery_guardians add constraint recovery_guardians_kind_check CHECK ((kind = ANY (ARRAY['passkey'::text, 'sheet'::text, 'account'::text])));
alter table recovery_guardians add constraint recovery_guardians_place_check CHECK (((place >= 0) AND (place <= 4)));
alter table recovery_passkeys add constraint recovery_passkeys_compressed_key_check CHECK ((octet_length(compressed_key) = 33));
alter table recovery_policies add constraint recovery_policies_delay_seconds_check CHECK ((delay_seconds >= 0));
alter table recovery_policies add constraint recovery_policies_nonce_check CHECK ((nonce >= (0)::numeric));
alter table recovery_policies add constraint recovery_policies_threshold_check CHECK (((threshold >= 0) AND (threshold <= 5)));
alter table relay_operations add constraint relay_operations_account_nonce_check CHECK ((account_nonce >= 0));
alter table relay_operations add constraint relay_operations_check CHECK (((sponsor_app IS NOT NULL) = (pool = 'sponsorship'::text)));
alter table relay_operations add constraint relay_operations_kind_check CHECK ((kind = ANY (ARRAY['activate'::text, 'withdraw'::text, 'rotate'::text, 'register_session'::text, 'revoke_session'::text, 'set_recovery_policy'::text, 'vote_recovery'::text, 'cancel_recovery'::text, 'finish_recovery'::text])));
alter table relay_operations add constraint relay_operations_network_fee_lamports_check CHECK ((network_fee_lamports >= 0));
alter table relay_operations add constraint relay_operations_pools CHECK ((pool = ANY (ARRAY['general'::text, 'withdrawal'::text, 'activation'::text, 'session'::text, 'emergency'::text, 'recovery'::text, 'policy'::text, 'sponsorship'::text, 'paid'::text])));
alter table relay_operations add constraint relay_operations_protocol_fee_lamports_check CHECK ((protocol_fee_lamports >= 0));
alter table relay_operations add constraint relay_operations_rent_lamports_check CHECK ((rent_lamports >= 0));
alter table relay_operations add constraint relay_operations_sponsored_lamports_check CHECK ((sponsored_lamports >= 0));
alter table relay_operations add constraint relay_operations_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'confirmed'::text, 'finalized'::text, 'failed'::text, 'expired'::text, 'superseded'::text])));
alter table relay_spending add constraint relay_spending_lamports_check CHECK ((lamports >= 0));
alter table relay_spending add constraint relay_spending_pools CHECK ((pool = ANY (ARRAY['general'::text, 'withdrawal'::text, 'activation'::text, 'session'::text, 'emergency'::text, 'recovery'::text, 'policy'::text, 'sponsorship'::text, 'paid'::text])));
alter table sandbox_payments add constraint sandbox_payments_outcome_check CHECK ((outcome = ANY (ARRAY['paid'::text, 'failed'::text])));
alter table settlements add constraint settlements_amount_check CHECK ((amount > 0));
alter table settlements add constraint settlements_ended CHECK ((((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NOT NULL) = (status = ANY (ARRAY['failed'::text, 'cancelled'::text])))));
alter table settlements add constraint settlements_failed_by_other CHECK (((status <> 'failed'::text) OR ((ended_by <> approved_by) AND (ended_by <> sent_by))));
alter table settlements add constraint settlements_fee_check CHECK ((fee >= 0));
alter table settlements add constraint settlements_paid CHECK ((((paid_at IS NULL) = (paid_by IS NULL)) AND ((status <> 'paid'::text) OR (paid_at IS NOT NULL)) AND ((paid_at IS NULL) OR (status = ANY (ARRAY['paid'::text, 'failed'::text])))));
alter table settlements add constraint settlements_paid_by_other CHECK (((paid_by IS NULL) OR ((paid_by <> approved_by) AND (paid_by <> sent_by))));
alter table settlements add constraint settlements_sent CHECK ((((sent_at IS NULL) = (sent_by IS NULL)) AND ((sent_at IS NOT NULL) OR (status = ANY (ARRAY['requested'::text, 'cancelled'::text])))));
alter table settlements add constraint settlements_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'sent'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])));
alter table smart_accounts add constraint smart_accounts_authority_check CHECK ((length(authority) = 33));
alter table smart_accounts add constraint smart_accounts_epoch_check CHECK ((epoch >= 0));
alter table topup_confirmations add constraint topup_confirmations_answer_check CHECK ((answer <> ''::text));
alter table topup_confirmations add constraint topup_confirmations_answered CHECK ((precedes_confirmations OR (answer_hash IS NOT NULL)));
alter table topup_confirmations add constraint topup_confirmations_paid_check CHECK ((paid > 0));
alter table topup_confirmations add constraint topup_confirmations_payment_id_check CHECK ((payment_id <> ''::text));
alter table topups add constraint topups_amount_check CHECK (((amount >= 1) AND (amount <= '1000000000000000'::bigint)));
alter table topups add constraint topups_app_fee_check CHECK ((app_fee >= 0));
alter table topups add constraint topups_global_fee_check CHECK ((global_fee >= 0));
alter table topups add constraint topups_paid CHECK (((status = ANY (ARRAY['paid'::text, 'refunded'::text])) = (paid_at IS NOT NULL)));
alter table topups add constraint topups_provider_fee_check CHECK ((provider_fee >= 0));
alter table topups add constraint topups_receivable_check CHECK ((receivable >= 0));
alter table topups add constraint topups_refunded CHECK ((refunded <= (((amount + global_fee) + app_fee) + provider_fee)));
alter table topups add constraint topups_refunded_check CHECK ((refunded >= 0));
alter table topups add constraint topups_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'failed'::text, 'refunded'::text])));
alter table verification_requests add constraint verification_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text])));
alter table withdrawn_amounts add constraint withdrawn_amounts_amount_check CHECK ((amount > (0)::numeric));
alter table account_certificates add constraint account_certificates_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table account_certificates add constraint account_certificates_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES passkeys(id) ON DELETE CASCADE;
alter table account_claims add constraint account_claims_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table app_grants add constraint app_grants_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table app_grants add constraint app_grants_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table app_items add constraint app_items_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table app_origins add constraint app_origins_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table app_redirect_uris add constraint app_redirect_uris_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table apps add constraint apps_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES identities(id);
alter table awaited_passkeys add constraint awaited_passkeys_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table credential_approvals add constraint credential_approvals_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES passkeys(id) ON DELETE SET NULL;
alter table credential_approvals add constraint credential_approvals_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table credential_approvals add constraint credential_approvals_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES passkeys(id) ON DELETE SET NULL;
alter table device_logins add constraint device_logins_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table device_logins add constraint device_logins_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES app_grants(id);
alter table device_logins add constraint device_logins_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table evm_permission_spend_keys add constraint evm_permission_spend_keys_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES evm_permissions(id);
alter table evm_permission_usage add constraint evm_permission_usage_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES evm_permissions(id);
alter table evm_permissions add constraint evm_permissions_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table evm_permissions add constraint evm_permissions_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table freezes add constraint freezes_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE;
alter table known_devices add constraint known_devices_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE;
alter table login_codes add constraint login_codes_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table login_codes add constraint login_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES app_grants(id);
alter table login_codes add constraint login_codes_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table not_me_tokens add constraint not_me_tokens_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE;
alter table notice_mails add constraint notice_mails_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE;
alter table notices add constraint notices_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE;
alter table passkeys add constraint passkeys_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table passkeys add constraint passkeys_registered_login_id_fkey FOREIGN KEY (registered_login_id) REFERENCES provider_logins(id) ON DELETE SET NULL;
alter table payment_refunds add constraint payment_refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table payment_texts_kept add constraint payment_texts_kept_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table payments add constraint payments_asked_identity_id_fkey FOREIGN KEY (asked_identity_id) REFERENCES identities(id);
alter table payments add constraint payments_client_id_fkey FOREIGN KEY (client_id) REFERENCES apps(client_id);
alter table payments add constraint payments_payee_identity_id_fkey FOREIGN KEY (payee_identity_id) REFERENCES identities(id);
alter table payments add constraint payments_payer_identity_id_fkey FOREIGN KEY (payer_identity_id) REFERENCES identities(id);
alter table play_moves add constraint play_moves_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table profile_avatars add constraint profile_avatars_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE;
alter table profiles add constraint profiles_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table provider_logins add constraint provider_logins_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table recovery_attempts add constraint recovery_attempts_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table recovery_guardians add constraint recovery_guardians_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table recovery_passkeys add constraint recovery_passkeys_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table recovery_policies add constraint recovery_policies_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table recovery_sights add constraint recovery_sights_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table relay_operations add constraint relay_operations_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table session_grants add constraint session_grants_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table sessions add constraint sessions_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table sign_in_flows add constraint sign_in_flows_linking_identity_id_fkey FOREIGN KEY (linking_identity_id) REFERENCES identities(id);
alter table smart_accounts add constraint smart_accounts_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id);
alter table told_money add constraint told_money_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE;
alter table topup_confirmations add constraint topup_confirmations_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topups(id);
alter table topup_sessions add constraint topup_sessions_topup_id_fkey FOREIGN KEY (topup_id) REFERENCES topups(id);
alter table withdrawn_amounts add constraint withdrawn_amounts_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES relay_operations(id);
-- indexes
CREATE INDEX account_certificates_identity ON public.account_certificates USING btree (identity_id);
CREATE INDEX app_events_by_age ON public.app_events USING btree (at) WHERE (number IS NOT NULL);
CREATE UNIQUE INDEX app_events_by_number ON public.app_events USING btree (client_id, number) WHERE (number IS NOT NULL);
CREATE INDEX app_events_fresh ON public.app_events USING btree (id) WHERE (number IS NULL);
CREATE INDEX app_grants_client ON public.app_grants USING btree (client_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX app_grants_one_living ON public.app_grants USING btree (identity_id, client_id) WHERE (ended_at IS NULL);
CREATE INDEX app_requests_by_age ON public.app_requests USING btree (at);
CREATE INDEX app_requests_by_app ON public.app_requests USING btree (client_id, id DESC);
CREATE INDEX apps_owner ON public.apps USING btree (owner_id, created_at DESC, client_id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX audit_events_action_first ON public.audit_events_first USING btree (action, id DESC);
CREATE INDEX audit_events_actor_first ON public.audit_events_first USING btree (actor, id DESC);
CREATE INDEX audit_events_identity_first ON public.audit_events_first USING btree (identity_id, id DESC);
CREATE INDEX audit_events_target_first ON public.audit_events_first USING btree (target, id DESC) WHERE (target IS NOT NULL);
CREATE INDEX audit_events_with_origin_first ON public.audit_events_first USING btree (at) WHERE ((address IS NOT NULL) OR (user_agent IS NOT NULL));
CREATE INDEX audit_events_rest_action_id_idx ON public.audit_events_rest USING btree (action, id DESC);
CREATE INDEX audit_events_rest_actor_id_idx ON public.audit_events_rest USING btree (actor, id DESC);
CREATE INDEX audit_events_rest_at_idx ON public.audit_events_rest USING btree (at) WHERE ((address IS NOT NULL) OR (user_agent IS NOT NULL));
CREATE INDEX audit_events_rest_identity_id_id_idx ON public.audit_events_rest USING btree (identity_id, id DESC);
CREATE INDEX audit_events_rest_target_id_idx ON public.audit_events_rest USING btree (target, id DESC) WHERE (target IS NOT NULL);
CREATE INDEX bank_accounts_listing ON public.bank_accounts USING btree (set_at, client_id);
CREATE INDEX claim_tickets_expiry ON public.claim_tickets USING btree (expires_at);
CREATE INDEX claim_tickets_login ON public.claim_tickets USING btree (issuer, subject);
CREATE INDEX credential_approvals_identity ON public.credential_approvals USING btree (identity_id, created_at DESC, id DESC);
CREATE INDEX device_logins_expiry ON public.device_logins USING btree (expires_at);
CREATE INDEX device_logins_identity ON public.device_logins USING btree (identity_id);
CREATE INDEX evm_permission_spend_keys_age ON public.evm_permission_spend_keys USING btree (created_at);
CREATE INDEX evm_permissions_app ON public.evm_permissions USING btree (client_id, created_at DESC, id DESC) WHERE (client_id IS NOT NULL);
CREATE INDEX evm_permissions_identity ON public.evm_permissions USING btree (identity_id, created_at DESC, id DESC);
CREATE INDEX evm_permissions_living ON public.evm_permissions USING btree (expires_at) WHERE (status = ANY (ARRAY['pending'::text, 'active'::text]));
CREATE INDEX identities_account_id ON public.identities USING btree (sha256(decode((handle || '@pid'::text), 'escape'::text)));
CREATE INDEX ledger_notes_kept_due ON public.ledger_notes_kept USING btree (closed_at);
CREATE UNIQUE INDEX ledger_postings_activations ON public.ledger_postings USING btree (reference, type) WHERE (type = ANY (ARRAY['activation'::text, 'activation_return'::text]));
CREATE INDEX ledger_postings_app_fees ON public.ledger_postings USING btree (app_id, payer_id) INCLUDE (app_fee) WHERE ((type = 'send'::text) AND (app_fee > 0));
CREATE INDEX ledger_postings_deposits ON public.ledger_postings USING btree (payee_id) WHERE (type = 'deposit'::text);
CREATE INDEX ledger_postings_escrow ON public.ledger_postings USING btree (app_id, created_at) INCLUDE (type, amount, payee_id, reference) WHERE ((app_id IS NOT NULL) AND (type = ANY (ARRAY['payout'::text, 'deposit'::text, 'settlement'::text, 'settlement_return'::text, 'payment_refund'::text, 'refund'::text])));
CREATE UNIQUE INDEX ledger_postings_one_credit ON public.ledger_postings USING btree (reference) WHERE (type = 'topup'::text);
CREATE INDEX ledger_postings_owner ON public.ledger_postings USING btree (app_id) INCLUDE (type, amount) WHERE (type = ANY (ARRAY['payout'::text, 'deposit'::text]));
CREATE INDEX ledger_postings_payouts ON public.ledger_postings USING btree (payer_id) WHERE (type = 'payout'::text);
CREATE INDEX ledger_postings_settlements ON public.ledger_postings USING btree (app_id) WHERE (type = ANY (ARRAY['settlement'::text, 'settlement_return'::text]));
CREATE INDEX ledger_suspense_listing ON public.ledger_suspense USING btree (since DESC, id DESC);
CREATE UNIQUE INDEX ledger_suspense_one_payment ON public.ledger_suspense USING btree (provider, payment_id) WHERE (source = 'topup'::text);
CREATE INDEX ledger_suspense_reference ON public.ledger_suspense USING btree (reference);
CREATE INDEX login_codes_expiry ON public.login_codes USING btree (expires_at);
CREATE INDEX login_codes_identity ON public.login_codes USING btree (identity_id);
CREATE INDEX not_me_tokens_expiry ON public.not_me_tokens USING btree (expires_at);
CREATE INDEX not_me_tokens_identity ON public.not_me_tokens USING btree (identity_id);
CREATE INDEX notice_mails_due ON public.notice_mails USING btree (due_at);
CREATE INDEX notice_mails_identity ON public.notice_mails USING btree (identity_id);
CREATE INDEX notices_age ON public.notices USING btree (at);
CREATE INDEX notices_identity ON public.notices USING btree (identity_id, id DESC);
CREATE INDEX notices_type ON public.notices USING btree (identity_id, type, at);
CREATE INDEX notices_unread ON public.notices USING btree (identity_id, id) WHERE (read_at IS NULL);
CREATE UNIQUE INDEX oidc_keys_one_active ON public.oidc_keys USING btree (state) WHERE (state = ANY (ARRAY['next'::text, 'active'::text]));
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkeys_identity ON public.passkeys USING btree (identity_id);
CREATE INDEX passkeys_key ON public.passkeys USING btree (compressed_key);
CREATE INDEX payment_notices_received ON public.payment_notices USING btree (received_at);
CREATE INDEX payment_refunds_of ON public.payment_refunds USING btree (payment_id, created_at);
CREATE INDEX payment_texts_kept_due ON public.payment_texts_kept USING btree (deleted_at);
CREATE INDEX payments_due ON public.payments USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (status = 'held'::text));
CREATE INDEX payments_ended_by ON public.payments USING btree (ended_by) WHERE (ended_by IS NOT NULL);
CREATE INDEX payments_held ON public.payments USING btree (capture_by) WHERE (status = 'held'::text);
CREATE INDEX payments_held_app ON public.payments USING btree (app_account_id) WHERE (status = 'held'::text);
CREATE INDEX payments_held_payee ON public.payments USING btree (payee_account_id) WHERE (status = 'held'::text);
CREATE INDEX payments_held_payer ON public.payments USING btree (payer_account_id) WHERE (status = 'held'::text);
CREATE INDEX payments_of_app ON public.payments USING btree (client_id, id DESC);
CREATE INDEX payments_of_asked ON public.payments USING btree (asked_identity_id) WHERE (asked_identity_id IS NOT NULL);
CREATE INDEX payments_of_payee ON public.payments USING btree (payee_identity_id) WHERE (payee_identity_id IS NOT NULL);
CREATE INDEX payments_of_payer ON public.payments USING btree (payer_identity_id, id DESC) WHERE (payer_identity_id IS NOT NULL);
CREATE INDEX payments_open ON public.payments USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX payments_open_asked ON public.payments USING btree (asked_identity_id) WHERE (status = 'open'::text);
CREATE INDEX payments_open_payee ON public.payments USING btree (payee_identity_id) WHERE (status = 'open'::text);
CREATE INDEX play_moves_age ON public.play_moves USING btree (created_at);
CREATE INDEX provider_logins_identity ON public.provider_logins USING btree (identity_id);
CREATE UNIQUE INDEX recovery_attempts_database ON public.recovery_attempts USING btree (identity_id) WHERE ((state = 'open'::text) AND (mode = 'database'::text));
CREATE INDEX recovery_attempts_identity ON public.recovery_attempts USING btree (identity_id, started_at DESC);
CREATE UNIQUE INDEX recovery_attempts_key ON public.recovery_attempts USING btree (identity_id, compressed_key) WHERE (state = 'open'::text);
CREATE INDEX recovery_attempts_key_told ON public.recovery_attempts USING btree (identity_id, compressed_key, started_at);
CREATE INDEX recovery_attempts_open ON public.recovery_attempts USING btree (id) WHERE (state = 'open'::text);
CREATE INDEX recovery_attempts_session ON public.recovery_attempts USING btree (session_id, started_at) WHERE (session_id IS NOT NULL);
CREATE INDEX recovery_guardians_key ON public.recovery_guardians USING btree (key);
CREATE INDEX recovery_passkeys_kept ON public.recovery_passkeys USING btree (kept_until);
CREATE INDEX relay_operations_due ON public.relay_operations USING btree (next_attempt_at) WHERE (state = ANY (ARRAY['prepared'::text, 'confirmed'::text]));
CREATE INDEX relay_operations_everything ON public.relay_operations USING btree ("position") WHERE ((kind = 'withdraw'::text) AND ((details ->> 'amount'::text) = '18446744073709551615'::text) AND (state = 'finalized'::text));
CREATE INDEX relay_operations_identity ON public.relay_operations USING btree (identity_id, "position" DESC);
CREATE UNIQUE INDEX relay_operations_key ON public.relay_operations USING btree (identity_id, idempotency_key) WHERE ((idempotency_key IS NOT NULL) AND (state = ANY (ARRAY['prepared'::text, 'confirmed'::text, 'finalized'::text])));
CREATE UNIQUE INDEX relay_operations_nonce ON public.relay_operations USING btree (account_address, account_nonce) WHERE (state = ANY (ARRAY['prepared'::text, 'confirmed'::text, 'finalized'::text]));
CREATE INDEX relay_operations_rent ON public.relay_operations USING btree (rent_account) WHERE ((rent_lamports > 0) AND (rent_returned_at IS NULL));
CREATE INDEX relay_operations_request ON public.relay_operations USING btree (identity_id, request_hash);
CREATE INDEX relay_operations_seek ON public.relay_operations USING btree (next_attempt_at) WHERE ((state = ANY (ARRAY['prepared'::text, 'confirmed'::text])) AND (seek_since IS NOT NULL));
CREATE UNIQUE INDEX relay_operations_sponsored_once ON public.relay_operations USING btree (identity_id) WHERE ((pool = 'sponsorship'::text) AND (state = ANY (ARRAY['prepared'::text, 'confirmed'::text, 'finalized'::text])));
CREATE INDEX security_events_at ON public.security_events USING btree (at);
CREATE INDEX security_events_event ON public.security_events USING btree (event, id DESC);
CREATE INDEX security_events_identity ON public.security_events USING btree (identity_id, id DESC) WHERE (identity_id IS NOT NULL);
CREATE INDEX security_events_network ON public.security_events USING btree (network, id DESC) WHERE (network IS NOT NULL);
CREATE INDEX security_events_with_network ON public.security_events USING btree (at) WHERE (network IS NOT NULL);
CREATE INDEX session_grants_identity ON public.session_grants USING btree (identity_id, "position" DESC);
CREATE INDEX session_grants_to_close ON public.session_grants USING btree (expires_at) WHERE (closed_at IS NULL);
CREATE INDEX sessions_identity ON public.sessions USING btree (identity_id) WHERE (ended_at IS NULL);
CREATE INDEX settlements_due ON public.settlements USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX settlements_listing ON public.settlements USING btree (requested_at DESC, id DESC);
CREATE INDEX settlements_of_app ON public.settlements USING btree (client_id, requested_at DESC, id DESC);
CREATE INDEX settlements_open ON public.settlements USING btree (app_account_id) WHERE (status = ANY (ARRAY['requested'::text, 'sent'::text]));
CREATE INDEX settlements_waiting ON public.settlements USING btree (requested_at, id) WHERE (status = 'requested'::text);
CREATE INDEX sign_in_flows_expiry ON public.sign_in_flows USING btree (expires_at);
CREATE UNIQUE INDEX signing_keys_one_active ON public.signing_keys USING btree ((true)) WHERE ((retired_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX topup_confirmations_texts ON public.topup_confirmations USING btree (recorded_at) WHERE ((answer IS NOT NULL) OR (notice IS NOT NULL));
CREATE INDEX topup_sessions_topup ON public.topup_sessions USING btree (topup_id);
CREATE INDEX topups_due ON public.topups USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX topups_identity ON public.topups USING btree (identity_id, created_at DESC);
CREATE UNIQUE INDEX topups_one_credit ON public.topups USING btree (provider, payment_id);
CREATE INDEX topups_pending_account ON public.topups USING btree (account_id) WHERE (status = 'pending'::text);
CREATE INDEX topups_pending_app ON public.topups USING btree (app_account_id) WHERE ((status = 'pending'::text) AND (app_account_id IS NOT NULL));
CREATE INDEX verification_requests_waiting ON public.verification_requests USING btree (asked_at, client_id) WHERE (status = 'pending'::text);
CREATE INDEX audit_events_action ON ONLY public.audit_events USING btree (action, id DESC);
CREATE INDEX audit_events_actor ON ONLY public.audit_events USING btree (actor, id DESC);
CREATE INDEX audit_events_identity ON ONLY public.audit_events USING btree (identity_id, id DESC);
CREATE INDEX audit_events_target ON ONLY public.audit_events USING btree (target, id DESC) WHERE (target IS NOT NULL);
CREATE INDEX audit_events_with_origin ON ONLY public.audit_events USING btree (at) WHERE ((address IS NOT NULL) OR (user_agent IS NOT NULL));
-- attachedIndexes
alter index audit_events_action attach partition audit_events_action_first;
alter index audit_events_action attach partition audit_events_rest_action_id_idx;
alter index audit_events_actor attach partition audit_events_actor_first;
alter index audit_events_actor attach partition audit_events_rest_actor_id_idx;
alter index audit_events_identity attach partition audit_events_identity_first;
alter index audit_events_identity attach partition audit_events_rest_identity_id_id_idx;
alter index audit_events_target attach partition audit_events_rest_target_id_idx;
alter index audit_events_target attach partition audit_events_target_first;
alter index audit_events_with_origin attach partition audit_events_rest_at_idx;
alter index audit_events_with_origin attach partition audit_events_with_origin_first;
-- views
create view active_passkeys as
 SELECT id,
    credential_id,
    created_at
   FROM passkeys
  WHERE (status = 'active'::text);
create view audit_facts as
 SELECT action,
    target
   FROM audit_events;
create view final_operations as
 SELECT id,
    "position",
    kind,
    details,
    signature,
    (network_fee_lamports + protocol_fee_lamports) AS fees_lamports,
    settled_at
   FROM relay_operations
  WHERE (state = 'finalized'::text);
create view freeze_facts as
 SELECT identity_id,
    until
   FROM freezes;
create view identity_facts as
 SELECT id,
    handle,
    (handle || '@pid'::text) AS pid,
    status,
    created_at,
    bearer_epoch
   FROM identities;
create view paid_operations as
 SELECT id,
    identity_id,
    state,
    ((details ->> 'price'::text))::bigint AS price
   FROM relay_operations
  WHERE (pool = 'paid'::text);
create view partitions as
 SELECT (parent.relname)::text AS parent,
    (child.relname)::text AS name,
    (k.attname)::text AS key,
    (k.atttypid)::regtype AS key_type,
    (bound.words = 'DEFAULT'::text) AS takes_the_rest,
    partition_moment((k.atttypid)::regtype, "substring"(bound.words, 'FROM \(''([^'']+)''\)'::text)) AS begins,
    partition_moment((k.atttypid)::regtype, "substring"(bound.words, 'TO \(''([^'']+)''\)'::text)) AS ends
   FROM (((((pg_class parent
     JOIN pg_partitioned_table t ON ((t.partrelid = parent.oid)))
     JOIN pg_attribute k ON (((k.attrelid = parent.oid) AND (k.attnum = t.partattrs[0]))))
     JOIN pg_inherits i ON ((i.inhparent = parent.oid)))
     JOIN pg_class child ON ((child.oid = i.inhrelid)))
     CROSS JOIN LATERAL ( SELECT pg_get_expr(child.relpartbound, child.oid) AS words) bound)
  WHERE ((parent.relnamespace = (("current_schema"())::regnamespace)::oid) AND (t.partstrat = 'r'::"char"));
create view payment_facts as
 SELECT id,
    client_id,
    description,
    status,
    amount,
    payer_account_id,
    payee_account_id,
    app_account_id,
    hold_account_id,
    confirmed_total,
    captured,
    refunded,
    global_fee,
    app_fee,
    fee_rule,
    fee_bps,
    fee_flat,
    is_waived,
    payee_identity_id,
    app_name,
    payment_returned(payments.*) AS returned,
        CASE
            WHEN (sku IS NOT NULL) THEN jsonb_build_object('names', item_names, 'quantity', quantity)
            ELSE NULL::jsonb
        END AS goods
   FROM payments;
create view payment_refund_facts as
 SELECT id,
    payment_id,
    reason
   FROM payment_refunds;
create view settlement_facts as
 SELECT id,
    client_id,
    app_account_id,
    amount,
    fee,
    status,
    paid_at
   FROM settlements;
create view suspense_facts as
 SELECT reference,
    reason,
    amount,
    returned,
    source,
    provider,
    payment_id,
    since
   FROM ledger_suspense;
create view app_facts as
 SELECT client_id,
    deleted_at,
    owner_id,
    name,
    verified,
    logo_url,
    contact,
    ((deleted_at IS NULL) AND (paused_at IS NULL) AND (EXISTS ( SELECT
           FROM identity_facts owner
          WHERE ((owner.id = a.owner_id) AND (owner.status = 'active'::text))))) AS is_active
   FROM apps a;
create view audit_span as
 SELECT
        CASE
            WHEN bool_or(((begins IS NULL) AND (NOT takes_the_rest))) THEN '-infinity'::timestamp with time zone
            ELSE COALESCE(min(begins), '-infinity'::timestamp with time zone)
        END AS since
   FROM partitions
  WHERE (parent = 'audit_events'::text);
-- triggers
CREATE TRIGGER app_grants_ended AFTER UPDATE OF ended_at ON public.app_grants FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION tell_of_grant();
CREATE TRIGGER app_grants_made AFTER INSERT ON public.app_grants FOR EACH ROW EXECUTE FUNCTION tell_of_grant();
CREATE TRIGGER apps_changed AFTER UPDATE OF verified, paused_at ON public.apps FOR EACH ROW EXECUTE FUNCTION tell_of_app();
CREATE TRIGGER audit_events_append_only BEFORE UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_only_forget();
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON public.audit_events_first FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON public.audit_events_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER burnt_credentials_append_only BEFORE DELETE OR UPDATE ON public.burnt_credentials FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER burnt_credentials_no_truncate BEFORE TRUNCATE ON public.burnt_credentials FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evm_permissions_no_delete BEFORE DELETE ON public.evm_permissions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evm_permissions_no_truncate BEFORE TRUNCATE ON public.evm_permissions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evm_permissions_permanent BEFORE UPDATE ON public.evm_permissions FOR EACH ROW EXECUTE FUNCTION keep_evm_permission_permanent();
CREATE TRIGGER identities_no_delete BEFORE DELETE ON public.identities FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER identities_no_truncate BEFORE TRUNCATE ON public.identities FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER identities_permanent BEFORE UPDATE ON public.identities FOR EACH ROW EXECUTE FUNCTION keep_identity_permanent();
CREATE TRIGGER identities_told_to_apps AFTER UPDATE OF status ON public.identities FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION tell_of_identity();
CREATE TRIGGER ledger_accounts_begin_empty BEFORE INSERT ON public.ledger_accounts FOR EACH ROW WHEN (((new.balance <> 0) OR (new.version <> 0))) EXECUTE FUNCTION require_empty_account();
CREATE TRIGGER ledger_accounts_by_function BEFORE UPDATE OF id, kind, identity_id, client_id, name, balance, version, moved_at ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_accounts_closed_by_function BEFORE UPDATE OF closed_at ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_accounts_counted_by_function BEFORE UPDATE OF sent_day, sent_today, sent_unproven ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_accounts_deposited_by_function BEFORE UPDATE OF deposited ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_accounts_explained AFTER UPDATE ON public.ledger_accounts REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION require_entry_behind_balance();
CREATE TRIGGER ledger_accounts_held_by_function BEFORE UPDATE OF held, held_for ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_accounts_no_delete BEFORE DELETE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_notes AFTER UPDATE OF closed_at ON public.ledger_accounts FOR EACH ROW WHEN (((new.kind = 'identity'::text) AND (old.closed_at IS NULL) AND (new.closed_at IS NOT NULL))) EXECUTE FUNCTION ledger_keep_notes();
CREATE TRIGGER ledger_accounts_stay_closed BEFORE UPDATE OF closed_at ON public.ledger_accounts FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) AND (new.closed_at IS DISTINCT FROM old.closed_at))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_balanced AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION require_balanced_postings();
CREATE TRIGGER ledger_entries_by_function BEFORE INSERT ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_fee_rules_append_only BEFORE DELETE OR UPDATE ON public.ledger_fee_rules FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_postings_only_forget();
CREATE TRIGGER ledger_postings_by_function BEFORE INSERT ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_postings_no_delete BEFORE DELETE ON public.ledger_postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_suspense_by_function BEFORE INSERT OR UPDATE ON public.ledger_suspense FOR EACH STATEMENT EXECUTE FUNCTION require_posting_function();
CREATE TRIGGER ledger_suspense_no_delete BEFORE DELETE ON public.ledger_suspense FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_suspense_no_truncate BEFORE TRUNCATE ON public.ledger_suspense FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER machine_credentials_no_truncate BEFORE TRUNCATE ON public.machine_credentials FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER machine_credentials_stay BEFORE DELETE ON public.machine_credentials FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_refunds_append_only BEFORE UPDATE ON public.payment_refunds FOR EACH ROW EXECUTE FUNCTION payment_refunds_only_forget();
CREATE TRIGGER payment_refunds_no_delete BEFORE DELETE ON public.payment_refunds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_refunds_no_truncate BEFORE TRUNCATE ON public.payment_refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_accounts BEFORE INSERT OR UPDATE OF client_id, app_account_id, hold_account_id, payee_account_id, payee_identity_id ON public.payments FOR EACH ROW EXECUTE FUNCTION require_payment_accounts();
CREATE TRIGGER payments_no_delete BEFORE DELETE ON public.payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payments_no_truncate BEFORE TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER relay_operations_guard BEFORE DELETE OR UPDATE ON public.relay_operations FOR EACH ROW EXECUTE FUNCTION relay_operations_guard();
CREATE TRIGGER settlements_no_delete BEFORE DELETE ON public.settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlements_no_truncate BEFORE TRUNCATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlements_steps BEFORE UPDATE ON public.settlements FOR EACH ROW EXECUTE FUNCTION settlement_steps();
CREATE TRIGGER topup_confirmations_kept BEFORE INSERT OR UPDATE ON public.topup_confirmations FOR EACH ROW EXECUTE FUNCTION keep_topup_confirmation();
CREATE TRIGGER topup_confirmations_no_delete BEFORE DELETE ON public.topup_confirmations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER topup_confirmations_no_truncate BEFORE TRUNCATE ON public.topup_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER topups_accounts BEFORE INSERT OR UPDATE OF identity_id, account_id, client_id, app_account_id ON public.topups FOR EACH ROW EXECUTE FUNCTION require_topup_accounts();
CREATE TRIGGER topups_in_order BEFORE UPDATE ON public.topups FOR EACH ROW EXECUTE FUNCTION keep_topup_in_order();
CREATE TRIGGER topups_no_delete BEFORE DELETE ON public.topups FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- schema
revoke all on schema public from public;
grant usage on schema public to pid_service;
grant usage on schema public to public;
-- relationPrivileges
grant delete, insert, select, update on account_certificates to pid_service;
grant delete, insert, select, update on account_claims to pid_service;
grant select on active_passkeys to pid_service;
grant select on app_event_heads to pid_service;
grant select on app_events to pid_service;
grant usage on sequence app_events_id_seq to pid_service;
grant select on app_facts to pid_service;
grant delete, insert, select, update on app_grants to pid_service;
grant delete, insert, select, update on app_items to pid_service;
grant delete, insert, select, update on app_logins to pid_service;
grant delete, insert, select, update on app_origins to pid_service;
grant delete, insert, select, update on app_redirect_uris to pid_service;
grant delete, insert, select, update on app_requests to pid_service;
grant usage on sequence app_requests_id_seq to pid_service;
grant select on applied_functions to pid_service;
grant select on applied_migrations to pid_service;
grant delete, insert, select, update on apps to pid_service;
grant select on audit_events to pid_service;
grant usage on sequence audit_events_ids to pid_service;
grant select on audit_facts to pid_service;
grant select on audit_span to pid_service;
grant delete, insert, select, update on awaited_passkeys to pid_service;
grant delete, insert, select, update on bank_accounts to pid_service;
grant insert, select on burnt_credentials to pid_service;
grant delete, insert, select, update on chain_identity to pid_service;
grant delete, insert, select, update on claim_tickets to pid_service;
grant delete, insert, select, update on claim_watch to pid_service;
grant delete, insert, select, update on credential_approvals to pid_service;
grant delete, insert, select, update on device_guesses to pid_service;
grant delete, insert, select, update on device_logins to pid_service;
grant delete, insert, select, update on evm_permission_spend_keys to pid_service;
grant delete, insert, select, update on evm_permission_usage to pid_service;
grant insert, select, update on evm_permissions to pid_service;
grant select on final_operations to pid_service;
grant select on freeze_facts to pid_service;
grant delete, insert, select, update on freezes to pid_service;
grant delete, insert, select, update on game_programs to pid_service;
grant insert, select on identities to pid_service;
grant select on identity_facts to pid_service;
grant delete, insert, select, update on known_devices to pid_service;
grant usage on sequence ledger_account_ids to pid_service;
grant select on ledger_accounts to pid_service;
grant insert, select on ledger_audit_runs to pid_service;
grant usage on sequence ledger_audit_runs_id_seq to pid_service;
grant select on ledger_entries to pid_service;
grant select on ledger_fee_rules to pid_service;
grant delete, insert, select, update on ledger_full_refusals to pid_service;
grant insert, select on ledger_keys to pid_service;
grant delete, insert, select, update on ledger_limit_history to pid_service;
grant select on ledger_notes_kept to pid_service;
grant select on ledger_postings to pid_service;
grant select on ledger_receivers to pid_service;
grant select on ledger_suspense to pid_service;
grant delete, insert, select, update on login_codes to pid_service;
grant select on machine_credentials to pid_service;
grant delete, insert, select, update on not_me_tokens to pid_service;
grant delete, insert, select, update on notice_mails to pid_service;
grant delete, insert, select, update on notices to pid_service;
grant usage on sequence notices_id_seq to pid_service;
grant delete, insert, select, update on oidc_keys to pid_service;
grant select on paid_operations to pid_service;
grant select on partitions to pid_service;
grant delete, insert, select, update on passkey_challenges to pid_service;
grant delete, insert, select, update on passkeys to pid_service;
grant select on payment_facts to pid_service;
grant delete, insert, select, update on payment_notices to pid_service;
grant usage on sequence payment_notices_id_seq to pid_service;
grant select on payment_refund_facts to pid_service;
grant select on payment_refunds to pid_service;
grant select on payment_texts_kept to pid_service;
grant select on payments to pid_service;
grant delete, insert, select, update on play_moves to pid_service;
grant delete, insert, select, update on play_spending to pid_service;
grant delete, insert, select, update on profile_avatars to pid_service;
grant delete, insert, select, update on profiles to pid_service;
grant delete, insert, select, update on provider_logins to pid_service;
grant delete, insert, select, update on recovery_attempts to pid_service;
grant delete, insert, select, update on recovery_guardians to pid_service;
grant delete, insert, select, update on recovery_passkeys to pid_service;
grant delete, insert, select, update on recovery_policies to pid_service;
grant delete, insert, select, update on recovery_sights to pid_service;
grant delete, insert, select, update on recovery_watch to pid_service;
grant delete, insert, select, update on relay_operations to pid_service;
grant usage on sequence relay_operations_position_seq to pid_service;
grant delete, insert, select, update on relay_spending to pid_service;
grant delete, insert, select, update on sandbox_payments to pid_service;
grant insert, select on security_events to pid_service;
grant usage on sequence security_events_id_seq to pid_service;
grant select on service_grants to pid_service;
grant delete, insert, select, update on service_secrets to pid_service;
grant delete, insert, select, update on session_grants to pid_service;
grant usage on sequence session_grants_position_seq to pid_service;
grant delete, insert, select, update on sessions to pid_service;
grant select on settlement_facts to pid_service;
grant select on settlements to pid_service;
grant delete, insert, select, update on sign_in_flows to pid_service;
grant delete, insert, select, update on signing_keys to pid_service;
grant delete, insert, select, update on smart_accounts to pid_service;
grant select on suspense_facts to pid_service;
grant delete, insert, select, update on told_money to pid_service;
grant select on topup_confirmations to pid_service;
grant delete, insert, select, update on topup_sessions to pid_service;
grant select on topups to pid_service;
grant delete, insert, select, update on verification_requests to pid_service;
grant delete, insert, select, update on withdrawn_amounts to pid_service;
-- columnPrivileges
grant insert (client_id, type, data, at) on app_events to pid_service;
grant insert (at, identity_id, actor, action, target, details, address, user_agent) on audit_events to pid_service;
grant update (status, deleted_at, bearer_epoch) on identities to pid_service;
grant insert (id, kind, identity_id, client_id, created_at, held_for) on ledger_accounts to pid_service;
grant update (step_up_amount, daily_limit, notice_amount, next_step_up_amount, next_daily_limit, next_limits_from, next_notice_amount) on ledger_accounts to pid_service;
grant insert (identity_id) on payment_texts_kept to pid_service;
grant insert (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id, payee_identity_id, asked_identity_id, capture, capture_within_seconds, return_to, return_origin, expires_at, extend_for_top_up, sku, quantity, item_names, item_image) on payments to pid_service;
grant update (account_number, master_key, provider_id, problem, checks, next_check_at) on settlements to pid_service;
grant insert (topup_id, provider, payment_id, paid, notice, answer, confirmed_at) on topup_confirmations to pid_service;
grant insert (id, identity_id, account_id, client_id, app_account_id, amount, global_fee, app_fee, provider_fee, fee_rule, return_to, provider, created_at, expires_at, next_check_at) on topups to pid_service;
grant update (opening_until, next_check_at, checks) on topups to pid_service;
-- functionsOfNobody
revoke all on function audit_events_forget(integer) from public;
revoke all on function end_topup(uuid,text) from public;
revoke all on function ledger_ask_refund(timestamp with time zone,uuid,boolean) from public;
revoke all on function ledger_claw_back(timestamp with time zone,uuid,uuid,text,bigint) from public;
revoke all on function ledger_close_account(timestamp with time zone,uuid,bigint) from public;
revoke all on function ledger_count_payer(timestamp with time zone,bigint,bigint[],boolean,date,bigint,bigint,bigint) from public;
revoke all on function ledger_count_payers(timestamp with time zone,ledger_accounts[],bigint[],bigint[],boolean[]) from public;
revoke all on function ledger_credit_suspense(timestamp with time zone,uuid,uuid,bigint,text,text,bigint) from public;
revoke all on function ledger_credit_topup(timestamp with time zone,uuid,uuid,uuid,text,text,bigint,bigint) from public;
revoke all on function ledger_forget_notes(integer) from public;
revoke all on function ledger_leave_to_suspense(timestamp with time zone,uuid,bigint) from public;
revoke all on function ledger_lock_accounts(bigint[]) from public;
revoke all on function ledger_lock_settlement(uuid,bigint) from public;
revoke all on function ledger_pay_settlement(timestamp with time zone,uuid,uuid,bigint,bigint,bigint) from public;
revoke all on function ledger_post_deposit(timestamp with time zone,uuid,bigint,bigint,bigint,integer,bigint,bigint,text) from public;
revoke all on function ledger_post_payout(timestamp with time zone,uuid,bigint,bigint,bigint,bigint) from public;
revoke all on function ledger_post_sends(timestamp with time zone,boolean,smallint,bigint,bigint,bigint,text,bigint[],uuid[],integer[],integer[],integer[],bigint[],bigint[],bigint[],text[],bytea[],text[],integer[]) from public;
revoke all on function ledger_refund_accepted(timestamp with time zone,uuid) from public;
revoke all on function ledger_release_held(timestamp with time zone,uuid[],uuid[],bigint[],bigint[],bigint[]) from public;
revoke all on function ledger_return_activation(timestamp with time zone,uuid,uuid) from public;
revoke all on function ledger_return_settlement(timestamp with time zone,uuid,uuid,bigint,bigint,bigint,boolean) from public;
revoke all on function ledger_take_activation(timestamp with time zone,uuid,bigint,uuid,bigint,bigint,text) from public;
revoke all on function ledger_take_recovered(timestamp with time zone,uuid,bigint,bigint) from public;
revoke all on function ledger_take_settlement(timestamp with time zone,uuid,bigint,bigint) from public;
revoke all on function ledger_write(timestamp with time zone,uuid,text,bigint,bigint,bigint,bigint,bigint,bigint,bigint,smallint,uuid,bigint[],bigint[]) from public;
revoke all on function ledger_write_all(timestamp with time zone,ledger_postings[],integer[],bigint[],bigint[]) from public;
revoke all on function number_app_events(integer) from public;
revoke all on function partition_add(text,regtype,timestamp with time zone,timestamp with time zone) from public;
revoke all on function partition_ahead(text,timestamp with time zone) from public;
revoke all on function partition_make(text,text) from public;
revoke all on function partition_name_the_rest(text,text,regtype,timestamp with time zone,timestamp with time zone) from public;
revoke all on function partition_table(text,text,timestamp with time zone) from public;
revoke all on function partitions_ahead() from public;
revoke all on function payment_confirm_all(uuid[],uuid[],uuid[],bigint[],bigint[],integer[],smallint,bigint,bigint,bigint,text) from public;
revoke all on function payment_end(uuid,text,uuid) from public;
revoke all on function payment_end_holds(uuid[],text[],uuid[],bigint[],bigint,boolean) from public;
revoke all on function payment_extend(uuid,uuid,smallint,timestamp with time zone) from public;
revoke all on function payment_refund(uuid,text,uuid,bigint,text,text) from public;
revoke all on function payments_forget_texts(integer) from public;
revoke all on function payments_save(payments[]) from public;
revoke all on function security_events_sweep(integer,integer) from public;
revoke all on function settlement_end(timestamp with time zone,uuid,uuid,text,text,text,text) from public;
revoke all on function settlement_recover(uuid,text,bigint,bigint,bigint,text,bytea,text,text,text,text,text) from public;
revoke all on function settlement_request(timestamp with time zone,uuid,text,bigint,bigint,bigint,uuid,bytea,text) from public;
revoke all on function settlements_forget(timestamp with time zone) from public;
revoke all on function settlements_send(timestamp with time zone,uuid[],integer,text,text,uuid) from public;
revoke all on function sweep_app_events(timestamp with time zone,integer) from public;
revoke all on function tell_due_captures(integer) from public;
revoke all on function topup_confirmations_forget(timestamp with time zone,integer) from public;
-- functionPrivileges
grant execute on function audit_events_forget(integer) to pid_service;
grant execute on function end_topup(uuid,text) to pid_service;
grant execute on function ledger_ask_refund(timestamp with time zone,uuid,boolean) to pid_service;
grant execute on function ledger_claw_back(timestamp with time zone,uuid,uuid,text,bigint) to pid_service;
grant execute on function ledger_close_account(timestamp with time zone,uuid,bigint) to pid_service;
grant execute on function ledger_credit_suspense(timestamp with time zone,uuid,uuid,bigint,text,text,bigint) to pid_service;
grant execute on function ledger_credit_topup(timestamp with time zone,uuid,uuid,uuid,text,text,bigint,bigint) to pid_service;
grant execute on function ledger_forget_notes(integer) to pid_service;
grant execute on function ledger_leave_to_suspense(timestamp with time zone,uuid,bigint) to pid_service;
grant execute on function ledger_post_deposit(timestamp with time zone,uuid,bigint,bigint,bigint,integer,bigint,bigint,text) to pid_service;
grant execute on function ledger_post_payout(timestamp with time zone,uuid,bigint,bigint,bigint,bigint) to pid_service;
grant execute on function ledger_post_sends(timestamp with time zone,boolean,smallint,bigint,bigint,bigint,text,bigint[],uuid[],integer[],integer[],integer[],bigint[],bigint[],bigint[],text[],bytea[],text[],integer[]) to pid_service;
grant execute on function ledger_refund_accepted(timestamp with time zone,uuid) to pid_service;
grant execute on function ledger_return_activation(timestamp with time zone,uuid,uuid) to pid_service;
grant execute on function ledger_take_activation(timestamp with time zone,uuid,bigint,uuid,bigint,bigint,text) to pid_service;
grant execute on function number_app_events(integer) to pid_service;
grant execute on function partitions_ahead() to pid_service;
grant execute on function payment_confirm_all(uuid[],uuid[],uuid[],bigint[],bigint[],integer[],smallint,bigint,bigint,bigint,text) to pid_service;
grant execute on function payment_end(uuid,text,uuid) to pid_service;
grant execute on function payment_end_holds(uuid[],text[],uuid[],bigint[],bigint,boolean) to pid_service;
grant execute on function payment_extend(uuid,uuid,smallint,timestamp with time zone) to pid_service;
grant execute on function payment_refund(uuid,text,uuid,bigint,text,text) to pid_service;
grant execute on function payments_forget_texts(integer) to pid_service;
grant execute on function security_events_sweep(integer,integer) to pid_service;
grant execute on function settlement_end(timestamp with time zone,uuid,uuid,text,text,text,text) to pid_service;
grant execute on function settlement_request(timestamp with time zone,uuid,text,bigint,bigint,bigint,uuid,bytea,text) to pid_service;
grant execute on function settlements_forget(timestamp with time zone) to pid_service;
grant execute on function settlements_send(timestamp with time zone,uuid[],integer,text,text,uuid) to pid_service;
grant execute on function sweep_app_events(timestamp with time zone,integer) to pid_service;
grant execute on function tell_due_captures(integer) to pid_service;
grant execute on function topup_confirmations_forget(timestamp with time zone,integer) to pid_service;
reset check_function_bodies;
