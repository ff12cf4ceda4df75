-- Safe while nodes serve: yes. Validating blocks no reads or writes, and `pid migrate` builds the index beside the load.
alter table payments validate constraint payments_allowance;
create index if not exists payments_of_allowance on payments (allowance_id, confirmed_at) where allowance_id is not null;
