-- Who did what to whom, and from where. Rows are append-only.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The identity concerned.
  identity_id uuid,
  -- Who acted: the identity, an administrator, an app, the command line or the service.
  actor text not null,
  action text not null,
  target text,
  details jsonb not null default '{}',
  address text,
  user_agent text
);
create index audit_events_identity on audit_events (identity_id, id desc);
create index audit_events_with_origin on audit_events (at) where address is not null or user_agent is not null;
-- The filters of the administrators' list, each in its order.
create index audit_events_actor on audit_events (actor, id desc);
create index audit_events_action on audit_events (action, id desc);
create index audit_events_target on audit_events (target, id desc) where target is not null;
create trigger audit_events_append_only before update on audit_events for each row execute function audit_events_only_forget();
create trigger audit_events_no_delete before delete on audit_events for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function refuse_change();
-- Partitioned by month (docs/adr/0012-partitions.md).
select partition_table('audit_events', 'at', next_month(now()));
