-- What other slices may read of the audit log.
create or replace view audit_facts as select action, target from audit_events;
