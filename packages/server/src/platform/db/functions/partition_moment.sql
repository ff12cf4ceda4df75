-- The moment of a partition's bound: the inverse of `partition_bound`.
create or replace function partition_moment(p_type regtype, p_bound text) returns timestamptz language sql stable as $$
  select case p_type when 'timestamptz'::regtype then p_bound::timestamptz
    else to_timestamp(('x' || lpad(left(replace(p_bound, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) end
$$;
