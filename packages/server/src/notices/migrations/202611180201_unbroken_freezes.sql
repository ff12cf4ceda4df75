-- Safe while nodes serve: yes. Nodes of an earlier version leave the column null, which means `frozen_at`.
-- When a freeze begins while another one runs, the start of the first one decides which passkeys may lift it: otherwise a passkey that a
-- recovery installed meanwhile could lift the owner's freeze after a second one.
alter table freezes add column if not exists unbroken_since timestamptz;
