-- The terms of a policy as last seen, and the nonce at which: what is older is not believed any more, so a node that lags tells nobody anything twice.
create table recovery_policies (
  identity_id uuid primary key references identities (id),
  nonce numeric(20) not null check (nonce >= 0),
  -- Null for policies that were known before this table.
  threshold integer check (threshold between 0 and 5),
  delay_seconds integer check (delay_seconds >= 0)
);
insert into recovery_policies (identity_id, nonce) select distinct identity_id, 0 from recovery_guardians;

-- A guardian who does not want to be one is asked no more. On the chain only the owner's passkey takes them out.
alter table recovery_guardians add column left_at timestamptz;

-- Account ids are found by an index over the identities now; nodes of the release before still write here.
comment on table recovery_players is 'read by nobody since the index identities_account_id';
