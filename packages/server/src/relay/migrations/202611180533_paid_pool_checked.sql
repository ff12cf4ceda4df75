-- Safe while nodes serve: yes. Validating blocks no reads or writes.
alter table relay_operations validate constraint relay_operations_pools;
alter table relay_spending validate constraint relay_spending_pools;
