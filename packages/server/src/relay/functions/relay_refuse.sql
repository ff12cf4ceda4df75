-- Aborts the statement because one of its steps returned no row. The name of the step is reported as the constraint's.
create or replace function relay_refuse(step text) returns boolean language plpgsql as $$
begin
  raise exception 'step % was refused', step using errcode = 'PR001', constraint = step;
end $$;
