-- How far the watch over open recoveries has come: each has its turn, however many strangers have begun one.
alter table recovery_watch add column after_attempt uuid not null default '00000000-0000-0000-0000-000000000000';
