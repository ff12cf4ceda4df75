-- The smallest id of a posting at a moment: UUID version 7 begins with the milliseconds since 1970.
create or replace function ledger_id_at(p_moment timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from p_moment) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
