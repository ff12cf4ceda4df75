-- Records events when an app is verified, paused or resumed. A pause, a lost badge and another owner also end its allowances.
create or replace function tell_of_app() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then return null; end if;
  if new.verified <> old.verified then
    perform tell_app(new.client_id, case when new.verified then 'app.verified' else 'app.unverified' end, '{}');
  end if;
  -- An app whose owner is suspended is paused already and stays paused.
  if (new.paused_at is null) <> (old.paused_at is null)
    and exists (select from identity_facts where id = new.owner_id and status = 'active') then
    perform tell_app(new.client_id, case when new.paused_at is null then 'app.resumed' else 'app.paused' end, '{}');
  end if;
  if old.verified and not new.verified or new.owner_id <> old.owner_id then perform end_allowances(new.client_id, null, 'app_changed'); end if;
  if new.paused_at is not null and old.paused_at is null then perform end_allowances(new.client_id, null, 'app_paused'); end if;
  return null;
end $$;
