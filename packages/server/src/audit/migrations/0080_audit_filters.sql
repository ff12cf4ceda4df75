-- What administrators look for: what one did, one kind of deed, what was done to one thing. Each in the order of the list.
create index audit_events_actor on audit_events (actor, id desc);
create index audit_events_action on audit_events (action, id desc);
create index audit_events_target on audit_events (target, id desc) where target is not null;
