-- What other slices may know of the audit log: that something was written down about a target.
create view audit_facts as select action, target from audit_events;
