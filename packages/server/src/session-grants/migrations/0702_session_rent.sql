-- The rent of a session comes back when it is closed, some time after its end. Who tries notes when, so that nodes share the work.
alter table session_grants add column close_tried_at timestamptz, add column closed_at timestamptz;
create index session_grants_to_close on session_grants (expires_at) where closed_at is null;
