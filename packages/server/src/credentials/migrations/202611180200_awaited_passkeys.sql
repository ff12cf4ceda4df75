-- Safe while nodes serve: yes.
-- A recovery on the chain has revoked all passkeys, and its new passkey is not installed yet. Until then a sign-in at a provider registers no
-- other passkey and gives no step-up: otherwise the provider's account alone would take over what the guardians decided.
create table awaited_passkeys (
  identity_id uuid primary key references identities (id),
  until timestamptz not null
);
