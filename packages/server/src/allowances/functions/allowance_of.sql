-- One allowance, for functions of other slices. Returns a set, so that the planner can inline it.
create or replace function allowance_of(p_id uuid) returns setof allowances language sql stable as $$
  select * from allowances where id = p_id
$$;
