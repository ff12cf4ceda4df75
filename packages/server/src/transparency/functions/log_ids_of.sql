-- The postings of a bundle from a place on. An entry that is no posting has no row.
create or replace function log_ids_of(p_postings bytea, p_from int) returns table (posting uuid, place int) language sql immutable as $$
  select id, p from generate_series(p_from, length(p_postings) / 16 - 1) p
    cross join lateral (select encode(substring(p_postings from p * 16 + 1 for 16), 'hex')::uuid) e(id)
  where id <> '00000000-0000-0000-0000-000000000000'
$$;
