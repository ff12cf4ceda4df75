-- Safe while nodes serve: yes, adds a column without a default, which changes no rows.
-- The attempt that consumed the code. After a lost connection the same attempt finds its own result.
alter table login_codes add column attempt uuid;
