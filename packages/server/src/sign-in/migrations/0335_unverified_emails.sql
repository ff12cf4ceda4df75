-- As of provider_logins: goes with the login that the ticket becomes.
alter table claim_tickets add column is_email_unverified boolean not null default false;
