-- Safe while nodes serve: yes. The column is empty for payments that players confirm, and nodes of earlier commits create no others.
-- The allowance that paid it.
alter table payments add column if not exists allowance_id uuid;
alter table payments add constraint payments_allowance foreign key (allowance_id) references allowances (id) not valid;
