-- The steps of a recovery are relayed like everything else, and draw on a pool of their own.
alter table relay_operations drop constraint relay_operations_kind_check;
alter table relay_operations add constraint relay_operations_kind_check
  check (kind in ('activate', 'withdraw', 'rotate', 'register_session', 'revoke_session',
    'set_recovery_policy', 'vote_recovery', 'cancel_recovery', 'finish_recovery'));
alter table relay_operations drop constraint relay_operations_pool_check;
alter table relay_operations add constraint relay_operations_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery'));
alter table relay_spending drop constraint relay_spending_pool_check;
alter table relay_spending add constraint relay_spending_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery'));
