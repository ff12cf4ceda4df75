-- From when until when a freeze holds up recoveries. A further freeze within seven days holds up none: whoever only reads the
-- owner's mail must not keep them out for ever.
alter table freezes add column recovery_held_from timestamptz;
alter table freezes add column recovery_held_until timestamptz;
update freezes set recovery_held_from = frozen_at, recovery_held_until = until;
