-- Whether a player has stated an age of a minor, even where ages are not judged. Stays true on the 18th birthday until an hourly job replaces `adult_from`,
-- because the time zone of the service is not known here.
create or replace function ledger_is_minor(p_identity uuid) returns boolean language sql stable as $$
  select exists (select from ledger_accounts where identity_id = p_identity and adult_from > '-infinity')
$$;
