-- Who did what to whom from where. Append-only: the database refuses every other change.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The identity concerned, and who acted: the identity itself, an administrator, an app, the command line or the service.
  identity_id uuid,
  actor text not null,
  action text not null,
  target text,
  details jsonb not null default '{}',
  address text,
  user_agent text
);
create index audit_events_identity on audit_events (identity_id, id desc);

create trigger audit_events_append_only before update or delete on audit_events for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function refuse_change();
