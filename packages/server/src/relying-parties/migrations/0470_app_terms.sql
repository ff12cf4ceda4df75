-- What the owner lets the app's own tokens do: `payments` may be taken away, and is judged at every use.
alter table apps add column scopes text[] not null default '{read,payments}' check (scopes <@ '{read,payments}'::text[] and 'read' = any(scopes));

create or replace view app_facts as select client_id, deleted_at, owner_id, name from apps;

-- What an app asks of a player's money, for whoever has judged its pause and so holds its row; nothing for an app that is gone.
create function app_terms(p_client_id text, p_identity uuid, out owner_id uuid, out fee_bps integer, out fee_flat integer, out is_waived boolean)
language sql stable as $$
  select a.owner_id, a.fee_bps, a.fee_flat,
    a.verified and exists (select from app_grants g where g.client_id = a.client_id and g.identity_id = p_identity and g.ended_at is null)
  from apps a where a.client_id = p_client_id and a.deleted_at is null
$$;

-- Apps hear of what concerns them in the transaction in which it happens, whoever does it.
create function tell_of_grant() returns trigger language plpgsql as $$
begin
  perform tell_app(new.client_id, case when new.ended_at is null then 'connection.created' else 'connection.ended' end,
    jsonb_build_object('pid', (select pid from identity_facts where id = new.identity_id)));
  return null;
end $$;
create trigger app_grants_made after insert on app_grants for each row execute function tell_of_grant();
create trigger app_grants_ended after update of ended_at on app_grants for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_of_grant();

create function tell_of_app() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then return null; end if;
  if new.verified <> old.verified then
    perform tell_app(new.client_id, case when new.verified then 'app.verified' else 'app.unverified' end, '{}');
  end if;
  -- An app whose owner is suspended rests already, and goes on resting.
  if (new.paused_at is null) <> (old.paused_at is null)
    and exists (select from identity_facts where id = new.owner_id and status = 'active') then
    perform tell_app(new.client_id, case when new.paused_at is null then 'app.resumed' else 'app.paused' end, '{}');
  end if;
  return null;
end $$;
create trigger apps_changed after update of verified, paused_at on apps for each row execute function tell_of_app();

-- Players are told of to the apps that they have allowed; an owner's suspension pauses what they own. A deleted player's consents end
-- a moment later, in the same transaction.
create function tell_of_identity() returns trigger language plpgsql as $$
begin
  perform tell_app(g.client_id, case new.status when 'suspended' then 'player.suspended' when 'active' then 'player.reactivated' else 'player.deleted' end,
      jsonb_build_object('pid', new.handle || '@pid'))
    from app_grants g join apps a using (client_id) where g.identity_id = new.id and g.ended_at is null and a.deleted_at is null;
  if new.status <> 'deleted' then
    perform tell_app(a.client_id, case new.status when 'active' then 'app.resumed' else 'app.paused' end, '{}')
      from apps a where a.owner_id = new.id and a.deleted_at is null and a.paused_at is null;
  end if;
  return null;
end $$;
create trigger identities_told_to_apps after update of status on identities for each row
  when (old.status <> new.status) execute function tell_of_identity();
