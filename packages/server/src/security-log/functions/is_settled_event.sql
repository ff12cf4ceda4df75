-- Whether no running transaction can still write an event before this one. A transaction id beyond the snapshot belongs to another cluster, from
-- which this database was restored.
create or replace function is_settled_event(p_written_by xid8, p_snapshot pg_snapshot) returns boolean language sql immutable as $$
  select p_written_by < pg_snapshot_xmin(p_snapshot) or p_written_by >= pg_snapshot_xmax(p_snapshot)
$$;
