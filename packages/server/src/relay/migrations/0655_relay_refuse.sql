-- Ends a statement whose step answered no row, and with it everything the statement did. The step's name arrives as the constraint's.
create function relay_refuse(step text) returns boolean language plpgsql as $$
begin
  raise exception 'step % was refused', step using errcode = 'PR001', constraint = step;
end $$;
