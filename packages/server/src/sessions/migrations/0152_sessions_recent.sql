-- Whether the sign-in that opened a session makes its user `recent`: not one by a passkey that does not count yet. The default
-- serves nodes of the release before, which know no other.
alter table sessions add column counts_as_recent boolean not null default true;
