-- What a sign-in under way must come to: one that has happened since it began (`fresh`), or a login linked by the session that began it.
alter table sign_in_flows add column started_at timestamptz;
alter table sign_in_flows add column fresh boolean not null default false;
-- The session of the browser that began it: it links, or is replaced.
alter table sign_in_flows add column session_id uuid;
-- When the newcomer proved who they are to the provider, which may be a while before they have chosen a handle.
alter table claim_tickets add column authenticated_at timestamptz;
