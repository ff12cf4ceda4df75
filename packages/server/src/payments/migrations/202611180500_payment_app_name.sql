-- Safe while nodes serve: yes. The column is empty for payments that were confirmed before, and their app is shown by its current name.
-- The app's name as the payer confirmed it: a receipt keeps it when the app is renamed.
alter table payments add column if not exists app_name text;
