-- Safe while nodes serve: yes. Earlier nodes ignore the new columns, and do not change them.
-- The age from which an app is suitable by IGRS, as its owner states it. It counts once an administrator has confirmed it.
alter table apps add column rating smallint check (rating in (3, 7, 13, 15, 18));
alter table apps add column rating_confirmed boolean not null default false check (not rating_confirmed or rating is not null);
