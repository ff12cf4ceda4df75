-- Keeps the latest requests of each app. Requests by its own tokens and requests without a valid token are trimmed separately, so that
-- neither displaces the other. One transaction trims at a time.
create or replace function trim_app_requests(p_client_ids text[]) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(4100010) then return; end if;
  delete from app_requests r using (
    -- mutant (app-activity/app-activity): , caller = 'unproven' => nothing
    select id, caller, row_number() over (partition by client_id, caller = 'unproven' order by id desc) as place
    from app_requests where client_id = any(p_client_ids)
  ) k where r.id = k.id and k.place > case when k.caller = 'unproven' then 50 else 200 end;
end $$;
