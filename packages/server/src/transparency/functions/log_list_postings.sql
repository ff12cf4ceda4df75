-- Records where the entries of new postings are. The service may not write this table itself.
create or replace function log_list_postings() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into log_postings (log, posting, index)
    select new.log, e.posting, new.index * 256 + e.place
    from log_ids_of(new.postings, case when tg_op = 'UPDATE' then length(old.postings) / 16 else 0 end) e;
  return null;
end $$;
revoke all on function log_list_postings from public;
