-- From when on a passkey counts: gives step-up, approves, deletes. Until then it only signs in; null means never. Those that there
-- are count already.
alter table passkeys add column counts_from timestamptz;
update passkeys set counts_from = coalesce(activated_at, created_at) where status <> 'pending';
