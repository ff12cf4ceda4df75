-- The provider said that it has not verified this address (`email_verified: false`): no mail about the identity goes there.
alter table provider_logins add column is_email_unverified boolean not null default false;
