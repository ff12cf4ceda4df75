-- Safe while nodes serve: no. Nodes of earlier commits write both. There is no release that does.
drop table if exists recovery_players;
alter table recovery_attempts drop column if exists passkey;
