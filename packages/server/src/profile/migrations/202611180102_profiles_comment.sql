-- Safe while nodes serve: yes.
comment on table profiles is null;
