-- Safe while nodes serve: yes, creates a table of one row.
-- The mode of the service (PID_MODE), written by its first start. A service of another mode refuses to start, so play money never meets real money.
create table service_mode (
  only_one boolean primary key default true check (only_one),
  mode text not null check (mode in ('live', 'sandbox', 'development')),
  set_at timestamptz not null default now()
);
create trigger service_mode_stays before update or delete on service_mode for each row execute function refuse_change();
create trigger service_mode_no_truncate before truncate on service_mode for each statement execute function refuse_change();
