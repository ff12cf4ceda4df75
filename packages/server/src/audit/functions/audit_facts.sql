-- The columns of the audit log that other slices may read.
create or replace view audit_facts as select action, target from audit_events;
