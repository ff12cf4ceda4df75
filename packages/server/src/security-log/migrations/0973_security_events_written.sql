-- By which transaction an event was written, in 64 bits: `xmin` has 32, begins again at every epoch, and changes when the network is
-- forgotten. Earlier events are committed: 0 is before every transaction.
alter table security_events add column written_by xid8 not null default '0';
alter table security_events alter column written_by set default pg_current_xact_id();

-- Whether no transaction that is under way can still write an event before this one. A number beyond the snapshot was given by another
-- cluster, from which this database was restored.
create function is_settled_event(p_written_by xid8, p_snapshot pg_snapshot) returns boolean language sql immutable as $$
  select p_written_by < pg_snapshot_xmin(p_snapshot) or p_written_by >= pg_snapshot_xmax(p_snapshot)
$$;
