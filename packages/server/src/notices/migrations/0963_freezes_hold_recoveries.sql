-- The time in which a freeze holds up recoveries. A second freeze within seven days holds up none. Otherwise somebody who only reads
-- the owner's mail could keep the owner out for ever.
alter table freezes add column recovery_held_from timestamptz;
alter table freezes add column recovery_held_until timestamptz;
update freezes set recovery_held_from = frozen_at, recovery_held_until = until;
