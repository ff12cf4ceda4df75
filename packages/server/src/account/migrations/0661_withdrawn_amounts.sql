-- What a signed "everything" was, read from the final transaction.
create table withdrawn_amounts (
  operation_id uuid primary key references relay_operations (id),
  amount numeric(20) not null check (amount > 0)
);
create index relay_operations_everything on relay_operations (position)
  where kind = 'withdraw' and details->>'amount' = '18446744073709551615' and state = 'finalized';
