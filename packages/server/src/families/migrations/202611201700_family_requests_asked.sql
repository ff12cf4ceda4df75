-- Safe while nodes serve: yes. An index that `pid migrate` builds beside the load.
-- Retention deletes requests by it.
create index if not exists family_requests_asked on family_requests (asked_at);
