-- Safe while nodes serve: yes. Creates a table that no node uses.
-- The orders of the file that `pid ledger settle` compares: the sums of their lines. A file has more lines than fit into memory. The
-- transaction that writes these rows rolls them back, so that the table is empty for everyone else.
create table settlement_file_orders (
  order_id text not null,
  -- Several commands may run at once. None must wait for the rows of another.
  backend integer not null default pg_backend_pid(),
  -- The first of its lines.
  line integer not null,
  -- Sums of amounts that a file may invent.
  charged numeric not null,
  refunded numeric not null,
  charge_id text,
  -- What the books say of the period: refunds of its top-up, on one order of that top-up.
  booked_refunds numeric not null default 0,
  primary key (order_id, backend)
);
