-- Records a notice to the owner of an identity, its mail and its notifications to devices, in the outboxes. On commit every node is notified,
-- so that a node can send them immediately.
create or replace function tell_owner(identity_id uuid, type text, data jsonb, at timestamptz, lost_addresses text[] default '{}')
returns bigint language sql as $$
  with told as (
    insert into notices (identity_id, type, data, at) values ($1, $2, $3, $4) returning id
  ), outbox as (
    insert into notice_mails (notice_id, identity_id, type, data, at, due_at, lost_addresses) select id, $1, $2, $3, $4, $4, $5 from told
  ), pushes as (
    insert into notice_pushes (notice_id, subscription_id, identity_id, at, due_at)
      select told.id, s.id, $1, $4, $4 from told, push_subscriptions s where s.identity_id = $1
  )
  select id from told, pg_notify('pid', 'notice:' || $1)
$$;
