-- Safe while nodes serve: yes. New tables only; nodes of an earlier version do not write them.
-- Devices that get notifications (Web Push). A device belongs to the session that added it. A restarted browser may present the endpoint of
-- another player's session: the endpoint then belongs to the new session.
create table push_subscriptions (
  id uuid primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  session_id uuid not null,
  endpoint text not null,
  endpoint_hash bytea not null unique,
  p256dh text not null,
  auth text not null,
  -- The public key of the service with which the browser subscribed. Without its private key, nothing can be sent.
  server_key text not null,
  language text not null,
  show_details boolean not null,
  created_at timestamptz not null
);
create index push_subscriptions_identity on push_subscriptions (identity_id, created_at);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Notifications that wait to be sent: one row per notice and device. Without a foreign key to the device, because the rows are written in
-- transactions that move money, which must not fail or wait if a device is removed meanwhile.
create table notice_pushes (
  notice_id bigint not null,
  subscription_id uuid not null,
  identity_id uuid not null,
  at timestamptz not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  primary key (notice_id, subscription_id)
);
create index notice_pushes_due on notice_pushes (due_at);
create index notice_pushes_identity on notice_pushes (identity_id);

-- What an identity has chosen about its notices. Without a row, the defaults apply. `mails_incoming_from`: mails are sent for money that came in
-- since then; null for none.
create table notice_choices (
  identity_id uuid primary key references identities (id) on delete cascade,
  mails_incoming_from timestamptz
);
