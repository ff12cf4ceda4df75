-- Safe while nodes serve: yes. Reads all bundles without a lock that blocks; nodes append meanwhile, and the trigger lists what they append.
-- The concatenation fetches the ids of a bundle once, and not for each of them.
insert into log_postings (log, posting, index)
  select b.log, e.posting, b.index * 256 + e.place
  from log_bundles b cross join lateral (select b.postings || ''::bytea offset 0) d(ids) cross join lateral log_ids_of(d.ids, 0) e
  on conflict do nothing;
