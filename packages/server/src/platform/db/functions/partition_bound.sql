-- A moment as a bound of a partition. The key is a timestamp, or a UUIDv7, which begins with one (docs/adr/0012-partitions.md).
create or replace function partition_bound(p_type regtype, p_moment timestamptz) returns text language sql stable as $$
  select case p_type when 'timestamptz'::regtype then p_moment::text
    else (lpad(to_hex((extract(epoch from p_moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text end
$$;
