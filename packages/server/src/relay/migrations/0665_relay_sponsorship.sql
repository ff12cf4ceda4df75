-- Activations that the operator pays draw on a pool of their own, and on the day of the app through which their player came.
alter table relay_operations drop constraint relay_operations_pool_check;
alter table relay_operations add constraint relay_operations_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'sponsorship'));
alter table relay_spending drop constraint relay_spending_pool_check;
alter table relay_spending add constraint relay_spending_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'sponsorship'));
alter table relay_operations add column sponsor_app text check ((sponsor_app is not null) = (pool = 'sponsorship'));
-- Whatever becomes of nonces, an identity is sponsored once: what came to nothing may be tried again.
create unique index relay_operations_sponsored_once on relay_operations (identity_id)
  where pool = 'sponsorship' and state in ('prepared', 'confirmed', 'finalized');
