-- Safe while nodes serve: yes, adds a column without a default, which changes no rows.
-- The cause of a refusal that the answer does not name, for example which part of a login code was wrong.
alter table app_requests add column reason text;
