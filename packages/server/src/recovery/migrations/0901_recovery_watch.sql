-- One round of the watch at a time, however many nodes there are: whoever comes first takes it.
alter table recovery_watch add column next_at timestamptz not null default '2000-01-01';
